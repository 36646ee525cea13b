package io.vitrine.collections;

import io.vitrine.store.EntryConsumer;
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
  private final Store store;
  private final long revision;
  private final Map<K, V> state;

  private RewoundSnapshot(Store store, long revision, Map<K, V> state) {
    this.store = store;
    this.revision = revision;
    this.state = state;
  }

  /**
   * Takes a snapshot.
   *
   * @param store the store
   * @param feed the entries
   * @param reader reads their present state into a map of its own
   */
  static <K, V> Snapshot<K, V> take(Store store, Feed<K, V> feed, Supplier<Map<K, V>> reader) {
    long revision = store.revision();
    Tailer tailer = store.tailer(revision);
    Map<K, V> state = reader.get();
    long head = store.revision();
    Set<K> rewound = new HashSet<>();
    int read = 1;
    while (read > 0 && tailer.revision() < head) {
      read =
          tailer.poll(
              change -> {
                if (feed.concerns(change) && rewound.add(feed.key(change))) {
                  set(state, feed.key(change), feed.oldValue(change));
                }
                return change.revision() < head;
              },
              Integer.MAX_VALUE);
    }
    return new RewoundSnapshot<>(store, revision, state);
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
    return store.tailer(revision);
  }
}
