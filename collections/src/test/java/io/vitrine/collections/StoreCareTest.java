package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.CheckOptions;
import io.vitrine.store.CheckReport;
import io.vitrine.store.Codecs;
import io.vitrine.store.DyingStore;
import io.vitrine.store.Finding;
import io.vitrine.store.MapOptions;
import io.vitrine.store.RepairOptions;
import io.vitrine.store.RepairReport;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A list that is not whole is found, and what is sound of it kept. */
class StoreCareTest {
  private static final String PATH = "/lists/l";
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
  private static final List<Long> ELEMENTS = LongStream.range(0, 20_000).boxed().toList();

  @TempDir private Path folder;

  /** Makes a list, then does something to the map that it is kept in. */
  private long damaged(Consumer<StoreMap<Long, byte[]>> damage) {
    long revision;
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.list("whole", String.class).addAll(List.of("a", "b"));
      ObservableList<Long> list = vitrine.list("l", Long.class);
      list.addAll(ELEMENTS.subList(0, 12_000));
      list.addAll(ELEMENTS.subList(12_000, 20_000));
      revision = vitrine.describe(PATH).revision();
    }
    assertTrue(check().isClean(), () -> check().toString());
    try (Store store = Stores.open(folder)) {
      damage.accept(store.map(PATH, OPTIONS));
    }
    // To the store all is well: what it keeps is what it was given.
    assertTrue(Stores.check(folder).isClean());
    return revision;
  }

  private CheckReport check() {
    return StoreCare.check(folder, CheckOptions.defaults());
  }

  /** As entries of a map would, if they were put into it. */
  @Test
  void aHeadThatIsNone() {
    damaged(map -> map.put(ListLayout.HEAD, "b-0".getBytes(StandardCharsets.UTF_8)));
    assertTrue(onlyFinding().found().startsWith("a head that cannot be read (the head of a list"));
    assertFalse(StoreCare.repair(folder, RepairOptions.defaults()).rebuilt().isEmpty());
    assertTrue(check().isClean(), () -> check().toString());
  }

  private static NavigableMap<Long, byte[]> nodes(StoreMap<Long, byte[]> map, int level) {
    var nodes = new TreeMap<Long, byte[]>();
    map.forEach((id, bytes) -> {
      if (id > 0 && bytes[0] == level) {
        nodes.put(id, bytes);
      }
    });
    return nodes;
  }

  private Finding onlyFinding() {
    CheckReport report = check();
    assertEquals(1, report.findings().size(), report::toString);
    assertEquals(1, report.damages());
    assertFalse(report.isClean());
    assertEquals(PATH, report.findings().getFirst().file());
    return report.findings().getFirst();
  }

  /** Repairs, and expects that the list has lost the elements from one to another. */
  private RepairReport repaired(int from, int to) {
    RepairReport report = StoreCare.repair(folder, RepairOptions.defaults());
    assertTrue(report.newLog());
    assertEquals(to - from, report.lostEntries(), report::toString);
    assertTrue(check().isClean(), () -> check().toString());
    var expected = new ArrayList<>(ELEMENTS);
    expected.subList(from, to).clear();
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      assertEquals(expected, list);
      list.remove(from);
      list.add(from, -1L);
      expected.set(from, -1L);
      assertEquals(expected, new ArrayList<>(list));
      assertEquals(List.of("a", "b"), vitrine.list("whole", String.class));
    }
    assertTrue(check().isClean(), () -> check().toString());
    assertFalse(StoreCare.repair(folder, RepairOptions.defaults()).hasChanged());
    return report;
  }

  @Test
  void aLostLeaf() {
    long[] id = {0};
    damaged(map -> {
      id[0] = new ArrayList<>(nodes(map, 0).keySet()).get(3);
      map.remove(id[0]);
    });
    Finding finding = onlyFinding();
    assertTrue(
        finding.found().equals("elements 384 to 511: node " + id[0] + " is not there"),
        finding.toString());
    RepairReport report = repaired(384, 512);
    assertTrue(
        report.lost().getFirst().toString().contains("elements 384 to 511"), report::toString);
  }

  @Test
  void aLostInnerNode() {
    damaged(map -> map.remove(nodes(map, 1).firstKey()));
    assertTrue(onlyFinding().found().startsWith("elements 0 to 8191: node "));
    repaired(0, 8192);
  }

  @Test
  void nodesThatAreNotWhatTheyShouldBe() {
    damaged(map -> {
      var leaves = new ArrayList<>(nodes(map, 0).entrySet());
      map.put(leaves.get(2).getKey(), new byte[] {0, 5, 1, 2, 3}); // cut off
    });
    assertTrue(onlyFinding().found().startsWith("elements 256 to 383: node "));
    repaired(256, 384);
  }

  @Test
  void anotherLeafInPlaceOfOne() {
    damaged(map -> {
      var leaves = new ArrayList<>(nodes(map, 0).entrySet());
      byte[] shorter = {0, 1, 9, 0, 0, 0, 0, 0, 0, 0};
      map.put(leaves.getFirst().getKey(), shorter);
    });
    assertTrue(onlyFinding().found().contains(" has 1 elements"), check()::toString);
    repaired(0, 128);
  }

  @Test
  void aLostHead() {
    damaged(map -> map.remove(ListLayout.HEAD));
    assertTrue(onlyFinding().found().startsWith("no head"));
    RepairReport report = StoreCare.repair(folder, RepairOptions.defaults());
    assertTrue(report.notes().getFirst().contains("its head is lost"), report::toString);
    assertEquals(0, report.lost().getFirst().count());
    try (Vitrine vitrine = Vitrine.open(folder)) {
      List<Long> list = vitrine.list("l", Long.class);
      assertEquals(ELEMENTS.subList(0, list.size()), list);
      assertTrue(list.size() >= ELEMENTS.size() - ListLayout.TAIL_COUNT, list.size() + " left");
    }
    assertTrue(check().isClean());
  }

  @Test
  void whoGoesOn_beginsWithWhatThereIs() {
    long revision = damaged(map -> map.remove(nodes(map, 0).firstKey()));
    long epoch;
    try (Vitrine vitrine = Vitrine.open(folder)) {
      epoch = vitrine.describe(PATH).epoch();
    }
    StoreCare.repair(folder, RepairOptions.defaults());
    try (Vitrine vitrine = Vitrine.open(folder)) {
      var recorder = new Recorder<ListEvent<Long>>();
      vitrine
          .list("l", Long.class)
          .subscribe(ElementOptions.<Long>all().withFrom(new Bookmark(epoch, revision)), recorder);
      recorder.await(() -> recorder.bootstrapped() > 0, "the state");
      assertTrue(recorder.calls().getFirst().startsWith("resync"), recorder.calls()::toString);
      assertEquals(ELEMENTS.size() - 128, recorder.items().size());
    }
  }

  /** Wherever a repair of a list ends, who goes on is told that all is made anew. */
  @Test
  void aRepairThatFailsAmidAList() {
    int failures = 0;
    boolean failed = true;
    for (int visit = 1; failed; visit++) {
      Path of = folder.resolve(Integer.toString(visit));
      Bookmark seen;
      try (Vitrine vitrine = Vitrine.open(of)) {
        vitrine.beginLog();
        vitrine.list("l", Long.class).addAll(ELEMENTS.subList(0, 1_000));
        Description info = Objects.requireNonNull(vitrine.describe(PATH));
        seen = new Bookmark(info.epoch(), info.revision());
      }
      try (Store store = Stores.open(of)) {
        StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
        map.remove(nodes(map, 0).firstKey());
      }
      failed = failsAt(visit, of);
      failures += failed ? 1 : 0;
      StoreCare.repair(of, RepairOptions.defaults());
      assertTrue(StoreCare.check(of, CheckOptions.defaults()).isClean());
      try (Vitrine vitrine = Vitrine.open(of)) {
        var recorder = new Recorder<ListEvent<Long>>();
        ObservableList<Long> list = vitrine.list("l", Long.class);
        list.subscribe(ElementOptions.<Long>all().withFrom(seen), recorder);
        recorder.await(() -> recorder.bootstrapped() > 0, "the state");
        assertTrue(recorder.calls().getFirst().startsWith("resync"), recorder.calls()::toString);
        assertEquals(list.size(), recorder.items().size());
      }
    }
    assertTrue(failures > 1, "it never failed");
  }

  /** Also where another map is damaged, so that a first repair has kept that alone. */
  @Test
  void theOriginalsOfAllAreKept() throws IOException {
    damaged(map -> map.remove(nodes(map, 0).firstKey()));
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.map("m", Long.class, Long.class).put(1L, 1L);
    }
    Path file = folder.resolve("maps").resolve("m.vtr");
    byte[] bytes = Files.readAllBytes(file);
    bytes[0] ^= 1;
    Files.write(file, bytes);
    byte[] list = Files.readAllBytes(folder.resolve("lists").resolve("l.vtr"));
    StoreCare.repair(folder, RepairOptions.defaults());
    try (var kept = Files.walk(folder)) {
      assertTrue(
          kept.filter(Files::isRegularFile)
              .filter(each -> each.toString().contains("damaged-"))
              .anyMatch(each -> isSame(each, list)),
          "the list as it was");
    }
  }

  private static boolean isSame(Path file, byte[] bytes) {
    try {
      return Arrays.equals(Files.readAllBytes(file), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean failsAt(int visit, Path of) {
    var visits = new AtomicInteger();
    DyingStore.at(
        Thread.currentThread(),
        "RECORD_COMMITTED",
        () -> {
          if (visits.incrementAndGet() == visit) {
            throw new IllegalStateException("made to fail by a test");
          }
        });
    try {
      StoreCare.repair(of, RepairOptions.defaults());
      return false;
    } catch (IllegalStateException e) {
      return true;
    } finally {
      DyingStore.noHook();
    }
  }

  @Test
  void aListThatIsInUse() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      list.addAll(ELEMENTS);
      var stop = new Thread[1];
      stop[0] =
          Thread.ofPlatform()
              .start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                  list.add(list.removeFirst());
                }
              });
      try {
        for (int i = 0; i < 5; i++) {
          CheckReport report = check();
          assertEquals(0, report.damages(), report::toString);
        }
      } finally {
        stop[0].interrupt();
        stop[0].join();
      }
      assertEquals(ELEMENTS.size(), list.size());
    }
  }

  @Test
  void onlyTheCollectionsThatWereNamed() {
    damaged(map -> map.remove(nodes(map, 0).firstKey()));
    var other = new CheckOptions(List.of("/lists/whole"), false);
    assertTrue(StoreCare.check(folder, other).isClean());
    CheckReport named = StoreCare.check(folder, new CheckOptions(List.of(PATH), false));
    assertEquals(1, named.damages());
  }
}
