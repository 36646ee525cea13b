package io.vitrine.torture.kill;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Tailer;
import io.vitrine.store.Versioned;
import io.vitrine.torture.TortureFailure;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Follows the change log from its beginning: each record must continue what the records before it
 * tell of its key; at the end they must tell what the maps hold. A thread of its own; {@link #end}
 * by the judge.
 */
final class Audit extends Thread implements AutoCloseable {
  /** What the log told of a key last. */
  private record State(long revision, int hash) {}

  private static final long NAP_NANOS = 500_000;
  private static final int BATCH = 256;

  private final Store store;
  private final AuditPlace place;
  private final Tailer tailer;
  private final Map<Integer, StoreMap<?, ?>> maps = new HashMap<>();
  private final Set<Integer> accounts = new HashSet<>();
  private final Map<Integer, Map<Object, State>> states = new HashMap<>();
  private long last;
  private boolean withinGroup;
  private long total;
  private long records;
  private volatile long until = Long.MAX_VALUE;
  private volatile @Nullable Throwable failure;

  Audit(Store store, AuditPlace place, List<StoreMap<?, ?>> maps) {
    super("audit");
    setDaemon(true);
    this.store = store;
    this.place = place;
    for (StoreMap<?, ?> map : maps) {
      this.maps.put(map.id(), map);
      this.states.put(map.id(), new HashMap<>());
    }
    for (StoreMap<Long, Long> map : TransferDeed.maps(store)) {
      accounts.add(map.id());
    }
    this.last = store.revision();
    this.tailer = store.tailer(last);
    place.set(last);
  }

  @Override
  public void run() {
    try {
      while (tailer.revision() < until) {
        int read =
            tailer.poll(
                change -> {
                  take(change);
                  return true;
                },
                BATCH);
        place.set(tailer.revision());
        if (read == 0) {
          LockSupport.parkNanos(NAP_NANOS);
        }
      }
    } catch (Throwable e) {
      failure = e;
      place.set(Long.MAX_VALUE / 2); // holds up nobody
    }
  }

  private void take(Change change) {
    if (change.revision() < last || (change.revision() == last && !withinGroup)) {
      throw new TortureFailure("the log tells revision " + change.revision() + " after " + last);
    }
    if (withinGroup && change.revision() != last) {
      throw new TortureFailure("the log tells revision " + last + " without its end");
    }
    last = change.revision();
    withinGroup = !change.isLast();
    records++;
    StoreMap<?, ?> map = maps.get(change.mapId());
    if (map == null || change.kind() == ChangeKind.CREATED) {
      return;
    }
    Map<Object, State> state = Objects.requireNonNull(states.get(change.mapId()));
    Object key = map.key(change);
    State before = state.get(key);
    long previous = before == null ? 0 : before.revision();
    if (!follows(map, previous, change.previousRevision())) {
      throw failure(map, key, change, "follows " + change.previousRevision(), "to " + previous);
    }
    int old = hash(map.oldValue(change));
    if (old != (before == null ? 0 : before.hash())) {
      throw failure(map, key, change, "has another old value", "the new one of " + previous);
    }
    Object value = map.newValue(change);
    if (accounts.contains(change.mapId())) {
      addUp(map, change, value);
    }
    if (value == null) {
      state.remove(key);
    } else {
      state.put(key, new State(change.revision(), hash(value)));
    }
  }

  /** In a compact map the revision before may be that of another entry of the line. */
  private static boolean follows(StoreMap<?, ?> map, long known, long told) {
    return (map.options().isCompact() && known != 0) ? told >= known : told == known;
  }

  /** At every revision the accounts add up to nothing. */
  private void addUp(StoreMap<?, ?> map, Change change, @Nullable Object value) {
    total += value instanceof Long now ? now : 0;
    total -= map.oldValue(change) instanceof Long before ? before : 0;
    if (total != 0 && change.isLast()) {
      throw new TortureFailure(
          "at revision " + change.revision() + " the accounts add up to " + total + ", expected 0");
    }
  }

  private static TortureFailure failure(
      StoreMap<?, ?> map, Object key, Change change, String found, String expected) {
    return new TortureFailure(
        map.path()
            + ": the record of "
            + key
            + " at revision "
            + change.revision()
            + " "
            + found
            + ", expected "
            + expected);
  }

  private static int hash(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return 31 * bytes.length + Arrays.hashCode(bytes);
    }
    return value == null ? 0 : value.hashCode();
  }

  /** Fails if the audit has found something so far. */
  void check() {
    Throwable found = failure;
    if (found != null) {
      throw new TortureFailure("the change log contradicts itself: " + found, found);
    }
  }

  /**
   * Reads to the end of the log, which nobody writes to any more, and compares it with the maps.
   *
   * @return how many records were read
   */
  long end() throws InterruptedException {
    until = store.revision();
    join();
    check();
    for (StoreMap<?, ?> map : maps.values()) {
      compare(map, Objects.requireNonNull(states.get(map.id())));
    }
    return records;
  }

  /** Ends the thread, however far it has come. */
  @Override
  public void close() {
    until = 0;
    try {
      join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static <K, V> void compare(StoreMap<K, V> map, Map<Object, State> told) {
    long[] entries = {0};
    map.forEach((key, value) -> {
      entries[0]++;
      State state = told.get(key);
      Versioned<V> now = map.getVersioned(key);
      if (state == null
          || now == null
          || state.hash() != hash(value)
          || !follows(map, state.revision(), now.revision())) {
        throw new TortureFailure(
            map.path()
                + ": "
                + key
                + " is "
                + now
                + ", the last that the log tells of it is "
                + state);
      }
    });
    if (entries[0] != told.size() || map.size() != told.size()) {
      throw new TortureFailure(
          map.path()
              + " holds "
              + entries[0]
              + " entries and counts "
              + map.size()
              + ", by the log there are "
              + told.size());
    }
  }
}
