package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.DyingStore;
import io.vitrine.store.Invariants;
import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists take part in groups of changes, all or none, whatever happens to the process. */
class ListGroupTest {
  private static final StoreOptions OPTIONS = new StoreOptions(16 << 20);
  private static final int GROUPS = 12;

  @TempDir private Path folder;

  @AfterEach
  void noHook() {
    DyingStore.noHook();
  }

  @Test
  void allIsOneChange() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<String> jobs = vitrine.list("jobs", String.class);
      ObservableList<String> done = vitrine.list("done", String.class);
      ObservableMap<String, Long> counts = vitrine.map("counts", String.class, Long.class);
      jobs.addAll(List.of("wash", "dry", "fold"));
      var ofJobs = new Recorder<ListEvent<String>>();
      var ofDone = new Recorder<ListEvent<String>>();
      jobs.subscribe(ElementOptions.<String>all().withoutBootstrap(), ofJobs);
      done.subscribe(ElementOptions.<String>all().withoutBootstrap(), ofDone);
      String moved =
          vitrine.atomically(group -> {
            String first = group.remove(jobs, 0);
            assertEquals(2, group.size(jobs), "its own change on top");
            assertEquals("dry", group.get(jobs, 0));
            group.add(jobs, 1, "iron");
            assertEquals("fold", group.set(jobs, 2, "stack"));
            group.add(done, first);
            group.addAll(done, List.of("x", "y"));
            group.put(counts, "done", (long) group.size(done));
            return first;
          });
      assertEquals("wash", moved);
      assertEquals(List.of("dry", "iron", "stack"), jobs);
      assertEquals(List.of("wash", "x", "y"), done);
      assertEquals(3, counts.get("done"));
      long commit = counts.getVersioned("done").revision();
      ofJobs.await(() -> ofJobs.items().size() == 3, "three events");
      ofDone.await(() -> ofDone.items().size() == 3, "three events");
      var items = new ArrayList<>(ofJobs.items());
      assertTrue(items.get(0) instanceof ListEvent.Removed<String> r && r.index() == 0);
      assertTrue(items.get(1) instanceof ListEvent.Inserted<String> i && i.index() == 1);
      assertTrue(items.get(2) instanceof ListEvent.Updated<String> u && u.index() == 2);
      assertEquals(commit, items.get(2).revision(), "the last one");
      items.addAll(ofDone.items());
      items.forEach(item -> assertEquals(commit, item.commit(), item::toString));
      List<ListEvent<String>> told = ofJobs.items();
      for (int i = 0; i < 2; i++) { // one may resume within, though a map's change comes behind
        var rest = new Recorder<ListEvent<String>>();
        var place = new Bookmark(0, told.get(i).revision());
        jobs.subscribe(ElementOptions.<String>all().withFrom(place), rest);
        int left = 2 - i;
        rest.await(() -> rest.items().size() == left, "the rest");
        assertEquals(told.subList(i + 1, 3), rest.items());
      }
      vitrine.atomically(group -> {
        group.clear(jobs);
        return null;
      });
      assertEquals(List.of(), jobs);
    }
  }

  @Test
  void aBodyThatFails_changesNothing() {
    try (Vitrine vitrine = Vitrine.inMemory();
        Vitrine other = Vitrine.inMemory()) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      list.addAll(List.of(1L, 2L));
      ObservableList<Long> foreign = other.list("l", Long.class);
      long before = vitrine.describe("/lists/l").revision();
      assertThrows(
          IndexOutOfBoundsException.class,
          () ->
              vitrine.atomically(group -> {
                group.add(list, 3L);
                return group.get(list, 3);
              }));
      assertThrows(
          IllegalArgumentException.class,
          () ->
              vitrine.atomically(group -> {
                group.add(list, 3L);
                group.add(foreign, 3L);
                return null;
              }));
      assertThrows(
          NullPointerException.class,
          () ->
              vitrine.atomically(group -> {
                group.add(list, null);
                return null;
              }));
      assertThrows(
          IllegalStateException.class,
          () ->
              vitrine.atomically(group -> {
                group.add(list, 3L);
                return list.add(4L); // it has the list to itself already
              }));
      assertEquals(List.of(1L, 2L), list);
      assertEquals(before, vitrine.describe("/lists/l").revision());
      list.add(3L);
      assertEquals(List.of(1L, 2L, 3L), list);
    }
  }

  @Test
  void aBodyMayMakeAnotherFailureOfWhatItCatches() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      long size =
          vitrine.atomically(group -> {
            try {
              group.add(list, 1L);
              return (long) group.size(list);
            } catch (RuntimeException e) {
              throw new AssertionError("the body saw how it is run again", e);
            }
          });
      assertEquals(1, size);
      assertEquals(List.of(1L), list);
      var failure =
          assertThrows(
              AssertionError.class,
              () ->
                  vitrine.atomically(group -> {
                    try {
                      return group.get(list, 1);
                    } catch (RuntimeException e) {
                      throw new AssertionError("mine", e);
                    }
                  }));
      assertTrue(failure.getCause() instanceof IndexOutOfBoundsException, failure::toString);
    }
  }

  @Test
  void aGroupWithinAnother_leavesItsListsToIt() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<Long> outer = vitrine.list("outer", Long.class);
      ObservableList<Long> inner = vitrine.list("inner", Long.class);
      var runs = new AtomicInteger();
      vitrine.atomically(group -> {
        assertTrue(runs.incrementAndGet() < 10, "goes on and on");
        return vitrine.atomically(within -> {
          assertTrue(runs.incrementAndGet() < 10, "goes on and on");
          within.add(inner, (long) group.size(outer));
          return null;
        });
      });
      assertEquals(List.of(0L), inner);
    }
  }

  /** Each has one list and wants the other's: one of the two is refused, and the other goes on. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoWouldWaitForOneWhoWaitsForHim_isRefused(boolean inGroup) throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      List<ObservableList<Long>> lists =
          List.of(vitrine.list("a", Long.class), vitrine.list("b", Long.class));
      var meet = new CyclicBarrier(2);
      var outcomes = new ArrayList<CompletableFuture<String>>();
      for (int i = 0; i < 2; i++) {
        ObservableList<Long> mine = lists.get(i);
        ObservableList<Long> others = lists.get(1 - i);
        var runs = new AtomicInteger();
        outcomes.add(
            CompletableFuture.supplyAsync(
                () ->
                    vitrine.atomically(group -> {
                      group.add(mine, 1L);
                      if (runs.getAndIncrement() == 0) {
                        awaitAll(meet);
                      }
                      try {
                        add(vitrine, others, inGroup);
                        return "done";
                      } catch (IllegalStateException e) {
                        return String.valueOf(e.getMessage());
                      }
                    }),
                task -> Thread.ofVirtual().start(task)));
      }
      var told = new ArrayList<String>();
      for (CompletableFuture<String> outcome : outcomes) {
        told.add(outcome.get(60, TimeUnit.SECONDS));
      }
      assertTrue(told.remove("done"), told::toString);
      assertTrue(told.getFirst().contains("use both in one group"), told::toString);
      assertEquals(List.of(1L, 1L, 2L), lists.stream().flatMap(List::stream).sorted().toList());
    }
  }

  private static void add(Vitrine vitrine, ObservableList<Long> list, boolean inGroup) {
    if (inGroup) {
      vitrine.atomically(within -> {
        within.add(list, 2L);
        return null;
      });
    } else {
      list.add(2L);
    }
  }

  private static void awaitAll(CyclicBarrier barrier) {
    try {
      barrier.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void manyElementsAtOnce_areOneChangeToo() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
      List<Long> many = LongStream.range(0, 100_000).boxed().toList();
      var runs = new AtomicInteger();
      vitrine.atomically(group -> {
        int run = runs.incrementAndGet();
        group.put(map, "n", group.get(map, "n") == null ? 1L : 2L);
        group.addAll(list, many);
        if (run == 2) {
          map.put("n", 7L); // by somebody else: the body runs again
        }
        return null;
      });
      assertEquals(3, runs.get(), "to lock the list, and since the map was changed");
      assertEquals(2, map.get("n"));
      assertEquals(many, list);
      list.remove(50_000);
      assertEquals(99_999, list.size());
      assertEquals(50_001, list.get(50_000));
    }
  }

  @Test
  void threadsThatMoveElements_loseNone() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableList<Long> one = vitrine.list("one", Long.class);
      ObservableList<Long> other = vitrine.list("other", Long.class);
      List<Long> all = LongStream.range(0, 40).boxed().toList();
      one.addAll(all);
      var threads = new ArrayList<Thread>();
      var sums = new AtomicInteger();
      for (int t = 0; t < 3; t++) {
        boolean there = t % 2 == 0;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int i = 0; i < 300; i++) {
                    boolean whole =
                        vitrine.atomically(group -> {
                          // Each names them in another order.
                          var from = there ? one : other;
                          var to = there ? other : one;
                          if (group.size(from) > 0) {
                            group.add(to, 0, group.remove(from, group.size(from) - 1));
                          }
                          return group.size(from) + group.size(to) == all.size();
                        });
                    sums.addAndGet(whole ? 1 : 0);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(900, sums.get());
      var found = new TreeSet<>(one);
      found.addAll(other);
      assertEquals(new TreeSet<>(all), found);
      assertEquals(all.size(), one.size() + other.size());
    }
  }

  @Test
  void whoeverDiesWithin_leavesAllOrNothing() throws Exception {
    var met = new TreeSet<String>();
    for (String point : DyingStore.points()) {
      for (int visit : new int[] {1, 7, 40}) {
        // A living process that waits for the list takes over, or one that comes later.
        if (!dieAt(point, visit, visit == 7)) {
          break;
        }
        met.add(point);
      }
    }
    for (String point : List.of("GROUP_PREPARED", "GROUP_DECIDED", "SLOT_SWUNG")) {
      assertTrue(met.contains(point), point + " was not met");
    }
  }

  private boolean dieAt(String point, int visit, boolean living) throws Exception {
    Path path = Files.createTempDirectory(folder, point);
    Store victim = Stores.open(path, OPTIONS);
    Store store = living ? Stores.open(path, OPTIONS) : null;
    var stopped = new CountDownLatch(1);
    var begun = new AtomicInteger();
    var ended = new AtomicInteger();
    var writer =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() -> {
              write(new LocalVitrine(victim, new TypeRegistry()), begun, ended);
              stopped.countDown();
            });
    var died = DyingStore.dieAt(writer, point, visit, stopped::countDown);
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), "writer neither died nor ended");
    DyingStore.letGo(victim);
    String what = point + " visit " + visit + (living ? " living" : "");
    Store found = store == null ? Stores.open(path, OPTIONS) : store;
    try (var survivor = new LocalVitrine(found, new TypeRegistry())) {
      ObservableList<Long> one = survivor.list("one", Long.class);
      ObservableList<Long> other = survivor.list("other", Long.class);
      ObservableMap<String, Long> map = survivor.map("m", String.class, Long.class);
      one.add(-1L); // behind what the dead had decided
      other.add(-1L);
      boolean _ = found.sweep() > 0; // a map's readers do not ask after the dead
      long number = map.getOrDefault("n", 0L);
      assertTrue(number == begun.get() || number == ended.get(), what + ": " + number);
      List<Long> expected = new ArrayList<>(elements(number));
      expected.add(-1L);
      assertEquals(expected, new ArrayList<>(one), what);
      assertEquals(expected.reversed().subList(1, expected.size()), tail(other), what);
      var copy = new ListCopy<Long>();
      var subscription =
          one.subscribe(ElementOptions.<Long>all().withFrom(new Bookmark(0, 0)), copy);
      copy.awaitAll(subscription);
      assertEquals(expected, copy.elements(), what);
      Invariants.check(found);
    }
    return died.get();
  }

  private static List<Long> tail(List<Long> list) {
    return new ArrayList<>(list).subList(0, list.size() - 1);
  }

  private static List<Long> elements(long groups) {
    return LongStream.rangeClosed(1, groups)
        .boxed()
        .flatMap(g -> IntStream.range(0, 40).mapToObj(i -> 100 * g + i))
        .toList();
  }

  private static void write(Vitrine vitrine, AtomicInteger begun, AtomicInteger ended) {
    ObservableList<Long> one = vitrine.list("one", Long.class);
    ObservableList<Long> other = vitrine.list("other", Long.class);
    ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
    for (long g = 1; g <= GROUPS; g++) {
      List<Long> fresh = elements(g).subList(40 * (int) (g - 1), 40 * (int) g);
      long number = g;
      begun.set((int) g);
      vitrine.atomically(group -> {
        group.put(map, "n", number);
        group.addAll(one, fresh);
        fresh.forEach(element -> group.add(other, 0, element));
        return null;
      });
      ended.set((int) g);
    }
  }
}
