package io.vitrine.store;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A thread that changes a store, and counts which of its changes have been acknowledged. No other
 * writer has its keys.
 */
final class PowerWriter implements Runnable {
  static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);

  /** The last of the shared maps is a compact one. */
  static final int SHARED = 3;

  private static final int COMPACT_BYTES = 16;
  private static final MapOptions<Long, byte[]> COMPACT =
      MapOptions.of(Codecs.longs(), new FixedBytes(COMPACT_BYTES)).withSegments(2).compact();

  private static final int KEYS = 30;

  private final Store store;
  private final int owner;
  private final int owners;
  private final int operations;
  private final int valueBytesMax;
  private final Random random;
  private final AtomicLongArray acknowledged;
  private final Runnable afterEach;
  private final Set<String> present = new HashSet<>();
  private volatile boolean stopped;

  PowerWriter(
      Store store,
      int owner,
      int owners,
      int operations,
      int valueBytesMax,
      long seed,
      AtomicLongArray acknowledged,
      Runnable afterEach) {
    this.store = store;
    this.owner = owner;
    this.owners = owners;
    this.operations = operations;
    this.valueBytesMax = valueBytesMax;
    this.random = new Random(seed);
    this.acknowledged = acknowledged;
    this.afterEach = afterEach;
    for (String path : store.list("/")) {
      present.add(path);
      if (!PowerHistory.isOwned(path) || path.equals(PowerHistory.pathOf(owner))) {
        store.map(path, optionsOf(path)).forEach((key, value) -> present.add(path + "#" + key));
      }
    }
  }

  /** The maps that all writers share are there from the beginning. */
  static String shared(int number) {
    return "/maps/shared-" + number;
  }

  static boolean isCompact(String path) {
    return path.equals(shared(SHARED - 1));
  }

  /** What a map is made of. */
  static MapOptions<Long, byte[]> optionsOf(String path) {
    return isCompact(path) ? COMPACT : OPTIONS;
  }

  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    for (int i = 0; i < operations && !stopped; i++) {
      if (random.nextInt(40) == 0) {
        createOrDrop();
      } else if (random.nextInt(40) == 0) {
        compact();
      } else {
        String own = PowerHistory.pathOf(owner);
        boolean inOwn = present.contains(own) && random.nextInt(4) == 0;
        change(inOwn ? own : shared(random.nextInt(SHARED)));
      }
      afterEach.run();
    }
  }

  private void createOrDrop() {
    String path = PowerHistory.pathOf(owner);
    if (present.remove(path)) {
      store.drop(path);
      present.removeIf(known -> known.startsWith(path + "#"));
    } else {
      store.map(path, OPTIONS);
      present.add(path);
    }
    acknowledged.incrementAndGet(owner);
  }

  /** Gives a map another file; a log that retains too little for that leaves it as it is. */
  private void compact() {
    String path = shared(random.nextInt(SHARED));
    if (isCompact(path)) {
      return; // it keeps its file
    }
    try {
      store.compact(path);
    } catch (RetentionException e) {
      // the other writers made too many changes meanwhile
    }
  }

  private void change(String path) {
    StoreMap<Long, byte[]> map = store.map(path, optionsOf(path));
    long key = (long) random.nextInt(KEYS) * owners + owner;
    if (random.nextInt(4) == 0) {
      map.remove(key);
      if (present.remove(path + "#" + key)) {
        acknowledged.incrementAndGet(owner);
      }
      return;
    }
    int length = random.nextInt(1 + random.nextInt(1 + valueBytesMax));
    byte[] value = new byte[isCompact(path) ? COMPACT_BYTES : length];
    random.nextBytes(value);
    map.put(key, value);
    present.add(path + "#" + key);
    acknowledged.incrementAndGet(owner);
  }
}
