package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process dies amid a change, in a map that nobody else uses: nobody meets the segment that it
 * held, and its record of the log stays as it is until somebody asks after its writer.
 */
@Timeout(60)
class DeadWriterTest {
  private static final MapOptions<Long, Long> MAP =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  /** Leaves a record that is reserved and whose writer is dead. */
  private void dieAmidAChange() throws InterruptedException {
    MappedStore victim = (MappedStore) Logged.open(folder);
    StoreMap<Long, Long> map = victim.map("/maps/left", MAP);
    var reserved = new CountDownLatch(1);
    Thread writer = Thread.ofPlatform().daemon().unstarted(() -> map.put(1L, 1L));
    Step.hook(step -> {
      if (step == Step.RECORD_NAMED && Thread.currentThread().equals(writer)) {
        reserved.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    assertTrue(reserved.await(60, TimeUnit.SECONDS));
    victim.attachment().close();
  }

  @Test
  void whatComesBehindTheRecordOfADeadWriterIsForced() throws Exception {
    StoreOptions async = Logged.OPTIONS.withDurability(Durability.async(Duration.ofMillis(20)));
    try (MappedStore store = (MappedStore) Stores.open(folder, async)) {
      StoreMap<Long, Long> map = store.map("/maps/used", MAP);
      dieAmidAChange();
      map.put(1L, 1L);
      long revision = Objects.requireNonNull(map.getVersioned(1L)).revision();
      long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
      while (store.words().forcedTo() < revision) {
        assertTrue(
            System.nanoTime() < deadline,
            () -> revision + " returned, on disk is " + store.words().forcedTo());
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  @Test
  void theLogIsShortenedBehindItsRecord() throws Exception {
    StoreOptions options = new StoreOptions(0).withLogFromStart();
    try (Store store = Stores.open(folder, options)) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/used", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      dieAmidAChange();
      for (long i = 0; i < 1_000; i++) {
        map.put(i % 10, new byte[50_000]);
      }
      assertTrue(store.oldestRevision() > 0, "100 MB of log are kept that need not be");
    }
  }

  @Test
  void aSnapshotShowsWhatWasChangedSince() throws Exception {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/used", MAP);
      map.put(1L, 0L);
      dieAmidAChange();
      map.put(1L, 1L);
      var shown = new ArrayList<Long>();
      Snapshot<Long, Long> snapshot = map.snapshot();
      while (snapshot.next((_, value, _) -> shown.add(value), 10)) {
        // all of it
      }
      assertEquals(List.of(1L), shown);
    }
  }
}
