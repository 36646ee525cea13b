package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.ChildJvm;
import io.vitrine.store.Invariants;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of several processes change a list at once, some are killed; subscribers keep copies. */
class ListSharedTest {
  private static final int OPERATIONS = 2_000;
  private static final List<Long> STAYING = LongStream.rangeClosed(-200, -1).boxed().toList();

  @TempDir private Path folder;

  @Test
  void copiesAreExact_andIteratorsMeetWhatStays() {
    var store = Stores.open(folder);
    try (var vitrine = new LocalVitrine(store, new TypeRegistry());
        ChildJvm first = start(1, OPERATIONS);
        ChildJvm second = start(2, OPERATIONS)) {
      var list = vitrine.list(ListWriter.PATH, Long.class);
      list.addAll(STAYING);
      var every = new ListCopy<Long>();
      var subscription = list.subscribe(ElementOptions.all(), every);
      var latest = new ListCopy<Long>();
      var options = ElementOptions.<Long>all().withOverflow(Overflow.LATEST);
      var latestSubscription = list.subscribe(options, latest);
      var threads =
          List.of(3, 4).stream()
              .map(n -> CompletableFuture.runAsync(() -> ListWriter.write(list, n, OPERATIONS)))
              .toList();
      int iterations = 0;
      while (first.isAlive() || second.isAlive() || !threads.stream().allMatch(t -> t.isDone())) {
        var met = new ArrayList<Long>();
        list.forEach(element -> {
          if (element < 0) {
            met.add(element);
          }
        });
        assertEquals(STAYING, met, "iteration " + iterations++);
      }
      threads.forEach(CompletableFuture::join);
      assertEquals(0, first.waitFor() + second.waitFor());
      assertTrue(iterations > 0);
      expectExact(list, every, subscription);
      expectExact(list, latest, latestSubscription);
      Invariants.check(store);
    }
  }

  @Test
  void killedWriters_leaveTheListWhole() {
    var store = Stores.open(folder);
    try (var vitrine = new LocalVitrine(store, new TypeRegistry());
        ChildJvm steady = start(1, OPERATIONS)) {
      var list = vitrine.list(ListWriter.PATH, Long.class);
      var copy = new ListCopy<Long>();
      var subscription = list.subscribe(ElementOptions.all(), copy);
      for (int i = 0; i < 4; i++) {
        try (ChildJvm victim = start(10 + i, Integer.MAX_VALUE)) {
          assertEquals("begins", victim.line());
          copy.awaitEvents(copy.events() + 3_000 + 1_000L * i);
          victim.kill();
        }
        list.add(-1L - i); // nothing is locked for good
      }
      assertEquals(0, steady.waitFor());
      // What a victim reserved and had not begun holds up what is behind it until it is ended.
      Await.until(
          () -> store.revision() == store.reservedRevision(), "the records of victims to end");
      expectExact(list, copy, subscription);
      assertTrue(list.containsAll(List.of(-1L, -2L, -3L, -4L)));
      Invariants.check(store);
    }
  }

  private static void expectExact(
      ObservableList<Long> list, ListCopy<Long> copy, Subscription<?> subscription) {
    copy.awaitAll(subscription);
    var elements = new ArrayList<>(list);
    assertEquals(elements, copy.elements());
    assertEquals(elements.size(), list.size());
    assertEquals(elements.size(), new HashSet<>(elements).size(), "each element is there once");
  }

  private ChildJvm start(int writer, int operations) {
    return ChildJvm.start(
        ListWriter.class,
        List.of("-Xmx128m"),
        folder.toString(),
        Integer.toString(writer),
        Integer.toString(operations));
  }
}
