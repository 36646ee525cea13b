package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repair that is slow, or whose maker dies too, while others read and write. */
class RepairTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(1);

  @TempDir Path folder;
  private final CountDownLatch released = new CountDownLatch(1);

  @AfterEach
  void noHook() {
    released.countDown();
    Step.hook(null);
  }

  /** A thread that stops at a point, for ever or until it is released. */
  private Thread stopAt(Step step, boolean forEver, Runnable work) throws InterruptedException {
    var stopped = new CountDownLatch(1);
    Thread thread = Thread.ofPlatform().daemon().unstarted(work);
    Step.hook(at -> {
      if (at == step && Thread.currentThread().equals(thread)) {
        stopped.countDown();
        await(forEver ? new CountDownLatch(1) : released);
      }
    });
    thread.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), step + " was not reached");
    return thread;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static MappedStore open(Path folder) {
    return (MappedStore) Logged.open(folder);
  }

  /** Lets a writer die right after it has swung the slot, before its record is committed. */
  private void writerDiesWithTheSlotSwung() throws InterruptedException {
    MappedStore victim = open(folder);
    StoreMap<Long, String> map = victim.map("/maps/a", OPTIONS);
    map.put(1L, "old");
    stopAt(Step.SLOT_SWUNG, true, () -> map.put(1L, "new"));
    victim.attachment().close();
  }

  private static List<String> read(Tailer tailer, StoreMap<Long, String> map) {
    var told = new ArrayList<String>();
    tailer.poll(
        change -> {
          if (change.kind() != ChangeKind.CREATED) {
            told.add(map.oldValue(change) + ">" + map.newValue(change));
          }
          return true;
        },
        100);
    return told;
  }

  @Test
  void aRecordIsNotPassedOverWhileItsChangeIsBeingFinished() throws Exception {
    try (Store slow = open(folder); // before, since who opens a store looks for the dead
        Store reader = open(folder)) {
      writerDiesWithTheSlotSwung();
      StoreMap<Long, String> slowMap = slow.map("/maps/a", OPTIONS);
      Thread taker = stopAt(Step.REPAIRING, false, () -> slowMap.put(2L, "other"));
      StoreMap<Long, String> map = reader.map("/maps/a", OPTIONS);
      Tailer tailer = reader.tailer(0);
      var told = new ArrayList<>(read(tailer, map));
      long until = System.nanoTime() + 50_000_000; // long enough to ask after the dead writer
      while (System.nanoTime() < until) {
        told.addAll(read(tailer, map));
      }
      assertEquals(List.of("null>old"), told);
      assertEquals("new", map.get(1L));
      released.countDown();
      taker.join();
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (told.size() < 3 && System.nanoTime() < deadline) {
        told.addAll(read(tailer, map));
      }
      assertEquals(List.of("null>old", "old>new", "null>other"), told);
      Invariants.check(reader);
    }
  }

  @Test
  void aRepairWhoseMakerDiesIsMadeAgain() throws Exception {
    MappedStore second = open(folder);
    try (Store third = open(folder)) {
      writerDiesWithTheSlotSwung();
      StoreMap<Long, String> secondMap = second.map("/maps/a", OPTIONS);
      stopAt(Step.REPAIRING, true, () -> secondMap.put(2L, "other"));
      second.attachment().close();
      StoreMap<Long, String> map = third.map("/maps/a", OPTIONS);
      map.put(3L, "third");
      assertEquals("new", map.get(1L));
      Tailer tailer = third.tailer(0);
      assertEquals(List.of("null>old", "old>new", "null>third"), read(tailer, map));
      Invariants.check(third);
    }
  }
}
