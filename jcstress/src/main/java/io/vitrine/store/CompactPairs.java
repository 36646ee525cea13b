package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A compact map that all states of a run share, and pairs of its keys that lie in one line. Safe
 * for any number of threads.
 */
final class CompactPairs {
  /** Two keys of one line; a pair is that of one state. */
  record Pair(long changed, long neighbour) {}

  /**
   * So many that no pair comes again while its state may still be looked at: jcstress makes the
   * next states, some ten thousand, before it has looked at the end of those before.
   */
  private static final long KEYS = 1 << 17;

  private static final AtomicInteger NEXT = new AtomicInteger();

  static final StoreMap<Long, UUID> MAP =
      StressStore.map(
          "/maps/pairs", MapOptions.of(Codecs.longs(), Codecs.uuids()).withSegments(2).compact());

  private static final List<Pair> PAIRS = pairs();

  private CompactPairs() {}

  private static List<Pair> pairs() {
    for (long key = 0; key < KEYS; key++) {
      MAP.put(key, value(1)); // the table has its size then, and the keys their places
    }
    var pairs = new ArrayList<Pair>();
    var engine = (CompactEngine) ((MappedMap<Long, UUID>) MAP).engine();
    MemorySegment memory = engine.file.mapped();
    for (int segment = 0; segment < engine.file.segments; segment++) {
      long table = Memory.get(memory, engine.file.segmentAt(segment) + SegmentLayout.TABLE);
      Map<Long, Long> single = new HashMap<>();
      engine
          .table()
          .forEach(
              memory,
              table,
              place -> {
                long key = Memory.get(memory, engine.table().entryAt(place));
                Long other = single.remove(place >>> 3);
                if (other == null) {
                  single.put(place >>> 3, key);
                } else {
                  pairs.add(new Pair(other, key));
                }
              });
    }
    return List.copyOf(pairs);
  }

  static Pair next() {
    return PAIRS.get(Math.floorMod(NEXT.getAndIncrement(), PAIRS.size()));
  }

  /** A value of two words that go with each other. */
  static UUID value(int kind) {
    return new UUID(0x0101_0101_0101_0101L * kind, ~0x0101_0101_0101_0101L * kind);
  }

  /** Which value this is; 0 for none, -1 for one that is not whole. */
  static int kind(@Nullable UUID value) {
    if (value == null) {
      return 0;
    }
    int kind = (int) (value.getMostSignificantBits() & 0xFF);
    return value.equals(value(kind)) ? kind : -1;
  }
}
