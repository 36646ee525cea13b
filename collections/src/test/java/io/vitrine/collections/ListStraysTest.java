package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.CheckOptions;
import io.vitrine.store.DyingStore;
import io.vitrine.store.RepairOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What writers of large batches leave of a list that die, or fail, before the batch is made. */
class ListStraysTest {
  private static final String PATH = "/lists/l";
  private static final List<Long> BATCH = LongStream.range(0, 20_000).boxed().toList();

  @TempDir private Path folder;
  @TempDir private Path other;

  @AfterEach
  void noHook() {
    DyingStore.noHook();
  }

  /** A writer dies when it has written so many nodes of a batch. */
  private void dieAmid(List<Long> first, int nodes) throws Exception {
    Store victim = Stores.open(folder, StoreOptions.defaults());
    var stopped = new CountDownLatch(1);
    ObservableList<Long> list =
        new LocalVitrine(victim, new TypeRegistry(), false).list("l", Long.class);
    list.addAll(first);
    var writer =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() -> {
              list.addAll(BATCH);
              stopped.countDown();
            });
    var died = DyingStore.dieAt(writer, "SLOT_SWUNG", nodes, stopped::countDown);
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), "writer neither died nor ended");
    DyingStore.noHook();
    DyingStore.letGo(victim);
    assertTrue(died.get(), "the writer did not die");
  }

  private long entries() {
    try (Store store = Stores.open(folder)) {
      return store.map(PATH, LocalLists.OPTIONS).size();
    }
  }

  /** Entries of a list as it is now, made by nobody who died. */
  private long entriesOf(List<Long> elements) {
    try (Vitrine vitrine = Vitrine.open(other)) {
      elements.forEach(vitrine.list("l", Long.class)::add);
    }
    try (Store store = Stores.open(other)) {
      return store.map(PATH, LocalLists.OPTIONS).size();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 50, 150})
  void theFirstBatchIsNoLostHead(int nodes) throws Exception {
    dieAmid(List.of(), nodes);
    var report = StoreCare.check(folder, CheckOptions.defaults());
    assertEquals(0, report.damages(), report::toString);
    var repair = StoreCare.repair(folder, RepairOptions.defaults());
    assertEquals(List.of(), repair.lost());
    try (Vitrine vitrine = Vitrine.open(folder)) {
      assertEquals(List.of(), vitrine.list("l", Long.class));
    }
  }

  @Test
  void theNextChangeGivesTheirRoomBack() throws Exception {
    dieAmid(List.of(1L), 100);
    assertTrue(entries() > 90, "entries that the dead writer left");
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      assertEquals(List.of(1L), list);
      list.add(2L);
      assertEquals(List.of(1L, 2L), list);
    }
    assertEquals(entriesOf(List.of(1L, 2L)), entries());
  }

  @Test
  void aFailedBatchLeavesNothing() throws Exception {
    try (Store store = Stores.open(folder);
        var vitrine = new LocalVitrine(store, new TypeRegistry(), false)) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      list.add(1L);
      var left = new int[] {100};
      long before = store.map(PATH, LocalLists.OPTIONS).size();
      var writer = Thread.currentThread();
      DyingStore.at(
          writer,
          "BLOCK_TAKEN",
          () -> {
            if (left[0]-- == 0) {
              throw new OutOfMemoryError("of a test");
            }
          });
      var error = assertThrows(OutOfMemoryError.class, () -> list.addAll(BATCH));
      assertEquals("of a test", error.getMessage());
      assertEquals(before, store.map(PATH, LocalLists.OPTIONS).size());
      left[0] = 100;
      assertThrows(
          OutOfMemoryError.class,
          () ->
              vitrine.atomically(group -> {
                group.addAll(list, BATCH);
                return null;
              }));
      DyingStore.noHook();
      assertEquals(before, store.map(PATH, LocalLists.OPTIONS).size());
      assertEquals(List.of(1L), list);
      list.addAll(BATCH);
      var expected = new ArrayList<Long>(List.of(1L));
      expected.addAll(BATCH);
      assertEquals(expected, new ArrayList<>(list));
      assertFalse(list.isEmpty());
    }
  }
}
