package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Numbers that are added to in place. */
class AdditionTest {
  @TempDir Path folder;

  @Test
  void addsToLongsAsAnAtomicLongDoes() {
    try (Store store = Logged.inMemory()) {
      StoreMap<String, Long> map =
          store.map("/maps/a", MapOptions.of(Codecs.strings(), Codecs.longs()));
      long model = 0;
      for (long delta : new long[] {5, -7, 0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, 1}) {
        model += delta;
        assertEquals(model, map.addAndGet("k", delta));
        assertEquals(model, map.get("k"));
      }
      assertEquals(1, map.size());
      Invariants.check(store);
    }
  }

  @Test
  void addsToIntsExactlyOrNotAtAll() {
    try (Store store = Logged.inMemory()) {
      StoreMap<Long, Integer> map =
          store.map("/maps/a", MapOptions.of(Codecs.longs(), Codecs.ints()));
      assertEquals(-3, map.addAndGet(1L, -3));
      assertEquals(Integer.MAX_VALUE, map.addAndGet(1L, Integer.MAX_VALUE + 3L));
      long revision = store.revision();
      for (long delta : new long[] {1, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE}) {
        assertThrows(ArithmeticException.class, () -> map.addAndGet(1L, delta));
      }
      assertThrows(ArithmeticException.class, () -> map.addAndGet(2L, 1L << 31));
      assertEquals(Integer.MAX_VALUE, map.get(1L));
      assertNull(map.get(2L));
      assertEquals(revision, store.revision());
      assertEquals(Integer.MIN_VALUE, map.addAndGet(3L, Integer.MIN_VALUE));
      assertEquals(-1, map.addAndGet(3L, Integer.MAX_VALUE));
      Invariants.check(store);
    }
  }

  @Test
  void addsToDoubles() {
    try (Store store = Logged.inMemory()) {
      StoreMap<String, Double> map =
          store.map("/maps/a", MapOptions.of(Codecs.strings(), Codecs.doubles()));
      assertEquals(0.1, map.addAndGet("k", 0.1));
      assertEquals(0.1 + 0.2, map.addAndGet("k", 0.2));
      assertEquals(Double.POSITIVE_INFINITY, map.addAndGet("k", Double.POSITIVE_INFINITY));
      assertEquals(Double.NaN, map.addAndGet("k", Double.NEGATIVE_INFINITY));
      assertEquals(Double.NaN, map.get("k"));
      assertThrows(UnsupportedOperationException.class, () -> map.addAndGet("k", 1L));
    }
  }

  @Test
  void refusesOtherValues() {
    try (Store store = Logged.inMemory()) {
      StoreMap<String, String> texts =
          store.map("/maps/a", MapOptions.of(Codecs.strings(), Codecs.strings()));
      StoreMap<String, Long> longs =
          store.map("/maps/b", MapOptions.of(Codecs.strings(), Codecs.longs()));
      var e = assertThrows(UnsupportedOperationException.class, () -> texts.addAndGet("k", 1L));
      assertEquals(
          "/maps/a: values are of type string, an integer is added to long and int only",
          e.getMessage());
      assertThrows(UnsupportedOperationException.class, () -> texts.addAndGet("k", 1.0));
      assertThrows(UnsupportedOperationException.class, () -> longs.addAndGet("k", 1.0));
    }
  }

  @Test
  void addsToTheNumbersOfAMapWhoseClassesAreUnknown() {
    try (Store store = Logged.inMemory()) {
      store.map("/maps/a", MapOptions.of(Codecs.strings(), Codecs.ints()));
      StoreMap<Object, Object> map = Objects.requireNonNull(store.genericMap("/maps/a"));
      assertEquals(4, map.addAndGet("k", 4));
      assertEquals(4L, map.get("k"));
    }
  }

  @Test
  void tellsEachAdditionOnce() {
    try (Store store = Logged.inMemory()) {
      StoreMap<String, Long> map =
          store.map("/maps/a", MapOptions.of(Codecs.strings(), Codecs.longs()));
      map.addAndGet("k", 2);
      map.addAndGet("k", 3);
      List<String> told = new ArrayList<>();
      store
          .tailer(0)
          .poll(
              change -> {
                told.add(
                    change.kind()
                        + " "
                        + (change.kind() == ChangeKind.CREATED
                            ? ""
                            : map.oldValue(change) + " " + map.newValue(change)));
                return true;
              },
              10);
      assertEquals(List.of("CREATED ", "INSERTED null 2", "UPDATED 2 5"), told);
    }
  }

  @Test
  void losesNoneOfTheAdditionsOfManyThreads() throws Exception {
    try (Store first = Logged.open(folder);
        Store second = Logged.open(folder)) {
      MapOptions<Long, Long> options =
          MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        StoreMap<Long, Long> map = (i % 2 == 0 ? first : second).map("/maps/a", options);
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (long n = 0; n < 20_000; n++) {
                    map.addAndGet(n % 7, n % 3 - 5);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      var sums = new long[7];
      for (long n = 0; n < 20_000; n++) {
        sums[(int) (n % 7)] += 4 * (n % 3 - 5);
      }
      StoreMap<Long, Long> map = first.map("/maps/a", options);
      for (int i = 0; i < 7; i++) {
        assertEquals(sums[i], map.get((long) i));
      }
      assertTrue(map.size() == 7);
      Invariants.check(first);
    }
  }
}
