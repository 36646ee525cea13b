package io.vitrine.collections;

import io.vitrine.store.EntryConsumer;
import io.vitrine.store.Nap;
import io.vitrine.store.Snapshot;
import io.vitrine.store.Store;
import io.vitrine.store.Tailer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a few entries at one revision. For one thread.
 *
 * <p>How: note the revision, then read the state, which may be newer, then read the log from the
 * revision on. The first change of a key after the revision tells the value that it had there.
 */
final class RewoundSnapshot<K, V> implements Snapshot<K, V> {
  /** How long to wait for a writer that is about to finish its change. */
  private static final long UNFINISHED_NANOS = 50_000;

  private final long revision;
  private final Supplier<Tailer> tailers;
  private final Map<K, V> state;

  private RewoundSnapshot(long revision, Supplier<Tailer> tailers, Map<K, V> state) {
    this.revision = revision;
    this.tailers = tailers;
    this.state = state;
  }

  /**
   * Takes a snapshot.
   *
   * @param store the store
   * @param feed the entries
   * @param revision a revision that has been reached
   * @param tailers make tailers that stand right behind it
   * @param reader reads the present state into a map of its own
   */
  static <K, V> Snapshot<K, V> take(
      Store store,
      EntryFeed<K, V> feed,
      long revision,
      Supplier<Tailer> tailers,
      Supplier<Map<K, V>> reader) {
    Tailer tailer = tailers.get();
    Map<K, V> state = reader.get();
    long head = store.reservedRevision();
    Set<K> rewound = new HashSet<>();
    while (tailer.revision() < head) {
      int read =
          tailer.poll(
              change -> {
                if (feed.concerns(change) && rewound.add(feed.key(change))) {
                  set(state, feed.key(change), feed.oldValue(change));
                }
                return change.revision() < head;
              },
              Integer.MAX_VALUE);
      if (read == 0 && tailer.revision() < head) {
        Nap.nanos(UNFINISHED_NANOS);
      }
    }
    return new RewoundSnapshot<>(revision, tailers, state);
  }

  private static <K, V> void set(Map<K, V> state, K key, @Nullable V value) {
    if (value == null) {
      state.remove(key);
    } else {
      state.put(key, value);
    }
  }

  @Override
  public long revision() {
    return revision;
  }

  @Override
  public boolean next(EntryConsumer<? super K, ? super V> consumer, int limit) {
    state.forEach((key, value) -> consumer.accept(key, value, 0));
    state.clear();
    return false;
  }

  @Override
  public Tailer tailer() {
    return tailers.get();
  }
}
