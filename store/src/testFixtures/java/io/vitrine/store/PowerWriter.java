package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * A thread that changes a store, one entry or several at once, for ever or for a time, or publishes
 * events, and counts which of its changes have been acknowledged. No other writer has its keys.
 */
final class PowerWriter implements Runnable {
  static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);

  /** The last two of the shared maps are compact ones, the very last one of wide lines. */
  static final int SHARED = 4;

  private static final int COMPACT_BYTES = 16;
  private static final int WIDE_BYTES = 64;
  private static final MapOptions<Long, byte[]> COMPACT =
      MapOptions.of(Codecs.longs(), new FixedBytes(COMPACT_BYTES)).withSegments(2).compact();
  private static final MapOptions<Long, byte[]> WIDE =
      MapOptions.of(Codecs.longs(), Codecs.bytes(WIDE_BYTES)).withSegments(2).compact();

  private static final int KEYS = 30;

  /** So long that no entry is over before the run is. */
  private static final Duration LONG_TIME = Duration.ofDays(1_000);

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
    return path.equals(shared(SHARED - 2)) || isWide(path);
  }

  private static boolean isWide(String path) {
    return path.equals(shared(SHARED - 1));
  }

  /** What a map is made of. */
  static MapOptions<Long, byte[]> optionsOf(String path) {
    return isWide(path) ? WIDE : isCompact(path) ? COMPACT : OPTIONS;
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
      } else if (random.nextInt(8) == 0) {
        changeGroup();
      } else if (random.nextInt(16) == 0) {
        publish();
      } else {
        change();
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
    try {
      store.compact(shared(random.nextInt(SHARED)));
    } catch (RetentionException e) {
      // the other writers made too many changes meanwhile
    }
  }

  /** One key and what becomes of it; null for its removal. */
  private record Draw(
      String path,
      StoreMap<Long, byte[]> map,
      long key,
      @SuppressWarnings("ArrayRecordComponent") byte @Nullable [] value) {}

  private Draw draw(String path) {
    StoreMap<Long, byte[]> map = store.map(path, optionsOf(path));
    long key = (long) random.nextInt(KEYS) * owners + owner;
    if (random.nextInt(4) == 0) {
      return new Draw(path, map, key, null);
    }
    int length = random.nextInt(1 + random.nextInt(1 + valueBytesMax));
    byte[] value = new byte[isWide(path) ? WIDE_BYTES : isCompact(path) ? COMPACT_BYTES : length];
    random.nextBytes(value);
    return new Draw(path, map, key, value);
  }

  /** A map of this writer's own, where there is one, or one that all share. */
  private String anyPath() {
    String own = PowerHistory.pathOf(owner);
    boolean inOwn = present.contains(own) && random.nextInt(4) == 0;
    return inOwn ? own : shared(random.nextInt(SHARED));
  }

  /** How many changes the log tells of it. */
  private int note(Draw draw) {
    String known = draw.path + "#" + draw.key;
    if (draw.value == null) {
      return present.remove(known) ? 1 : 0;
    }
    present.add(known);
    return 1;
  }

  private void change() {
    Draw draw = draw(anyPath());
    if (draw.value == null) {
      draw.map.remove(draw.key);
    } else if (!isCompact(draw.path) && random.nextInt(6) == 0) {
      draw.map.put(draw.key, draw.value, LONG_TIME.plusSeconds(random.nextInt(1_000)));
    } else {
      draw.map.put(draw.key, draw.value);
    }
    acknowledged.addAndGet(owner, note(draw));
  }

  /** Changes several entries, in one map or in several, as one change. */
  private void changeGroup() {
    var draws = new TreeMap<String, Draw>();
    for (int i = 2 + random.nextInt(4); i > 0; i--) {
      Draw draw = draw(anyPath());
      draws.put(draw.path + "#" + draw.key, draw);
    }
    store.atomically(group -> {
      for (Draw draw : draws.values()) {
        if (draw.value == null) {
          group.remove(draw.map, draw.key);
        } else {
          group.put(draw.map, draw.key, draw.value);
        }
      }
      return true;
    });
    acknowledged.addAndGet(owner, draws.values().stream().mapToInt(this::note).sum());
  }

  /** Tells something that begins with who tells it. */
  private void publish() {
    String path = anyPath();
    byte[] event = new byte[8 + random.nextInt(1 + valueBytesMax)];
    random.nextBytes(event);
    MemorySegment.ofArray(event).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, owner);
    store.map(path, optionsOf(path)).publish(event);
    acknowledged.incrementAndGet(owner);
  }
}
