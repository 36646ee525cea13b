package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A repair of a store in which a process died amid the drop of a map. */
class DropRepairTest {
  private static final MapOptions<Long, Long> MAP =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  /** A map is marked as dropped, and its record is not committed. */
  private void dieAmidADrop() throws InterruptedException {
    MappedStore victim =
        (MappedStore) Stores.open(folder, Logged.OPTIONS.withDurability(Durability.SYNC));
    victim.map("/maps/kept", MAP).put(1L, 1L);
    victim.map("/maps/gone", MAP).put(2L, 2L);
    var stopped = new CountDownLatch(1);
    Thread dropper = Thread.ofPlatform().daemon().unstarted(() -> victim.drop("/maps/gone"));
    Step.hook(step -> {
      if (step == Step.CATALOGUE_MARKED && Thread.currentThread().equals(dropper)) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    dropper.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS));
    victim.attachment().close();
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  private void assertDropped(RepairReport report) {
    assertEquals(List.of(), report.notes());
    assertEquals(List.of(), report.lost());
    var told = new ArrayList<ChangeKind>();
    try (Store store = Stores.open(folder)) {
      assertEquals(List.of("/maps/kept"), store.list("/"));
      assertEquals(1L, store.map("/maps/kept", MAP).get(1L));
      store.tailer(0).poll(change -> told.add(change.kind()), 100);
    }
    assertEquals(
        List.of(
            ChangeKind.CREATED,
            ChangeKind.INSERTED,
            ChangeKind.CREATED,
            ChangeKind.INSERTED,
            ChangeKind.DROPPED),
        told);
    assertTrue(Stores.check(folder).isClean());
  }

  @Test
  void theDropIsMadeWhereACheckpointIsDamaged() throws Exception {
    dieAmidADrop();
    try (var checkpoints = Files.list(folder.resolve("checkpoint"))) {
      for (Path each : checkpoints.toList()) {
        flip(each, (int) CheckpointLayout.EPOCH);
      }
    }
    assertDropped(Stores.repair(folder));
  }

  @Test
  void theDropIsMadeWhereTheControlFileIsDamaged() throws Exception {
    dieAmidADrop();
    flip(folder.resolve(ControlLayout.FILE), (int) ControlLayout.NEXT_MAP_ID);
    assertDropped(Stores.repair(folder));
  }
}
