package io.vitrine.store;

/**
 * A map from numbers to numbers without boxes: a view of the {@code StoreMap<Long, Double>} of the
 * same path, over the same file. Safe for any number of threads and JVMs; every call is atomic, and
 * throws what a {@link StoreMap} throws.
 *
 * <p>Where the map is a compact one ({@link MapOptions#compact}), as {@link Store#longDoubleMap}
 * makes it, no call allocates anything.
 */
public interface LongDoubleMap {
  /** Takes an entry. */
  @FunctionalInterface
  interface EntryConsumer {
    /**
     * Takes an entry.
     *
     * @param key the key
     * @param value its value
     */
    void accept(long key, double value);
  }

  /**
   * Looks up a value.
   *
   * @param key the key
   * @param absent what to answer where there is no entry
   * @return the value, or {@code absent}
   */
  double get(long key, double absent);

  /**
   * Tells whether there is an entry.
   *
   * @param key the key
   * @return whether it is there
   */
  boolean containsKey(long key);

  /**
   * Sets a value.
   *
   * @param key the key
   * @param value the value
   */
  void put(long key, double value);

  /**
   * Sets a value where there is none.
   *
   * @param key the key
   * @param value the value
   * @return whether it was set
   */
  boolean putIfAbsent(long key, double value);

  /**
   * Sets a value in place of another one.
   *
   * @param key the key
   * @param expected the value that must be there; all NaNs are equal, and 0.0 is not -0.0
   * @param value the value to set
   * @return whether it was set
   */
  boolean compareAndSet(long key, double expected, double value);

  /**
   * Removes an entry.
   *
   * @param key the key
   * @return whether it was there
   */
  boolean remove(long key);

  /**
   * Adds to a value; an entry that is not there counts as 0.
   *
   * @param key the key
   * @param delta what to add
   * @return the sum
   */
  double addAndGet(long key, double delta);

  /**
   * Hands on all entries, as a {@link MapCursor} does.
   *
   * @param consumer takes them
   */
  void forEach(EntryConsumer consumer);

  /**
   * Number of entries.
   *
   * @return from 0 on
   */
  long size();

  /** Removes every entry that it meets, one by one. */
  void clear();

  /**
   * The same map with boxes, and with everything else that maps can do.
   *
   * @return the map
   */
  StoreMap<Long, Double> boxed();
}
