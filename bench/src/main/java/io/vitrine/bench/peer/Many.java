package io.vitrine.bench.peer;

/**
 * Calls with several keys at once, as the measurements make them. For one thread at a time.
 *
 * @param <K> type of the keys
 */
public interface Many<K> {
  /** Forgets the keys. */
  void clear();

  /**
   * Adds a key to look up.
   *
   * @param key the key
   */
  void add(K key);

  /**
   * Adds an entry to set.
   *
   * @param key the key
   * @param value the value, which the caller goes on using
   */
  void add(K key, byte[] value);

  /**
   * Looks up all keys and copies their values out.
   *
   * @param using where to, as many as there are keys and each as large as a value
   * @return how many there were
   */
  int get(byte[][] using);

  /** Sets all entries. */
  void put();
}
