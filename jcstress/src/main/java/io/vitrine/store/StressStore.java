package io.vitrine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The store that all states of a run share, and its map: one key each. Safe for any number of
 * threads.
 */
final class StressStore {
  private static final int KEYS = 1 << 14;
  private static final long RETAIN_BYTES = 64 << 20;
  private static final int PAIRS = 1 << 17;
  private static final AtomicLong NEXT = new AtomicLong();
  private static final AtomicLong NEXT_PAIR = new AtomicLong();

  /** The files of the store, which tests of parts of it have, too. */
  static final StoreFiles FILES = files();

  private static final Store STORE = open();

  static final StoreMap<Long, byte[]> MAP =
      STORE.map("/maps/stress", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2));

  private static final Tailer TAILER = STORE.tailer(STORE.revision());

  private StressStore() {}

  private static StoreFiles files() {
    try {
      return new MemoryFiles();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Store open() {
    try {
      return MappedStore.open(Surroundings.system(FILES), new StoreOptions(RETAIN_BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Another map of the same store. */
  static <K, V> StoreMap<K, V> map(String path, MapOptions<K, V> options) {
    return STORE.map(path, options);
  }

  static long key() {
    return NEXT.getAndIncrement() % KEYS;
  }

  /**
   * The first of two keys that no other state has until long after this one is over; the other is
   * one more. Of {@link #key} so many are taken at a time that two for each state would come again.
   */
  static long pair() {
    return -2 * (1 + NEXT_PAIR.getAndIncrement() % PAIRS);
  }

  /** Hands on what the log tells next; only one actor of a test reads it. */
  static void poll(ChangeHandler handler, int limit) {
    synchronized (TAILER) {
      TAILER.poll(handler, limit);
    }
  }

  /** A value all of whose bytes are the same, of a length that goes with them. */
  static byte[] value(int kind) {
    byte[] value = new byte[20 + 3 * kind];
    Arrays.fill(value, (byte) kind);
    return value;
  }

  /** Which value this is; 0 for none, -1 for one that is not whole. */
  static int kind(byte @Nullable [] value) {
    if (value == null) {
      return 0;
    }
    int kind = value.length == 0 ? -1 : value[0];
    return Arrays.equals(value, value(Math.max(0, kind))) ? kind : -1;
  }
}
