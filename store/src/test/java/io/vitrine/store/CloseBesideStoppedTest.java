package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store is closed while another process that has it open is paused, as by SIGSTOP. */
@Timeout(60)
class CloseBesideStoppedTest {
  private static final MapOptions<Long, Long> MAP =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
  private static final StoreOptions PROCESS = Logged.OPTIONS.withCheckpointBytes(1);
  private static final StoreOptions ASYNC =
      Logged.OPTIONS.withDurability(Durability.async(Duration.ofMillis(5)));

  @TempDir Path folder;

  private final CountDownLatch goesOn = new CountDownLatch(1);
  private MappedStore other;

  @BeforeEach
  void makeDurable() {
    Stores.open(folder, Logged.OPTIONS.withDurability(Durability.SYNC)).close();
    other = (MappedStore) Logged.open(folder);
  }

  @AfterEach
  void close() {
    goesOn.countDown();
    Step.hook(null);
    other.close();
  }

  /** What closing ends with, null for nothing. */
  private static @Nullable RuntimeException close(Store store) throws Exception {
    var closing =
        new FutureTask<@Nullable RuntimeException>(() -> {
          try {
            store.close();
            return null;
          } catch (RuntimeException e) {
            return e;
          }
        });
    Thread.ofPlatform().daemon().start(closing);
    return closing.get(20, TimeUnit.SECONDS);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops a thread of the other process between reserving a record and ending it. */
  private Thread stopAmidAChange() {
    StoreMap<Long, Long> map = other.map("/maps/stopped", MAP);
    var reserved = new CountDownLatch(1);
    Thread writer = Thread.ofPlatform().daemon().unstarted(() -> map.put(1L, 1L));
    Step.hook(step -> {
      if (step == Step.RECORD_NAMED && Thread.currentThread().equals(writer)) {
        reserved.countDown();
        await(goesOn);
      }
    });
    writer.start();
    await(reserved);
    return writer;
  }

  private static boolean isCheckpointWaiting() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals("vitrine-checkpoint"))
        .flatMap(thread -> Stream.of(thread.getValue()))
        .anyMatch(frame -> frame.getMethodName().equals("awaitSettled"));
  }

  @Test
  void aCheckpointThatWaitsForTheStoppedOneIsGivenUp() throws Exception {
    MappedStore store = (MappedStore) Stores.open(folder, PROCESS);
    StoreMap<Long, Long> map = store.map("/maps/used", MAP);
    Thread writer = stopAmidAChange();
    for (long i = 0; !isCheckpointWaiting(); i++) {
      map.put(i % 10, i);
      LockSupport.parkNanos(1_000_000);
    }
    assertEquals(null, close(store));
    goesOn.countDown();
    writer.join();
    assertEquals(1L, other.map("/maps/stopped", MAP).get(1L));
    assertTrue(other.checkpoints.make(), "the next one can be made");
  }

  @Test
  void whoPromisesNothingWaitsForNoForce() throws Exception {
    MappedStore store = (MappedStore) Stores.open(folder, PROCESS);
    store.map("/maps/used", MAP).put(1L, 1L);
    whileForceIsStopped(() -> assertEquals(null, close(store)));
  }

  @Test
  void whoPromisedMoreIsToldThatItIsNotOnDisk() throws Exception {
    MappedStore store = (MappedStore) Stores.open(folder, ASYNC);
    StoreMap<Long, Long> map = store.map("/maps/used", MAP);
    whileForceIsStopped(() -> {
      map.put(1L, 1L);
      RuntimeException told = close(store);
      assertTrue(String.valueOf(told).contains("its last changes are not on disk"), "" + told);
    });
  }

  @Test
  void aCompactionThatWaitsForTheStoppedOneIsGivenUp() throws Exception {
    MappedStore store = (MappedStore) Stores.open(folder, PROCESS);
    store.map("/maps/used", MAP).put(1L, 1L);
    var compacting = new FutureTask<>(() -> store.compact("/maps/used"));
    whileLockIsStopped(
        ControlLayout.CATALOGUE_LOCK,
        () -> {
          awaitIn("exclusively", Thread.ofPlatform().daemon().start(compacting));
          assertEquals(null, close(store));
          var failure = assertThrows(ExecutionException.class, compacting::get);
          assertTrue(String.valueOf(failure.getCause()).contains(" is closed"), "" + failure);
        });
    Path made = folder.resolve(Compactor.FOLDER);
    assertEquals(1, filesIn(made), "what was made is left, since it may be another's by then");
    Stores.open(folder, PROCESS).close();
    assertEquals(0, filesIn(made), "whoever comes next removes it");
    CompactionReport report = other.compact("/maps/used");
    assertEquals(1, report.entries(), "the next one can be made");
    assertEquals(1L, other.map("/maps/used", MAP).get(1L));
    assertTrue(Stores.check(folder).isClean());
  }

  private static long filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void whoMakesTheNextFileOfTheLogIsWaitedForUnlessHeWaitsHimself() throws Exception {
    MappedStore store = (MappedStore) Stores.open(folder, PROCESS);
    StoreMap<Long, Long> map = store.map("/maps/used", MAP);
    var making = new LogAhead(true);
    var maker = new CompletableFuture<Thread>();
    whileLockIsStopped(
        ControlLayout.LOG_LOCK,
        () -> {
          making.run(
              () -> {
                maker.complete(Thread.currentThread());
                boolean _ = store.log().filesLock.lock();
                store.log().filesLock.unlock();
              },
              () -> 0);
          awaitIn("lockContended", maker.get());
          var waiting =
              new FutureTask<>(() -> {
                making.await(store.log().filesLock::isOwn);
                return true;
              });
          Thread.ofPlatform().daemon().start(waiting);
          assertTrue(waiting.get(20, TimeUnit.SECONDS));
        });
    making.await(() -> true);
    map.put(1L, 1L);
    store.close();
  }

  @Test
  void whoIsAtTheGateIsNotWaitedForLong() throws Exception {
    Store store = Stores.open(folder, ASYNC);
    store.map("/maps/used", MAP).put(1L, 1L);
    try (Gate _ = new DiskFiles(folder).gate()) {
      assertEquals(null, close(store));
    }
    assertEquals(1L, other.map("/maps/used", MAP).get(1L));
  }

  @Test
  void norIsAnotherProcessThatIsThere() throws Exception {
    Store store = Stores.open(folder, ASYNC);
    store.map("/maps/used", MAP).put(1L, 1L);
    try (ChildJvm holder = ChildJvm.start(GateHolder.class, List.of(), folder.toString())) {
      assertEquals("holding", holder.line());
      holder.pause();
      assertEquals(null, close(store));
    }
    assertEquals(1L, other.map("/maps/used", MAP).get(1L));
  }

  /** Waits until a thread is in a method. */
  private static void awaitIn(String method, Thread thread) {
    while (Stream.of(thread.getStackTrace())
        .noneMatch(frame -> frame.getMethodName().equals(method))) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  /** Does something while the other process is stopped amid a force of the log. */
  private void whileForceIsStopped(Work work) throws Exception {
    whileLockIsStopped(ControlLayout.FORCE_LOCK, work);
  }

  private void whileLockIsStopped(long lock, Work work) throws Exception {
    try (MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE)) {
      var locks = new OwnedLock(other.attachment());
      boolean _ = locks.lock(control.memory(), lock);
      try {
        work.run();
      } finally {
        locks.unlock(control.memory(), lock);
      }
    }
  }
}
