package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repair of a store in which a process died amid an atomic group. */
class GroupRepairTest {
  private static final MapOptions<Long, Long> BLOCKS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
  private static final MapOptions<Long, Long> COMPACT = BLOCKS.compact();
  private static final String OTHER = "/maps/other";

  @TempDir Path temporary;

  private Path folder = Path.of("");

  @BeforeEach
  void newFolder() {
    folder = temporary.resolve("store");
  }

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static MapOptions<Long, Long> options(String path) {
    return path.contains("compact") ? COMPACT : BLOCKS;
  }

  /**
   * Lets a process die amid a group that updates, inserts and removes in two maps.
   *
   * @param at where it dies
   * @param times how often it comes there
   */
  private void dieAmidAGroup(String first, String second, Step at, int times) throws Exception {
    MappedStore victim = (MappedStore) Logged.open(folder);
    victim.map(OTHER, BLOCKS).put(1L, 1L); // the first records, one of which will be damaged
    victim.map(OTHER, BLOCKS).put(2L, 2L);
    StoreMap<Long, Long> one = victim.map(first, options(first));
    StoreMap<Long, Long> two = victim.map(second, options(second));
    for (StoreMap<Long, Long> map : List.of(one, two)) {
      for (long key = 0; key < 20; key++) {
        map.put(key, key);
      }
    }
    var stopped = new CountDownLatch(1);
    var met = new AtomicInteger();
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() ->
                victim.atomically(group -> {
                  for (StoreMap<Long, Long> map : List.of(one, two)) {
                    group.put(map, 1L, 100L);
                    group.put(map, 50L, 50L);
                    group.remove(map, 2L);
                  }
                  return null;
                }));
    Step.hook(step -> {
      if (step == at && Thread.currentThread().equals(writer) && met.incrementAndGet() == times) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS));
    victim.attachment().close();
  }

  private void flip(String file, long at) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      access.seek(at);
      int was = access.read();
      access.seek(at);
      access.write(was ^ 1);
    }
  }

  private void assertMade(boolean isMade, String first, String second, RepairReport report) {
    String what = report.toString();
    assertTrue(report.newLog(), what);
    assertTrue(Stores.check(folder).isClean(), what);
    try (Store store = Logged.open(folder)) {
      for (String path : List.of(first, second)) {
        StoreMap<Long, Long> map = store.map(path, options(path));
        assertEquals(isMade ? 100L : 1L, map.get(1L), path + " " + what);
        assertEquals(isMade ? 50L : null, map.get(50L), path + " " + what);
        assertEquals(isMade ? null : 2L, map.get(2L), path + " " + what);
        assertEquals(20, map.size(), path + " " + what);
        assertEquals(7L, map.get(7L), path + " " + what);
      }
      Invariants.check(store);
    }
  }

  private static final List<List<String>> PAIRS =
      List.of(
          List.of("/maps/a", "/maps/b"),
          List.of("/maps/compact", "/maps/b"),
          List.of("/maps/a", "/maps/compact"),
          List.of("/maps/compact", "/maps/compact2"));

  @Test
  void aGroupThatWasDecidedIsMadeWhereTheLogBeginsAnew() throws Exception {
    int round = 0;
    for (List<String> pair : PAIRS) {
      for (int swung = 0; swung <= 6; swung++) {
        folder = temporary.resolve("store" + round++);
        Step at = swung == 0 ? Step.GROUP_DECIDED : Step.SLOT_SWUNG;
        dieAmidAGroup(pair.getFirst(), pair.getLast(), at, Math.max(1, swung));
        flip(LogFile.nameOf(0), LogLayout.FIRST_RECORD + LogLayout.TIME);
        RepairReport report = Stores.repair(folder);
        assertEquals(List.of(), report.notes());
        assertEquals(List.of(), report.lost());
        assertMade(true, pair.getFirst(), pair.getLast(), report);
      }
    }
  }

  @Test
  void aGroupIsMadeWhereOneOfItsMapsIsDamagedToo() throws Exception {
    int round = 0;
    for (List<String> pair : PAIRS) {
      folder = temporary.resolve("store" + round++);
      dieAmidAGroup(pair.getFirst(), pair.getLast(), Step.SLOT_SWUNG, 2);
      flip(StorePath.file(pair.getFirst()), MapLayout.MAGIC);
      RepairReport report = Stores.repair(folder, new RepairOptions(true, true));
      assertEquals(List.of(), report.lost());
      assertMade(true, pair.getFirst(), pair.getLast(), report);
    }
  }

  @Test
  void aGroupThatWasNotDecidedIsNotMade() throws Exception {
    for (List<String> pair : PAIRS) {
      folder = temporary.resolve("store" + PAIRS.indexOf(pair));
      dieAmidAGroup(pair.getFirst(), pair.getLast(), Step.RECORD_WRITTEN, 1);
      RepairReport report = Stores.repair(folder, new RepairOptions(true, true));
      assertEquals(List.of(), report.notes());
      assertMade(false, pair.getFirst(), pair.getLast(), report);
    }
  }

  /** What a record told that was decided was made, at least in part: it leaves a gap. */
  @Test
  void aDecidedRecordThatIsDamagedIsAGap() throws Exception {
    dieAmidAGroup("/maps/a", "/maps/b", Step.SLOT_SWUNG, 1);
    long epoch;
    StoreFiles files = new DiskFiles(folder);
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      epoch = control.epoch;
    }
    long record;
    try (var scan = new LogScan(files, epoch)) {
      var last = new long[1];
      scan.walk(0, (file, begin, end, header) -> last[0] = begin);
      record = last[0];
    }
    flip(LogFile.nameOf(0), record + LogLayout.TIME);
    assertFalse(Stores.check(folder).isClean());
    var log = new LogSalvage(files, epoch);
    log.readCatalogue(Map.of());
    assertEquals(Long.MAX_VALUE, log.gapless(), "nothing before proves anything");
    RepairReport report = Stores.repair(folder);
    assertTrue(report.newLog());
    for (String path : List.of("/maps/a", "/maps/b")) {
      assertTrue(
          report.notes().stream().anyMatch(note -> note.startsWith(path + ": an atomic group")),
          report.toString());
    }
    assertTrue(Stores.check(folder).isClean());
  }
}
