package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer of a list stops for ever at each named point of the store, and its kernel lock goes, as
 * it does when a process is killed there. The others find the list before or after the change, and
 * what subscribers are told agrees with it.
 */
class ListTakeoverTest {
  private static final int[] VISITS = {1, 9, 70, 400};
  private static final int OPERATIONS = 160;
  private static final int EVERY_CHOICE = 7;
  private static final int APPENDS_ONLY = 1;

  @TempDir private Path folder;

  /** The list before and after the change at hand. */
  private static final class Journal {
    volatile List<Long> before = List.of();
    volatile List<Long> after = List.of();
  }

  @AfterEach
  void noHook() {
    DyingStore.noHook();
  }

  @Test
  void everyPointLeavesOldOrNew() throws Exception {
    dieEverywhere(EVERY_CHOICE, List.of("GROUP_DECIDED", "RECORD_NAMED", "BLOCK_WRITTEN"));
  }

  @Test
  void everyPointOfAppends_leavesOldOrNew() throws Exception {
    dieEverywhere(APPENDS_ONLY, List.of("BLOCK_TAKEN", "RECORD_NAMED", "RECORD_WRITTEN"));
  }

  private void dieEverywhere(int choices, List<String> expected) throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    var met = new TreeSet<String>();
    try {
      for (String point : DyingStore.points()) {
        for (int visit : VISITS) {
          if (!dieAt(point, visit, random.nextLong(), choices)) {
            break;
          }
          met.add(point);
        }
      }
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
    var all = new ArrayList<>(expected);
    all.addAll(List.of("SLOT_SWUNG", "BLOCK_FREED"));
    for (String point : all) {
      assertTrue(met.contains(point), point + " was not met");
    }
  }

  private boolean dieAt(String point, int visit, long seed, int choices) throws Exception {
    Path path = Files.createTempDirectory(folder, point);
    var journal = new Journal();
    var stopped = new CountDownLatch(1);
    var random = new Random(seed);
    boolean inGroups = random.nextBoolean();
    Store victim = Stores.open(path, new StoreOptions(64 << 20));
    var writer =
        Thread.ofPlatform()
            .daemon()
            .unstarted(() -> {
              var vitrine = new LocalVitrine(victim, new TypeRegistry(), inGroups);
              write(vitrine.list("l", Long.class), journal, random, OPERATIONS, choices);
              stopped.countDown();
            });
    var died = DyingStore.dieAt(writer, point, visit, stopped::countDown);
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS), "writer neither died nor ended");
    DyingStore.letGo(victim);
    Store store = Stores.open(path, new StoreOptions(64 << 20));
    try (var survivor = new LocalVitrine(store, new TypeRegistry())) {
      verify(survivor, store, journal, new Random(seed), point + " visit " + visit);
    }
    try (Stream<Path> files = Files.walk(path)) {
      files.filter(Files::isRegularFile).forEach(file -> assertTrue(file.toFile().delete()));
    }
    return died.get();
  }

  private static void verify(
      LocalVitrine survivor, Store store, Journal journal, Random random, String what) {
    var list = survivor.list("l", Long.class);
    var copy = new ListCopy<Long>();
    var subscription =
        list.subscribe(ElementOptions.<Long>all().withFrom(new Bookmark(0, 0)), copy);
    var now = new ArrayList<>(list);
    assertTrue(
        now.equals(journal.before) || now.equals(journal.after),
        () -> what + ": found " + now.size() + " elements, neither old nor new: " + now);
    assertEquals(now.size(), list.size(), what);
    var next = new Journal();
    next.before = now;
    write(list, next, random, 40, EVERY_CHOICE);
    assertEquals(next.after, new ArrayList<>(list), what);
    copy.awaitAll(subscription);
    assertEquals(next.after, copy.elements(), what);
    Invariants.check(store);
  }

  private static void write(
      ObservableList<Long> list, Journal journal, Random random, int operations, int choices) {
    for (int i = 0; i < operations; i++) {
      var next = new ArrayList<>(journal.before);
      long element = random.nextLong(1_000_000);
      int index = random.nextInt(next.size() + 1);
      int choice = random.nextInt(next.size() > 1_500 ? choices + 1 : choices);
      var several = random.longs(1 + random.nextInt(200), 0, 1_000_000).boxed().toList();
      change(next, choice, index, element, several);
      journal.after = next;
      change(list, choice, index, element, several);
      journal.before = next;
    }
  }

  private static void change(
      List<Long> list, int choice, int index, long element, List<Long> several) {
    switch (choice) {
      case 0, 1 -> list.add(element);
      case 2 -> list.add(index, element);
      case 3 -> list.addAll(index, several);
      case 4 -> {
        if (index < list.size()) {
          list.remove(index);
        }
      }
      case 5 -> {
        if (index < list.size()) {
          list.set(index, element);
        }
      }
      case 6 -> list.removeIf(e -> e % 11 == element % 11);
      default -> list.subList(index / 2, index).clear();
    }
  }
}
