package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Codecs;
import io.vitrine.store.Invariants;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elements behind the last one, which are added without a look at the list where that may be. */
class ListAppendTest {
  private static final Blocks<Long> BLOCKS = new Blocks<>(Codecs.longs(), Long.BYTES);

  @TempDir private Path folder;

  @Test
  void noLookAtTheList_whereNobodyElseChangesIt() {
    try (Store store = Stores.inMemory()) {
      var options = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
      var map = store.map("/lists/l", options);
      var mine = new ListNodes(store, map, BLOCKS, false);
      var other = new ListNodes(store, map, BLOCKS, false);
      assertFalse(appends(mine), "nothing is known of the list");
      insert(mine);
      assertFalse(appends(mine), "somebody else may be changing the list");
      insert(mine);
      for (int inTail : new int[] {2, 0}) {
        for (int count = inTail; count < ListLayout.TAIL_COUNT; count++) {
          assertTrue(appends(mine), "an element behind " + count);
        }
        assertFalse(appends(mine), "the tail is full");
        insert(mine);
      }
      assertFalse(appends(mine), "nodes are to be removed");
      insert(mine);
      assertTrue(appends(mine));
      insert(other);
      long count = mine.head().count();
      assertFalse(appends(mine), "somebody else has changed the list");
      assertEquals(count, mine.head().count());
      insert(mine);
      assertFalse(appends(mine), "and may do so again");
      insert(mine);
      assertTrue(appends(mine));
    }
  }

  private static boolean appends(ListNodes nodes) {
    return nodes.map().exclusively(() -> nodes.isAppended(BLOCKS.of(7L)));
  }

  private static void insert(ListNodes nodes) {
    nodes.change(edit -> {
      edit.insert(edit.count(), BLOCKS.of(7L));
      return null;
    });
  }

  @Test
  void changesOfOthers_areSeenByTheNextAppend() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try (Vitrine first = Vitrine.open(folder);
        Vitrine second = Vitrine.open(folder)) {
      List<ObservableList<Long>> lists =
          List.of(
              first.list("l", Long.class),
              second.list("l", Long.class),
              second.list("l", Long.class));
      var copy = new ListCopy<Long>();
      var subscription = lists.get(1).subscribe(ElementOptions.all(), copy);
      var expected = new ArrayList<Long>();
      for (int run = 0; run < 600; run++) {
        change(lists.get(random.nextInt(3)), expected, random);
        int who = random.nextInt(3);
        for (int i = random.nextInt(40); i > 0; i--) {
          long element = random.nextLong();
          expected.add(element);
          lists.get(who).add(element);
        }
        assertEquals(expected.size(), lists.getFirst().size(), "seed " + seed);
      }
      assertEquals(expected, new ArrayList<>(lists.getFirst()), "seed " + seed);
      copy.awaitAll(subscription);
      assertEquals(expected, copy.elements(), "seed " + seed);
    }
    try (Store store = Stores.open(folder)) {
      Invariants.check(store);
    }
  }

  private static void change(ObservableList<Long> list, List<Long> expected, Random random) {
    int at = expected.isEmpty() ? 0 : random.nextInt(expected.size());
    int choice = expected.isEmpty() ? 0 : random.nextInt(5);
    for (List<Long> one : List.of(list, expected)) {
      switch (choice) {
        case 0 -> one.addAll(at, List.of(1L, 2L, 3L));
        case 1 -> one.set(expected.size() - 1, 4L);
        case 2 -> one.removeLast();
        case 3 -> one.remove(at);
        default -> one.add(at, 5L);
      }
    }
  }
}
