package io.vitrine.store;

/**
 * An entry that a repair had to give up, or several of which nothing could be read, or the place
 * where an unknown number of them may have been. Immutable.
 *
 * @param map path of the map
 * @param key the key as far as it could be read, otherwise empty
 * @param count how many entries, 0 if it is not known whether there were any more
 * @param file the file it was in, as the repair found it
 * @param offset where in the file
 * @param reason what is wrong with it
 */
public record LostEntry(
    String map, String key, long count, String file, long offset, String reason) {
  @Override
  public String toString() {
    return map
        + ": "
        + (count == 0 ? "perhaps entries" : count == 1 ? "an entry" : count + " entries")
        + (key.isEmpty() ? "" : " with key " + key)
        + ", at 0x"
        + Long.toHexString(offset)
        + " of "
        + file
        + ": "
        + reason;
  }
}
