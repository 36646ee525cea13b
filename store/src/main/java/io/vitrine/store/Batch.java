package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Keys to be looked up together, or entries to be set together: cheaper than one by one, since the
 * waits for memory overlap, and without garbage, since a batch is used again and again. For one
 * thread at a time.
 *
 * <p>A batch is no transaction: each of its lookups and changes is atomic by itself, and others may
 * write between two of them.
 *
 * <p>Calls throw what those of the {@link StoreMap} throw: for keys and values that cannot be, for
 * a map that was dropped, is open for reading only or whose store is closed; and {@link
 * IndexOutOfBoundsException} for a place where there is no key.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface Batch<K, V> {
  /** Empties the batch. */
  void clear();

  /**
   * Number of keys and entries added.
   *
   * @return from 0 on
   */
  int size();

  /**
   * Adds a key to be looked up.
   *
   * @param key the key, which is encoded at once
   */
  void add(K key);

  /**
   * Adds an entry to be set.
   *
   * @param key the key, which is encoded at once
   * @param value the value, which is encoded by {@link #put}
   */
  void add(K key, V value);

  /**
   * Looks up all keys.
   *
   * @return how many of them are there
   */
  int get();

  /**
   * Sets all entries that were added with a value, in the order that {@link StoreMap#putAll} tells
   * of; of several with the same key the last one stays.
   *
   * @throws StoreFullException if there is no room; some of the entries are set, each as a whole
   */
  void put();

  /**
   * Tells what {@link #get} found.
   *
   * @param index place in the order in which the keys were added
   * @return size of the encoded value in bytes, or -1 where there is no entry
   */
  long length(int index);

  /**
   * Copies an encoded value that {@link #get} found.
   *
   * @param index place in the order in which the keys were added
   * @param target where to write
   * @param offset first byte in the target
   * @return size of the value in bytes, or -1 where there is no entry; if it is larger than the
   *     room in the target, nothing is copied
   * @throws IndexOutOfBoundsException if the offset is less than 0, or there is no such place
   */
  long copyValue(int index, MemorySegment target, long offset);

  /**
   * Decodes a value that {@link #get} found.
   *
   * @param index place in the order in which the keys were added
   * @param using an object to fill, or null
   * @return {@code using} if its codec could fill it, a fresh object, or null where there is no
   *     entry
   */
  @Nullable V value(int index, @Nullable V using);
}
