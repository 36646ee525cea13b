package io.vitrine.store;

/**
 * Walks over the entries of a map without stopping writers. For one thread at a time; needs no
 * closing.
 *
 * <p>An entry that is there during the whole walk is met exactly once, with a value it had at that
 * moment; one that comes, goes or becomes void meanwhile is met at most once.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface MapCursor<K, V> {
  /**
   * Hands on the next entries.
   *
   * @param consumer takes them; if it throws, the walk goes on behind the entry at hand
   * @param limit how many at the least, unless the walk ends before; a few more may come
   * @return whether there may be more
   */
  boolean next(EntryConsumer<? super K, ? super V> consumer, int limit);

  /**
   * How much has been handed on, so that who collects entries can stop before they are too many.
   *
   * @return bytes of all entries handed on so far, about as they are stored; 0 where that is not
   *     known
   */
  default long handedBytes() {
    return 0;
  }
}
