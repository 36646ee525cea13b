package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log files that go while somebody is still at them: nobody but who names them is told. */
class ForgottenLogTest {
  private static final MapOptions<Integer, byte[]> OPTIONS =
      MapOptions.of(Codecs.ints(), Codecs.bytes()).withSegments(1);
  private static final long SECONDS = 60;

  @TempDir Path folder;

  private final CountDownLatch checkpointWritten = new CountDownLatch(1);
  private final CountDownLatch finishCheckpoint = new CountDownLatch(1);
  private final CountDownLatch forcing = new CountDownLatch(1);
  private final CountDownLatch goOnForcing = new CountDownLatch(1);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private int made;

  private void put(Store store) {
    store.map("/maps/a", OPTIONS).put(made++ % 10, new byte[20_000]);
  }

  private static void await(CountDownLatch latch, String what) {
    try {
      assertTrue(latch.await(SECONDS, TimeUnit.SECONDS), what);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private MappedStore open(SmallDisk disk, Durability durability) throws Exception {
    var options =
        new StoreOptions(0)
            .withLogFromStart()
            .withDurability(durability)
            .withCheckpointBytes(64L << 20);
    return MappedStore.open(Surroundings.system(disk), options);
  }

  /**
   * A slow disk takes the first of several log files when a checkpoint lets go of all of them. A
   * checkpoint tells of what they said.
   */
  @Test
  void aCheckpointLetsGoOfFilesThatAreBeingForced() throws Exception {
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 1L << 30);
    try (MappedStore writer = open(disk, Durability.async(Duration.ofHours(1)));
        MappedStore waiter = open(disk, Durability.SYNC)) {
      disk.beforeWrite =
          () -> { // all else of the checkpoint is done by then
            checkpointWritten.countDown();
            await(finishCheckpoint, "the checkpoint was to end");
          };
      while (checkpointWritten.getCount() > 0) {
        put(writer);
        waiter.revision();
        assertTrue(made < 20_000, "no checkpoint was made");
      }
      Thread thread = force(disk, waiter);
      await(forcing, "nobody forced the log");
      finishCheckpoint.countDown();
      Path first = folder.resolve(LogFile.nameOf(0));
      for (long until = System.nanoTime() + SECONDS * 1_000_000_000; Files.exists(first); ) {
        assertTrue(System.nanoTime() < until, "the log was not let go of");
        LockSupport.parkNanos(1_000_000);
      }
      for (int i = 0; i < 1_000; i++) { // into the next file, which lets go of more than four
        put(writer);
        waiter.revision();
      }
      goOnForcing.countDown();
      thread.join(SECONDS * 1_000);
      assertNull(failure.get(), () -> String.valueOf(failure.get()));
      put(waiter);
      Invariants.check(waiter);
    } finally {
      finishCheckpoint.countDown();
      goOnForcing.countDown();
    }
  }

  private Thread force(SmallDisk disk, Store waiter) {
    Thread thread = Thread.ofPlatform().daemon().unstarted(() -> put(waiter));
    thread.setUncaughtExceptionHandler((_, e) -> failure.set(e));
    disk.beforeForce =
        name -> {
          if (Thread.currentThread().equals(thread) && name.endsWith(".log")) {
            forcing.countDown();
            await(goOnForcing, "the force was to end");
          }
        };
    thread.start();
    return thread;
  }

  @Test
  void whoWalksOverAFileThatIsUnmappedNeedNotKnow() {
    try (ChildJvm child =
        ChildJvm.start(
            StalledWalker.class,
            List.of("-Dvitrine.memory.hook=true", "-Xmx256m"),
            folder.toString())) {
      for (String action : StalledWalker.ACTIONS) {
        assertEquals(action + " ok", child.line());
      }
    }
  }
}
