package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer that dies at any point of several changes of one segment, while nobody has asked for the
 * log, leaves each entry old or new.
 */
class StageTakeoverTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact();
  private static final long OLD = 12;
  private static final long ALL = 18;
  private static final long ADDED = 100;

  @TempDir Path folder;

  private long epoch;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  @Test
  void putAll() throws Exception {
    Map<Long, Long> next = new LinkedHashMap<>();
    for (long key = 0; key < ALL; key++) {
      next.put(key, key + ADDED);
    }
    dieEverywhere(map -> map.putAll(next), next);
  }

  @Test
  void putAllIfAbsent() throws Exception {
    Map<Long, Long> next = before();
    for (long key = OLD; key < ALL; key++) {
      next.put(key, ADDED);
    }
    dieEverywhere(map -> map.putAllIfAbsent(keys(), ADDED), next);
  }

  @Test
  void removeAll() throws Exception {
    dieEverywhere(map -> map.removeAll(keys()), Map.of());
  }

  /** Else what was noted of one line would be taken for what another one had. */
  @Test
  void aNotedLineThatIsDamagedShows() throws Exception {
    for (int bit = 7; bit < 16; bit++) {
      Path store = Files.createTempDirectory(folder, "bit" + bit);
      assertTrue(dieAt(store, Step.LINE_OPENED, 3, map -> map.putAllIfAbsent(keys(), ADDED)));
      flip(store, bit);
      assertFalse(Stores.check(store).isClean(), "check");
      try (Store survivor = Stores.open(store)) {
        StoreMap<Long, Long> map = survivor.map("/maps/m", OPTIONS);
        Map<Long, Long> old = before();
        old.forEach((key, value) -> assertSameOrRefused(map, key, value));
        assertThrows(CorruptStoreException.class, () -> map.putAll(old));
        assertThrows(CorruptStoreException.class, () -> map.put(1L, 1L));
      }
      flip(store, bit);
      try (Store survivor = Stores.open(store)) {
        StoreMap<Long, Long> map = survivor.map("/maps/m", OPTIONS);
        before().forEach((key, value) -> assertEquals(value, map.get(key)));
        Invariants.checkMaps(survivor);
      }
    }
  }

  private static void assertSameOrRefused(StoreMap<Long, Long> map, Long key, Long value) {
    Long now;
    try {
      now = map.get(key);
    } catch (CorruptStoreException e) {
      return;
    }
    assertEquals(value, now, () -> "key " + key);
  }

  /** Flips a bit of the word that names the line which the dead writer was changing. */
  private void flip(Path store, int bit) throws IOException {
    try (MapFile file = MapFile.open(new DiskFiles(store), "maps/m.vtr", epoch)) {
      long undo = file.segmentAt(0) + CompactLayout.UNDO_LINE;
      Memory.set(file.memory(), undo, Memory.get(file.memory(), undo) ^ 1L << bit);
    }
  }

  private static List<Long> keys() {
    return LongStream.range(0, ALL).boxed().toList();
  }

  private static Map<Long, Long> before() {
    Map<Long, Long> before = new LinkedHashMap<>();
    for (long key = 0; key < OLD; key++) {
      before.put(key, key);
    }
    return before;
  }

  private void dieEverywhere(Consumer<StoreMap<Long, Long>> call, Map<Long, Long> after)
      throws Exception {
    Set<Step> met = EnumSet.noneOf(Step.class);
    for (Step step : Step.values()) {
      int visit = 1;
      while (dieAt(step, visit, call, after)) {
        met.add(step);
        visit++;
      }
    }
    assertTrue(
        met.containsAll(
            EnumSet.of(
                Step.INTENT_SET,
                Step.REVISION_TAKEN,
                Step.UNDO_NOTED,
                Step.LINE_OPENED,
                Step.LINE_CHANGED,
                Step.SLOT_SWUNG,
                Step.INTENT_CLEARED)),
        "points that were met: " + met);
  }

  /** Lets a writer die at the n-th visit of a point; false if it never comes there. */
  private boolean dieAt(
      Step step, int visit, Consumer<StoreMap<Long, Long>> call, Map<Long, Long> after)
      throws Exception {
    Path store = Files.createTempDirectory(folder, step.name());
    boolean died = dieAt(store, step, visit, call);
    assertTrue(
        Stores.check(store).isClean(), () -> "check at " + step + ": " + Stores.check(store));
    try (Store survivor = Stores.open(store)) {
      verify(survivor, after, step + " visit " + visit, died);
    }
    return died;
  }

  private boolean dieAt(Path store, Step step, int visit, Consumer<StoreMap<Long, Long>> call)
      throws Exception {
    MappedStore victim = (MappedStore) Stores.open(store);
    StoreMap<Long, Long> map = victim.map("/maps/m", OPTIONS);
    map.putAll(before());
    epoch = victim.epoch();
    var over = new CountDownLatch(1);
    var visits = new AtomicInteger();
    var writer =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() -> {
              call.accept(map);
              over.countDown();
            });
    Step.hook(at -> {
      if (Thread.currentThread().equals(writer) && at == step) {
        if (visits.incrementAndGet() == visit) {
          over.countDown();
          while (true) {
            LockSupport.park();
          }
        }
      }
    });
    writer.start();
    assertTrue(over.await(60, TimeUnit.SECONDS), "writer neither died nor ended");
    Step.hook(null);
    boolean died = visits.get() == visit;
    victim.attachment().close();
    return died;
  }

  private static void verify(Store survivor, Map<Long, Long> after, String what, boolean died) {
    StoreMap<Long, Long> map = survivor.map("/maps/m", OPTIONS);
    Map<Long, Long> before = before();
    for (long key = 0; key < ALL; key++) {
      Long now = map.get(key);
      Long next = after.get(key);
      boolean isNext = next == null ? now == null : next.equals(now);
      Long old = before.get(key);
      boolean isOld = died && (old == null ? now == null : old.equals(now));
      assertTrue(isNext || isOld, what + ": key " + key + " has " + now);
    }
    map.putAll(before);
    before.forEach((key, value) -> assertEquals(value, map.get(key), what));
    Invariants.checkMaps(survivor);
  }
}
