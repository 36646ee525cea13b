package io.vitrine.store;

/**
 * How a process has a store open. Immutable.
 *
 * @param retainBytes how much of the change log is kept at the least, in bytes
 */
public record StoreOptions(long retainBytes) {
  /** A gibibyte of changes. */
  public static final long DEFAULT_RETAIN_BYTES = 1L << 30;

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if the number of bytes is negative
   */
  public StoreOptions {
    if (retainBytes < 0) {
      throw new IllegalArgumentException("retainBytes is " + retainBytes + ", expected 0 or more");
    }
  }

  /**
   * The defaults.
   *
   * @return options that keep a gibibyte of changes
   */
  public static StoreOptions defaults() {
    return new StoreOptions(DEFAULT_RETAIN_BYTES);
  }
}
