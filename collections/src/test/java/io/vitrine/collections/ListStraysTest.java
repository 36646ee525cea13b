package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.CheckOptions;
import io.vitrine.store.DyingStore;
import io.vitrine.store.RepairOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreFullException;
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

  /** Another process has set the head last; then this one goes on, which has not seen it die. */
  @Test
  void whoSetTheHeadLastFindsThemToo() throws Exception {
    try (Vitrine survivor = Vitrine.open(folder)) {
      ObservableList<Long> list = survivor.list("l", Long.class);
      list.addAll(BATCH.subList(0, 100));
      list.add(1L);
      dieAmid(List.of(), 100);
      list.addAll(BATCH.subList(0, 100));
      assertEquals(201, list.size());
    }
    long entries = entries();
    assertTrue(entries < 20, () -> entries + " entries are left");
  }

  /** Where a change may have been decided, nothing is removed before it is known to be made. */
  @ParameterizedTest
  @ValueSource(strings = {"GROUP_DECIDED", "SLOT_SWUNG", "BLOCK_FREED", "RECORD_COMMITTED"})
  void whatAnErrorStrikesIsOldOrNew(String point) throws Exception {
    for (boolean inGroups : new boolean[] {false, true}) {
      for (int visit = 1; visit < 40; visit += 3) {
        var path = "l" + point + inGroups + visit;
        try (Store store = Stores.open(folder);
            var vitrine = new LocalVitrine(store, new TypeRegistry(), inGroups)) {
          ObservableList<Long> list = vitrine.list(path, Long.class);
          list.addAll(BATCH.subList(0, 3_000));
          List<Long> before = List.copyOf(list);
          var more = BATCH.subList(0, 1_000);
          var left = new int[] {visit};
          DyingStore.at(
              Thread.currentThread(),
              point,
              () -> {
                if (--left[0] <= 0) { // once more, where it is to be put in order
                  throw new OutOfMemoryError("of a test");
                }
              });
          boolean failed = false;
          try {
            list.addAll(1, more);
          } catch (OutOfMemoryError e) {
            failed = true;
          }
          DyingStore.noHook();
          var after = new ArrayList<>(before);
          after.addAll(1, more);
          List<Long> now = List.copyOf(list);
          assertTrue(now.equals(after) || (failed && now.equals(before)), path);
          list.add(7L);
          assertEquals(now.size() + 1, list.size());
        }
        var report = StoreCare.check(folder, CheckOptions.defaults());
        assertEquals(0, report.damages(), report::toString);
      }
    }
  }

  /** A group that runs again, and then does without the list. */
  @Test
  void aRunOfAGroupThatDoesNotCountLeavesNothing() {
    try (Store store = Stores.open(folder);
        var vitrine = new LocalVitrine(store, new TypeRegistry(), false)) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      ObservableMap<Long, Long> map = vitrine.map("m", Long.class, Long.class);
      list.add(1L);
      long before = store.map(PATH, LocalLists.OPTIONS).size();
      var runs = new int[1];
      vitrine.atomically(group -> {
        Long found = group.get(map, 1L);
        if (found == null) {
          runs[0]++;
          group.addAll(list, BATCH);
          map.put(1L, 1L); // so that what was read no longer holds
        }
        return null;
      });
      assertTrue(runs[0] > 0);
      assertEquals(before, store.map(PATH, LocalLists.OPTIONS).size());
      assertEquals(List.of(1L), list);
    }
  }

  @Test
  void aBatchThatFindsNoRoomLeavesNothing() throws Exception {
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
              throw DyingStore.full();
            }
          });
      var error = assertThrows(StoreFullException.class, () -> list.addAll(BATCH));
      assertEquals(DyingStore.full().getMessage(), error.getMessage());
      assertEquals(before, store.map(PATH, LocalLists.OPTIONS).size());
      left[0] = 100;
      assertThrows(
          StoreFullException.class,
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
