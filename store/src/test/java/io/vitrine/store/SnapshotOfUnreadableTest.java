package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A snapshot that meets values which cannot be read, among those that were changed since, tells of
 * each once, and of all others as they were.
 */
class SnapshotOfUnreadableTest {
  private static final int KEYS = 3_000;
  private static final int BAD_EACH = 50;

  /** Numbers, of which those below 0 cannot be read. */
  private static final class Positive extends EightByteCodec {
    Positive() {
      super("!Positive");
    }

    @Override
    public Long read(MemorySegment source, long offset, long length) {
      long value = super.read(source, offset, length);
      if (value < 0) {
        throw new IllegalArgumentException("below 0");
      }
      return value;
    }
  }

  @ParameterizedTest
  @CsvSource({"false,false", "false,true", "true,false", "true,true"})
  void tellsOfEachOnce(boolean compact, boolean inGroups) {
    MapOptions<Long, Long> options = MapOptions.of(Codecs.longs(), new Positive()).withSegments(4);
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map = store.map("/maps/a", compact ? options.compact() : options);
      var expected = new HashMap<Long, Long>();
      var bad = new HashSet<Long>();
      for (long key = 0; key < KEYS; key++) {
        boolean isBad = key % BAD_EACH == 7;
        map.put(key, isBad ? -key : key);
        if (isBad) {
          bad.add(key);
        } else {
          expected.put(key, key);
        }
      }
      Snapshot<Long, Long> snapshot = map.snapshot();
      var found = new HashMap<Long, Long>();
      List<Throwable> failures = new ArrayList<>();
      boolean more = next(snapshot, found, failures, 10);
      for (long key = 0; key < KEYS; key++) {
        change(store, map, key, inGroups);
      }
      for (int calls = 0; more; calls++) {
        assertTrue(calls < 2 * KEYS, () -> "stuck: " + failures.getLast());
        more = next(snapshot, found, failures, 10);
      }
      assertEquals(expected, found);
      assertEquals(bad.size(), failures.size());
      check(map, bad, failures);
    }
  }

  private static void change(Store store, StoreMap<Long, Long> map, long key, boolean inGroups) {
    if (!inGroups) {
      map.put(key, KEYS + key);
    } else if (key % 5 == 0) {
      store.atomically(group -> {
        for (long other = key; other < Math.min(key + 5, KEYS); other++) {
          group.put(map, other, KEYS + other);
        }
        return null;
      });
    }
  }

  private static boolean next(
      Snapshot<Long, Long> snapshot, Map<Long, Long> found, List<Throwable> failures, int limit) {
    try {
      return snapshot.next(
          (key, value, _) -> assertEquals(null, found.put(key, value), "twice: " + key), limit);
    } catch (CorruptStoreException | IllegalArgumentException e) {
      failures.add(e);
      return true;
    }
  }

  private static void check(StoreMap<Long, Long> map, Set<Long> bad, List<Throwable> failures) {
    for (Throwable failure : failures) {
      assertTrue(String.valueOf(failure.getMessage()).contains(map.path()), failure.toString());
    }
    for (long key : bad) {
      assertEquals(KEYS + key, map.get(key));
    }
  }

  /** Values too large for the heap's part of a walk are told, too. */
  @Test
  void tellsLargeValues() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4));
      int[] sizes = {0, 1, 1 << 18, (1 << 18) + 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1};
      for (int i = 0; i < 10 * sizes.length; i++) {
        map.put((long) i, new byte[sizes[i % sizes.length]]);
      }
      Snapshot<Long, byte[]> snapshot = map.snapshot();
      for (long key = 0; key < map.size(); key++) {
        map.put(key, new byte[5]);
      }
      var found = new HashMap<Long, Integer>();
      boolean more = true;
      while (more) {
        more = snapshot.next((key, value, _) -> found.put(key, value.length), 7);
      }
      assertEquals(10 * sizes.length, found.size());
      found.forEach(
          (key, length) -> assertEquals(sizes[(int) (key % sizes.length)], length, "key " + key));
    }
  }
}
