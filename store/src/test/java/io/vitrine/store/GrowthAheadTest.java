package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that grows often grows ahead of need, and never at the cost of what is in it. */
class GrowthAheadTest {
  private static final String PATH = "/maps/m";
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);
  private static final long MIB = 1 << 20;

  @TempDir Path folder;
  private SmallDisk disk;

  @BeforeEach
  void makeDisk() {
    disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 512 * MIB); // so no loop lasts
    disk.worksAhead = true;
  }

  private Store open() throws Exception {
    return MappedStore.open(Surroundings.system(disk), new StoreOptions(0));
  }

  private static MapEngine engine(Store store) {
    return ((MappedMap<Long, byte[]>) store.map(PATH, OPTIONS)).engine();
  }

  private static long word(MapEngine engine, long offset) {
    return engine.file.word(engine.file.memory(), offset);
  }

  private static long allocate(MapEngine engine) {
    return engine.space.allocate(1, PageEntry.CHUNK, 0);
  }

  /** Takes pages until another thread is seen to let the file grow. */
  private void takeUntilAhead(MapEngine engine) {
    var ahead = new AtomicBoolean();
    disk.beforeGrowth =
        name -> {
          if (Thread.currentThread() instanceof IoThread) {
            ahead.set(true);
          }
        };
    while (!ahead.get()) {
      allocate(engine);
    }
    engine.file.background.await();
  }

  @Test
  void growsByAnotherThreadBeforeThereIsNeed() throws Exception {
    try (Store store = open()) {
      MapEngine engine = engine(store);
      takeUntilAhead(engine);
      long used = word(engine, MapLayout.TOP) << MapLayout.PAGE_SHIFT;
      long unused = word(engine, MapLayout.ALLOCATED) - used;
      assertTrue(unused >= MIB / 4 && unused <= MIB * 3 / 4, unused + " bytes are unused");
    }
  }

  @Test
  void growsOnlyByWhoNeedsItWhereTheDiskIsNearlyFull() throws Exception {
    var growths = new ArrayList<Thread>();
    disk.beforeGrowth = name -> growths.add(Thread.currentThread());
    disk.room.set(40 * MIB);
    try (Store store = open()) {
      MapEngine engine = engine(store);
      while (growths.size() < 10) {
        allocate(engine);
        engine.file.background.await();
      }
      assertEquals(List.of(Thread.currentThread()), growths.stream().distinct().toList());
    }
  }

  /** What is there is given out while another one writes behind it. */
  @Test
  void waitsForTheOneWhoGrowsOnlyWhereThereIsNeed() throws Exception {
    try (Store store = open()) {
      MapEngine engine = engine(store);
      var locks = new OwnedLock(((MappedStore) store).attachment());
      allocate(engine);
      engine.file.background.await();
      locks.lock(engine.file.memory(), MapLayout.GROWTH_LOCK);
      long allocated = word(engine, MapLayout.ALLOCATED);
      while (word(engine, MapLayout.TOP) << MapLayout.PAGE_SHIFT < allocated) {
        allocate(engine);
      }
      assertEquals(allocated, word(engine, MapLayout.ALLOCATED));
      var page = new AtomicLong();
      var next = new Thread(() -> page.set(allocate(engine)));
      next.start();
      while (next.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      assertEquals(0, page.get(), "page taken behind what the file has");
      locks.unlock(engine.file.memory(), MapLayout.GROWTH_LOCK);
      next.join();
      assertEquals(allocated, page.get());
    }
  }

  @Test
  void takesTheLockOverFromADeadProcess() throws Exception {
    try (Store store = open()) {
      MapEngine engine = engine(store);
      var locks = new OwnedLock(((MappedStore) store).attachment());
      locks.abandon(engine.file.memory(), MapLayout.GROWTH_LOCK);
      engine.sweep();
      assertEquals(0, Memory.get(engine.file.memory(), MapLayout.GROWTH_LOCK));
      locks.abandon(engine.file.memory(), MapLayout.GROWTH_LOCK);
      long allocated = word(engine, MapLayout.ALLOCATED);
      while (word(engine, MapLayout.ALLOCATED) == allocated) {
        allocate(engine);
      }
      engine.file.background.await();
      assertEquals(0, Memory.get(engine.file.memory(), MapLayout.GROWTH_LOCK));
    }
  }

  /** Zeros that came late would be in the midst of what others have written since. */
  @Test
  void closesOnlyWhenNothingIsWrittenAnyMore() throws Exception {
    var entered = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Store store = open();
    MapEngine engine = engine(store);
    holdAhead(engine, entered, release);
    var closing = new Thread(store::close);
    closing.start();
    while (closing.getState() != Thread.State.WAITING && closing.isAlive()) {
      Thread.onSpinWait();
    }
    assertTrue(engine.file.memory().scope().isAlive(), "closed while another thread writes");
    release.countDown();
    closing.join();
    assertFalse(engine.file.memory().scope().isAlive());
  }

  /** As one whose locks others have taken, and who may be writing where these have entries. */
  @Test
  void anOpenThatIsLostIsUnmappedAtOnce() throws Exception {
    var entered = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (Store store = open()) {
      MapEngine engine = engine(store);
      holdAhead(engine, entered, release);
      engine.file.lose("it was taken for dead");
      assertFalse(engine.file.memory().scope().isAlive(), "still mapped");
      release.countDown();
    }
  }

  private void holdAhead(MapEngine engine, CountDownLatch entered, CountDownLatch release) {
    disk.beforeGrowth =
        name -> {
          if (Thread.currentThread() instanceof IoThread) {
            entered.countDown();
            awaitUninterruptibly(release);
          }
        };
    while (entered.getCount() > 0) {
      allocate(engine);
      awaitHeld(engine, entered);
    }
  }

  /** Takes no room while another thread lets the file grow: there may be none until it is held. */
  private static void awaitHeld(MapEngine engine, CountDownLatch entered) {
    while (engine.file.background.isBusy() && entered.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Who lets a file grow ahead holds no lock that keeps another from taking its place: here that
   * happens when he has asked the disk for the last time and has not written yet.
   */
  @Test
  void leavesTheFileAloneThatTookThePlaceOfItsOwn() throws Exception {
    var entered = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (Store store = open()) {
      StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
      MapEngine engine = engine(store);
      var asked = new AtomicInteger();
      disk.beforeTelling =
          () -> {
            if (Thread.currentThread() instanceof IoThread && asked.incrementAndGet() == 2) {
              entered.countDown();
              awaitUninterruptibly(release);
            }
          };
      long keys = 0;
      while (entered.getCount() > 0) {
        map.put(keys, value(keys++));
        awaitHeld(engine, entered);
      }
      long behind = word(engine, MapLayout.ALLOCATED) + MIB;
      MappedFile former = engine.file.disk();
      store.compact(PATH);
      while (word(engine, MapLayout.TOP) << MapLayout.PAGE_SHIFT < behind) {
        map.put(keys, value(keys++));
      }
      assertFalse(former.memory().scope().isAlive(), "the former file is still at hand");
      release.countDown();
      engine.file.background.await();
      for (long key = 0; key < keys; key++) {
        assertArrayEquals(value(key), map.get(key), "value of " + key);
      }
      Invariants.checkMaps(store);
    }
  }

  private static byte[] value(long key) {
    return ByteBuffer.allocate(64).putLong(key).putLong(~key).array();
  }
}
