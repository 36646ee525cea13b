package io.vitrine.collections;

import java.util.List;
import java.util.Map;

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
}
