package io.vitrine.store;

/**
 * A map from numbers to numbers without boxes: a view of the {@code StoreMap<Long, Integer>} of the
 * same path, over the same file. Safe for any number of threads and JVMs; every call is atomic, and
 * throws what a {@link StoreMap} throws.
 *
 * <p>Where the map is a compact one ({@link MapOptions#compact}), as {@link Store#longIntMap} makes
 * it, no call allocates anything.
 */
public interface LongIntMap {
  /** Takes an entry. */
  @FunctionalInterface
  interface EntryConsumer {
    /**
     * Takes an entry.
     *
     * @param key the key
     * @param value its value
     */
    void accept(long key, int value);
  }

  /**
   * Looks up a value.
   *
   * @param key the key
   * @param absent what to answer where there is no entry
   * @return the value, or {@code absent}
   */
  int get(long key, int absent);

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
  void put(long key, int value);

  /**
   * Sets a value where there is none.
   *
   * @param key the key
   * @param value the value
   * @return whether it was set
   */
  boolean putIfAbsent(long key, int value);

  /**
   * Sets a value in place of another one.
   *
   * @param key the key
   * @param expected the value that must be there
   * @param value the value to set
   * @return whether it was set
   */
  boolean compareAndSet(long key, int expected, int value);

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
   * @throws ArithmeticException if the sum is no int; nothing has changed
   */
  int addAndGet(long key, int delta);

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
  StoreMap<Long, Integer> boxed();
}
