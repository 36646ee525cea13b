package io.vitrine.store;

/**
 * Walks over the entries that a map had at one revision while writers run, and goes on with the
 * changes after it: together they tell the whole story with no gap and no repetition. For one
 * thread at a time; needs no closing.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface Snapshot<K, V> {
  /**
   * The revision whose state is shown.
   *
   * @return a revision
   */
  long revision();

  /**
   * Hands on entries as they were at {@link #revision}, each exactly once. The revision passed
   * along is that of the entry where it is known, 0 where the entry changed during the walk. What
   * was void when the snapshot was begun is left out unless it changes during the walk.
   *
   * @param consumer takes them; if it throws, the walk goes on behind the entry at hand
   * @param limit how many at the least, unless the walk ends before; a few more may come
   * @return whether there may be more
   * @throws RetentionException if the walk took so long that changes it needs left the log
   */
  boolean next(EntryConsumer<? super K, ? super V> consumer, int limit);

  /**
   * When the entry becomes void that is being handed on, as far as that is known; to be called by
   * the consumer.
   *
   * @return milliseconds since 1970, which may be past; 0 for never; -1 where that is not known, as
   *     of an entry that changed during the walk, in a map that has times to live: the log does not
   *     tell when it would have been void
   */
  default long expiryMillis() {
    return -1;
  }

  /**
   * How much has been handed on, so that who collects entries can stop before they are too many.
   *
   * @return bytes of all entries handed on so far, about as they are stored; 0 where that is not
   *     known
   */
  default long handedBytes() {
    return 0;
  }

  /**
   * A tailer that stands right behind the snapshot.
   *
   * @return a new tailer whose first change is the first one after {@link #revision}
   */
  Tailer tailer();
}
