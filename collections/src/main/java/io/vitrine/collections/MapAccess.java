package io.vitrine.collections;

import io.vitrine.store.Versioned;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server needs of a map besides what users do. Safe for any number of threads.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface MapAccess<K, V> {
  /**
   * Looks up several values, until they take more memory than is wanted.
   *
   * @param keys the keys
   * @param bytesMax behind the value with which all take more than so many bytes as they are
   *     stored, no further key is looked at
   * @param found takes the entries that are there, by the keys as they were given
   * @return how many of the keys were looked at
   */
  int getSome(List<? extends K> keys, long bytesMax, Map<? super K, ? super V> found);

  /**
   * Sets a value if the entry has not changed since it was read, and tells what that has made,
   * whatever others make of it meanwhile.
   *
   * @param key the key
   * @param revision revision that the entry must have, 0 where there must be no entry
   * @param value the new value
   * @return the value as it is read, and its revision; null where the entry was not as expected and
   *     nothing was changed
   */
  @Nullable Versioned<V> putVersioned(K key, long revision, V value);
}
