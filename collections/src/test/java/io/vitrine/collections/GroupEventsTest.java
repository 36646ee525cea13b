package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What a group of changes is told as: the last change of it that passes a filter says that it is,
 * and a bookmark at any of them loses and repeats nothing.
 */
class GroupEventsTest {
  @Test
  void anElementThatIsRemovedAndAddedAgain_isNotTheLastChange() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableSet<String> set = vitrine.set("s", String.class);
      set.add("there");
      var all = ElementOptions.<String>all().withoutBootstrap();
      var told = new Recorder<SetEvent<String>>();
      set.subscribe(all, told);
      var selected = new Recorder<String>();
      set.subscribe(all.withSelect(element -> element), selected);
      vitrine.atomically(group -> {
        group.add(set, "fresh");
        group.remove(set, "there");
        return group.add(set, "there");
      });
      set.add("end");
      told.await(() -> told.items().size() >= 2, "two changes");
      SetEvent<String> first = told.items().getFirst();
      assertEquals("fresh", first.element());
      assertEquals(first.commit(), first.revision(), "nothing follows");
      assertEquals("end", told.items().getLast().element());
      selected.await(() -> selected.items().contains("end"), "the end");
      assertEquals(List.of("fresh", "end"), selected.items());
    }
  }

  @Test
  void atRandom() throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<Long, Long> map = vitrine.map("m", Long.class, Long.class);
      ObservableMap<Long, Long> compact =
          vitrine.map("c", MapSpec.of(Long.class, Long.class).compact());
      ObservableSet<Long> set = vitrine.set("s", Long.class);
      ObservableList<Long> list = vitrine.list("l", Long.class);
      vitrine.beginLog();
      Filter<MapEntry<Long, Long>> odd = e -> e.value() % 2 == 1;
      var all = SubscriptionOptions.<Long, Long>all().withFilter(odd).withoutBootstrap();
      var ofMap = new Recorder<MapEvent<Long, Long>>();
      var ofCompact = new Recorder<MapEvent<Long, Long>>();
      var ofSet = new Recorder<SetEvent<Long>>();
      var ofList = new Recorder<ListEvent<Long>>();
      map.subscribe(all, ofMap);
      compact.subscribe(all, ofCompact);
      var elements = ElementOptions.<Long>all().withFilter(e -> e % 2 == 1).withoutBootstrap();
      set.subscribe(elements, ofSet);
      list.subscribe(elements, ofList);
      for (int i = 0; i < 300; i++) {
        vitrine.atomically(g -> {
          for (int k = random.nextInt(12); k >= 0; k--) {
            change(g, random, random.nextBoolean() ? map : compact, set, list);
          }
          return null;
        });
      }
      map.put(99L, 99L);
      compact.put(99L, 99L);
      set.add(99L);
      list.add(99L);
      awaitEnd(ofMap, "key=99,");
      awaitEnd(ofCompact, "key=99,");
      awaitEnd(ofSet, "element=99,");
      awaitEnd(ofList, "value=99,");
      check(seed, "map", places(ofMap));
      check(seed, "two", places(ofCompact));
      check(seed, "set", ofSet.items().stream().map(e -> at(e.revision(), e.commit())).toList());
      check(seed, "list", ofList.items().stream().map(e -> at(e.revision(), e.commit())).toList());
      for (int r = 0; r < 60; r++) {
        var items = ofList.items();
        int from = random.nextInt(items.size());
        var rest = new Recorder<ListEvent<Long>>();
        list.subscribe(elements.withFrom(new Bookmark(0, items.get(from).revision())), rest);
        rest.await(() -> rest.items().size() >= items.size() - from - 1, "rest " + seed);
        assertEquals(items.subList(from + 1, items.size()), rest.items(), "seed " + seed);
        var maps = ofCompact.items();
        int at = random.nextInt(maps.size());
        var more = new Recorder<MapEvent<Long, Long>>();
        compact.subscribe(all.withFrom(new Bookmark(0, maps.get(at).revision())), more);
        more.await(() -> more.items().size() >= maps.size() - at - 1, "rest " + seed);
        assertEquals(maps.subList(at + 1, maps.size()), more.items(), "seed " + seed);
      }
    }
  }

  private static void change(
      Group group,
      Random random,
      ObservableMap<Long, Long> map,
      ObservableSet<Long> set,
      ObservableList<Long> list) {
    long a = random.nextInt(6);
    long b = random.nextInt(10);
    switch (random.nextInt(9)) {
      case 0, 1 -> group.put(map, a, b);
      case 2, 3 -> group.remove(map, a);
      case 4 -> group.add(set, a);
      case 5 -> group.remove(set, a);
      case 6 -> group.add(list, (int) Math.min(a, group.size(list)), b);
      case 7 -> {
        if (group.size(list) > 0) {
          group.set(list, 0, b);
        }
      }
      default -> {
        if (group.size(list) > 4) {
          group.remove(list, 3);
        }
      }
    }
  }

  private static <T> void awaitEnd(Recorder<T> told, String end) throws Exception {
    told.await(
        () -> !told.items().isEmpty() && told.items().getLast().toString().contains(end), end);
  }

  private static List<long[]> places(Recorder<MapEvent<Long, Long>> told) {
    return told.items().stream().map(e -> at(e.revision(), e.commit())).toList();
  }

  private static long[] at(long revision, long commit) {
    return new long[] {revision, commit};
  }

  private static void check(long seed, String what, List<long[]> told) {
    for (int i = 0; i < told.size(); i++) {
      long[] one = told.get(i);
      boolean last = i + 1 == told.size() || told.get(i + 1)[1] != one[1];
      assertEquals(last, one[0] == one[1], what + " seed " + seed + " at " + i);
      assertTrue(i == 0 || told.get(i - 1)[0] < one[0], what + " order, seed " + seed);
    }
  }
}
