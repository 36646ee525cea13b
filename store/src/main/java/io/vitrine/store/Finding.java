package io.vitrine.store;

/**
 * Something that a check of a store found. Immutable.
 *
 * @param kind how bad it is
 * @param file the file, for example {@code maps/prices.vtr}, within the store's folder
 * @param offset where in the file, in bytes; 0 where it is about the whole file
 * @param found what is there
 * @param expected what should be there
 * @param advice what to do
 */
public record Finding(
    Kind kind, String file, long offset, String found, String expected, String advice) {
  /** How bad a finding is. */
  public enum Kind {
    /** Something is not as it must be: what depends on it is refused, or wrong. */
    DAMAGE,
    /** A process died and left something, which the next one puts in order by itself. */
    LEFTOVER,
    /** Something could not be looked at, so nothing is known of it. */
    UNCHECKED
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(java.util.Locale.ROOT)
        + ": "
        + file
        + " at 0x"
        + Long.toHexString(offset)
        + ": found "
        + found
        + ", expected "
        + expected
        + "; "
        + advice;
  }
}
