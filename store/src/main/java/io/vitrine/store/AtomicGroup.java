package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * What a body of {@link Store#atomically} reads and changes: entries of any maps of the store. For
 * the thread that runs the body, as long as it runs.
 *
 * <p>Changes are noted and made together when the body has returned. What it reads, it reads as it
 * is before the group, with the group's own changes on top; if any of it has changed by the time
 * the group is made, the body runs again.
 *
 * <p>Each value is read when it is asked for. So while others change them, a body may see values of
 * different times side by side, such as two accounts amid a transfer. Such a run is doomed: nothing
 * of it gets out, neither what it changed nor what it returned, nor an exception that it threw, and
 * the body runs again. Two things remain for the body: what it does elsewhere it may do in a doomed
 * run, too; and a loop whose end depends on values that belong together may never end.
 *
 * <p>Once the body has ended every call throws {@link IllegalStateException}; for a map of another
 * store {@link IllegalArgumentException}, and for one that was dropped {@link MapDroppedException}.
 */
public interface AtomicGroup {
  /**
   * Looks up a value.
   *
   * @param map a map of the store
   * @param key the key
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the value, or null
   */
  <K, V> @Nullable V get(StoreMap<K, V> map, K key);

  /**
   * Sets a value.
   *
   * @param map a map of the store
   * @param key the key
   * @param value the value
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  <K, V> void put(StoreMap<K, V> map, K key, V value);

  /**
   * Removes an entry if there is one.
   *
   * @param map a map of the store
   * @param key the key
   * @param <K> type of the keys
   * @param <V> type of the values
   */
  <K, V> void remove(StoreMap<K, V> map, K key);
}
