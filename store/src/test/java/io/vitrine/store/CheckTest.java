package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a check of a store finds, and that it finds nothing where there is nothing. */
class CheckTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(4);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static void fill(StoreMap<Long, String> map, Random random, int changes) {
    for (int i = 0; i < changes; i++) {
      long key = random.nextInt(3_000);
      if (random.nextInt(4) == 0) {
        map.remove(key);
      } else {
        int length = random.nextInt(200) == 0 ? 100_000 : random.nextInt(300);
        map.put(key, "v".repeat(length) + i);
      }
    }
  }

  private static void assertClean(CheckReport report) {
    assertTrue(report.isClean(), () -> report.findings().toString());
  }

  private static void assertFinds(CheckReport report, Finding.Kind kind, String... parts) {
    assertTrue(
        report.findings().stream()
            .filter(finding -> finding.kind() == kind)
            .anyMatch(finding -> List.of(parts).stream().allMatch(finding.toString()::contains)),
        () -> kind + " " + List.of(parts) + " is not among " + report.findings());
  }

  @Test
  void aStoreThatWasWrittenToIsClean() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try (Store store = Stores.open(folder, new StoreOptions(4 << 20).withLogFromStart())) {
      fill(store.map("/maps/a", OPTIONS), random, 20_000);
      fill(store.map("/maps/b", OPTIONS.withSegments(1)), random, 5_000);
      store.map("/maps/c", OPTIONS);
      store.drop("/maps/c");
      long entries = store.map("/maps/a", OPTIONS).size() + store.map("/maps/b", OPTIONS).size();
      CheckReport open = Stores.check(folder);
      assertClean(open);
      assertEquals(entries, open.entries());
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
    CheckReport closed = Stores.check(folder);
    assertClean(closed);
    assertEquals(2, closed.maps());
    assertTrue(closed.records() > 0);
    assertEquals(List.of(), closed.findings());
    CheckReport one = Stores.check(folder, new CheckOptions(List.of("/maps/b"), false));
    assertEquals(1, one.maps());
  }

  @Test
  void aStoreThatIsBeingWrittenToIsClean() throws Exception {
    var stop = new AtomicBoolean();
    try (Store store = Stores.open(folder, new StoreOptions(8 << 20).withLogFromStart())) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      Thread[] writers = new Thread[2];
      for (int i = 0; i < writers.length; i++) {
        var random = new Random(i);
        writers[i] =
            Thread.ofPlatform()
                .start(() -> {
                  while (!stop.get()) {
                    fill(map, random, 100);
                  }
                });
      }
      for (int round = 0; round < 6; round++) {
        CheckReport report = Stores.check(folder);
        assertClean(report);
      }
      stop.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
    }
    assertClean(Stores.check(folder));
  }

  @Test
  void tellsWhatADeadProcessLeftAndPutsItInOrderIfAsked() throws InterruptedException {
    MappedStore victim = (MappedStore) Logged.open(folder);
    StoreMap<Long, String> map = victim.map("/maps/a", OPTIONS);
    map.put(1L, "one");
    var stopped = new CountDownLatch(1);
    Step.hook(step -> {
      if (step == Step.SLOT_SWUNG) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    Thread.ofPlatform().daemon().start(() -> map.put(1L, "two"));
    stopped.await();
    Step.hook(null);
    victim.attachment().close();
    CheckReport report = Stores.check(folder);
    assertTrue(report.isClean(), () -> report.findings().toString());
    assertFinds(report, Finding.Kind.LEFTOVER, "maps/a.vtr", "locked by a process that died");
    CheckReport again = Stores.check(folder);
    assertEquals(report.leftovers(), again.leftovers(), "a check changes nothing");
    CheckReport after = Stores.check(folder, new CheckOptions(List.of(), true));
    assertEquals(List.of(), after.findings());
  }

  private Path damaged(String file, long offset, long flip) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      access.seek(offset);
      long word = access.readLong();
      access.seek(offset);
      access.writeLong(word ^ Long.reverseBytes(flip));
    }
    return folder;
  }

  private void assertDamage(String file, long offset, long flip, String... parts)
      throws IOException {
    CheckReport report = Stores.check(damaged(file, offset, flip));
    assertFalse(report.isClean());
    assertFinds(report, Finding.Kind.DAMAGE, parts);
    assertClean(Stores.check(damaged(file, offset, flip)));
  }

  @Test
  void findsWhatIsDamagedAndWhere() throws IOException {
    long slot;
    long block;
    long segment;
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS.withSegments(1));
      for (long i = 0; i < 20; i++) {
        map.put(i, "value" + i);
      }
      map.remove(7L);
      MapEngine engine = ((MappedMap<Long, String>) map).engine();
      segment = engine.file.segmentAt(0);
      long table = Memory.get(engine.file.memory(), segment + SegmentLayout.TABLE);
      slot = SegmentLayout.tableOffset(table);
      while (!Slot.isLive(Memory.get(engine.file.memory(), slot))) {
        slot += 8;
      }
      block = Slot.block(Memory.get(engine.file.memory(), slot));
    }
    String at = "maps/a.vtr at 0x";
    assertDamage("maps/a.vtr", MapLayout.SEGMENTS, 4, "maps/a.vtr", "header");
    assertDamage("maps/a.vtr", MapLayout.TOP, 4, at + "e0", "matches its own check");
    assertDamage("maps/a.vtr", slot, 1L << 50, at + Long.toHexString(slot), "parity");
    assertDamage("maps/a.vtr", block + 24, 1, at + Long.toHexString(block), "match its check");
    assertDamage("maps/a.vtr", block + 17, 1, at + Long.toHexString(block), "match its check");
    assertDamage("maps/a.vtr", segment + SegmentLayout.TABLE, 1 << 20, "a table within the file");
    assertDamage("maps/a.vtr", segment + SegmentLayout.ENTRIES, 0x0101L << 48, "19");
    assertDamage("maps/a.vtr", segment + SegmentLayout.CHUNKS, 1 << 12, "a chunk at");
    assertDamage("maps/a.vtr", segment + SegmentLayout.SPARES, 1, "spare blocks");
    assertDamage("maps/a.vtr", segment + SegmentLayout.INTENT_SLOT, 8, "unfinished update");
    assertDamage(LogFile.nameOf(0), LogLayout.START, 1, "log/0000000000000000.log", "header");
    assertDamage(LogFile.nameOf(0), 64, 1, "at 0x40", "header of a record");
    assertDamage(LogFile.nameOf(0), 64 + 26, 1, "at 0x40", "match its check");
    assertDamage(LogFile.nameOf(0), 500_000, 1, "at 0x7a120", "behind the last record");
    assertDamage(ControlLayout.FILE, ControlLayout.EPOCH, 1, "store.vtr", "header");
    assertDamage(ControlLayout.FILE, ControlLayout.LOG_FIRST, 1, "store.vtr at 0xc0");
  }

  @Test
  void findsThatAMapIsOlderThanItsLog() throws IOException {
    byte[] before;
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (long i = 0; i < 200; i++) {
        map.put(i, "value" + i);
      }
    }
    before = Files.readAllBytes(folder.resolve("maps/a.vtr"));
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(7L, "value8");
    }
    assertClean(Stores.check(folder));
    byte[] after = Files.readAllBytes(folder.resolve("maps/a.vtr"));
    Files.write(folder.resolve("maps/a.vtr"), before);
    assertFinds(Stores.check(folder), Finding.Kind.DAMAGE, "maps/a.vtr", "as the log tells");
    Files.write(folder.resolve("maps/a.vtr"), after);
    assertClean(Stores.check(folder));
  }

  /** What dead processes left is told, and is no damage, wherever in a group they died. */
  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {"GROUP_DECIDED", "SLOT_SWUNG", "RECORD_COMMITTED", "INTENT_CLEARED", "COUNTED"})
  void aWriterThatDiedAmidAGroupIsNoDamage(Step point) throws Exception {
    var victim = (MappedStore) Stores.open(folder);
    MapOptions<Long, Long> options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
    StoreMap<Long, Long> map = victim.map("/maps/m", options);
    map.put(0L, 0L);
    var died = new CountDownLatch(1);
    var visits = new AtomicInteger();
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() ->
                victim.atomically(group -> {
                  for (long key = 1; key <= 20; key++) {
                    group.put(map, key, key);
                  }
                  return null;
                }));
    Step.hook(step -> {
      if (step == point && Thread.currentThread().equals(writer) && visits.incrementAndGet() == 1) {
        died.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    died.await();
    Step.hook(null);
    victim.attachment().close();
    CheckReport report = Stores.check(folder);
    assertEquals(0, report.damages(), report::toString);
    try (Store survivor = Stores.open(folder)) {
      assertEquals(21, survivor.map("/maps/m", options).size());
    }
  }
}
