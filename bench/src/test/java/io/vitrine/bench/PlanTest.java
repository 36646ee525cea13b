package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.hash.HashForm;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PlanTest {

  /** Under 5 minutes on machines half as slow again, a run of 196 s was estimated at 175. */
  private static final double QUICK_SECONDS = 300 / 1.5 * 175 / 196;

  /**
   * Where all takes as long as estimated, nothing is left out; where it takes longer, something.
   */
  private static final double FULL_SECONDS = 44 * 60;

  private static final Path MEMORY = Path.of("/memory");
  private static final Path DISK = Path.of("/disk");
  private static final List<String> CALLS =
      List.of("get", "getUsing", "getMiss", "getAll32", "put", "removePut", "addAndGet", "mixed95");

  private static Settings settings(boolean quick, Set<String> only, Matrix matrix) {
    return new Settings(
        quick,
        quick ? 1 : 3,
        false,
        only,
        EnumSet.allOf(Peer.class),
        List.of(MEMORY, DISK),
        quick ? List.of(1_000_000L) : List.of(1_000_000L, 10_000_000L),
        matrix,
        List.of());
  }

  private static Matrix usual(Long... scale) {
    return new Matrix(List.of(), List.of(), List.of(), List.of(scale));
  }

  @Test
  void shouldKeepToTheTimePromised() {
    Settings quick = settings(true, Set.of(), usual(1_000L, 100_000L, 1_000_000L));
    assertFits(quick, QUICK_SECONDS);
    Settings full = settings(false, Set.of(), usual(1_000L, 100_000L, 1_000_000L, 10_000_000L));
    assertFits(full, FULL_SECONDS);
  }

  /** What a short run is there for, whatever else it leaves out. */
  @Test
  void shouldMeasureWhatDecidesInAQuickRun() {
    List<Workload> plan = Plan.of(settings(true, Set.of(), usual()));
    for (String name : List.of("get", "put")) {
      assertEquals(Peer.MAPS, named(plan, name).getFirst().peers(), name);
    }
    for (String name :
        List.of(
            "insert",
            "share",
            "visibility",
            "latency",
            "pauses",
            "collections",
            "hash-long",
            "space",
            "durable",
            "wire-codec",
            "rtt",
            "subscribe",
            "events",
            "journal")) {
      assertTrue(named(plan, name).getFirst().peers().contains(Peer.VITRINE), name);
    }
  }

  @Test
  void shouldKeepToFiveMinutesWithEachNameOfAQuickRun() {
    Matrix usual = usual(1_000L, 100_000L, 1_000_000L);
    for (String name : Plan.names(settings(true, Set.of(), usual))) {
      Settings quick = settings(true, Set.of(name), usual);
      double seconds = Budget.seconds(Plan.of(quick), quick);
      assertTrue(seconds < 300, () -> name + " takes " + seconds + " s");
    }
  }

  /** Where nobody says what he wants, rounds may be left out on a slow machine. */
  @Test
  void shouldTellAWholeRunFromOthers() {
    Matrix usual = usual(1_000L, 10_000_000L);
    assertTrue(settings(false, Set.of(), usual).isWhole());
    assertFalse(settings(true, Set.of(), usual).isWhole());
    assertFalse(settings(false, Set.of("get"), usual).isWhole());
    assertFalse(settings(false, Set.of(), usual(1_000_000L, 10_000_000L)).isWhole());
    var values = new Matrix(List.of(8), List.of(), List.of(), List.of(1_000L));
    assertFalse(settings(false, Set.of(), values).isWhole());
  }

  @Test
  void shouldMeasureSpaceOfAsManyEntriesAsNamed() {
    var million =
        new Settings(
            false,
            1,
            false,
            Set.of("space"),
            EnumSet.allOf(Peer.class),
            List.of(MEMORY),
            List.of(1_000_000L),
            usual(1_000_000L),
            List.of());
    assertEquals(List.of(1_000_000L), spaceEntries(million));
    Settings usual = settings(false, Set.of("space"), usual(1_000L, 10_000_000L));
    assertEquals(List.of(300_000L), spaceEntries(usual));
  }

  private static List<Long> spaceEntries(Settings settings) {
    return named(Plan.of(settings), "space").stream()
        .map(workload -> ((SpaceWorkload) workload).entries())
        .toList();
  }

  private static void assertFits(Settings settings, double limit) {
    List<Workload> plan = Plan.of(settings);
    double seconds = Budget.seconds(plan, settings);
    assertTrue(
        seconds < limit && seconds > limit / 3,
        () -> seconds + " s of " + limit + ": " + Budget.byName(plan, settings));
  }

  @Test
  void shouldAddUpRoundsSystemsAndMapsThatAreFilledOnce() {
    var two =
        new Settings(
            true,
            2,
            false,
            Set.of("get", "getUsing"),
            EnumSet.of(Peer.VITRINE, Peer.HASH_MAP),
            List.of(MEMORY),
            List.of(1_000_000L),
            usual(),
            List.of());
    List<Workload> plan = Plan.of(two);
    assertEquals(2, plan.size());
    double own = plan.getFirst().seconds(Peer.VITRINE);
    double fill = Budget.START + Budget.toFill(Peer.VITRINE, 1_000_000);
    // A map on the heap is filled by each JVM anew.
    double heap = own + Budget.toFill(Peer.HASH_MAP, 1_000_000);
    assertEquals(2 * 2 * (own + heap) + fill, Budget.seconds(plan, two), 1e-6);
  }

  @Test
  void shouldMeasureEveryCallWithEverySystemInAFullRun() {
    List<Workload> plan = Plan.of(settings(false, Set.of(), usual()));
    for (String call : CALLS) {
      assertEquals(Peer.MAPS, others(named(plan, call).getFirst().peers()), call);
    }
    assertEquals(Peer.MAPS, others(named(plan, "insert").getFirst().peers()));
    assertEquals(Peer.MAPS, named(plan, "space").getFirst().peers());
  }

  /** Fewer than three JVMs tell no change from chance: what has them in spite of that is known. */
  @Test
  void shouldMeasureWithThreeJvmsInAFullRun() {
    var fewer = new TreeSet<String>();
    for (Workload workload : Plan.of(settings(false, Set.of(), usual()))) {
      if (workload.rounds(3) < 3) {
        fewer.add(workload.name());
      }
    }
    assertEquals(Set.of("space"), fewer); // which is the same in each JVM
  }

  @Test
  void shouldMeasureAllSystemsOfWhatIsAskedFor() {
    for (boolean quick : List.of(true, false)) {
      for (String call : CALLS) {
        List<Workload> plan = Plan.of(settings(quick, Set.of(call), usual()));
        assertEquals(Peer.MAPS, others(plan.getFirst().peers()), call);
      }
    }
  }

  /** What a log costs stands beside those whose changes are measured, in a long run. */
  @Test
  void shouldMeasureOursWithALogToo() {
    for (boolean quick : List.of(true, false)) {
      List<Workload> plan = Plan.of(settings(quick, Set.of(), usual()));
      for (String name : List.of("put", "put-2-threads", "put-compact", "insert", "share")) {
        boolean isThere =
            named(plan, name).stream().anyMatch(each -> each.peers().contains(Peer.LOGGED));
        assertEquals(!quick, isThere, name);
      }
      assertFalse(named(plan, "get").getFirst().peers().contains(Peer.LOGGED));
    }
  }

  /** So does what a compact map gives, in memory and on a disk, with few entries and many. */
  @Test
  void shouldMeasureOursInACompactMapToo() {
    for (boolean quick : List.of(true, false)) {
      List<Workload> plan = Plan.of(settings(quick, Set.of(), usual()));
      for (String name : List.of("get", "getAll32", "put", "put-2-threads")) {
        boolean isThere =
            !named(plan, name).isEmpty()
                && named(plan, name).stream().allMatch(each -> each.peers().contains(Peer.COMPACT));
        assertEquals(!quick, isThere, name);
      }
      for (String name : List.of("get-string", "get-values", "get-compact", "insert")) {
        assertTrue(
            named(plan, name).stream().noneMatch(each -> each.peers().contains(Peer.COMPACT)),
            name);
      }
    }
  }

  private static List<Peer> others(List<Peer> peers) {
    return peers.stream().filter(peer -> peer != Peer.LOGGED && peer != Peer.COMPACT).toList();
  }

  @Test
  void shouldCombineTheConditionsThatAreAskedFor() {
    var matrix =
        new Matrix(
            List.of(8, 64, 1024), List.of(1, 2), List.of(KeyKind.LONG, KeyKind.STRING), List.of());
    Settings settings = settings(true, Set.of("get", "getAll32", "insert", "addAndGet"), matrix);
    List<Workload> plan = Plan.of(settings);
    assertEquals(3 * 2 * 2, named(plan, "get").size());
    assertEquals(3, named(plan, "getAll32").size()); // numbers, one thread
    assertEquals(3 * 2, named(plan, "insert").size()); // one thread
    assertEquals(2, named(plan, "addAndGet").size()); // numbers of eight bytes
    assertEquals(plan.size(), Set.copyOf(plan).size());
  }

  @Test
  void shouldWriteWhatWaitsForADiskToTheLastFolder() {
    List<Workload> plan = Plan.of(settings(true, Set.of("durable"), usual()));
    List<DurableWorkload> durable =
        plan.stream().map(workload -> (DurableWorkload) workload).toList();
    assertEquals(List.of(1, 8, 64), durable.stream().map(DurableWorkload::writers).toList());
    durable.forEach(workload -> assertEquals(DISK, workload.where()));
  }

  @Test
  void shouldSayWhereNothingIsForced() {
    var durable = new DurableWorkload("durable", 8, MEMORY, settings(true, Set.of(), usual()));
    assertEquals(Map.of("writers", 8, "where", "/memory"), durable.params("ext4"));
    assertEquals("nothing (tmpfs)", durable.params("tmpfs").get("forced"));
  }

  @Test
  void shouldMeasureTheMachineBesideWhatGoesBetweenProcesses() {
    for (boolean quick : List.of(true, false)) {
      List<Workload> plan = Plan.of(settings(quick, Set.of(), usual()));
      for (String name : List.of("rtt", "subscribe")) {
        assertBesideTheMachine(plan, name, "sleeps");
      }
      for (String name : List.of("visibility", "durable", "limits")) {
        assertTrue(named(plan, name).getFirst().peers().contains(Peer.MACHINE), name);
      }
    }
  }

  @Test
  void shouldSpinForWhoAsks() {
    for (String name : List.of("rtt", "subscribe")) {
      assertBesideTheMachine(Plan.of(settings(false, Set.of(name), usual())), name, "spins");
    }
  }

  private static void assertBesideTheMachine(List<Workload> plan, String name, String waits) {
    List<NetWorkload> waiting =
        named(plan, name).stream()
            .map(workload -> (NetWorkload) workload)
            .filter(workload -> waits.equals(workload.params().get("waits")))
            .toList();
    assertFalse(waiting.isEmpty(), name + " where who waits " + waits);
    waiting.forEach(workload -> assertTrue(workload.peers().contains(Peer.MACHINE), name));
  }

  @Test
  void shouldTellLimitsOfMemoryAsLargeAsTheMaps() {
    Settings full = settings(false, Set.of(), usual());
    List<Workload> limits = named(Plan.of(full), "limits");
    assertEquals(
        full.entries(),
        limits.stream().map(workload -> ((LimitsWorkload) workload).entries()).toList());
    assertTrue(Budget.seconds(limits, full) < 20, () -> Budget.seconds(limits, full) + " s");
    Settings quick = settings(true, Set.of(), usual());
    assertTrue(Budget.seconds(named(Plan.of(quick), "limits"), quick) < 5);
  }

  @Test
  void shouldLeaveOutOfTheScaleWhatOtherCallsMeasure() {
    Matrix matrix = usual(1_000L, 1_000_000L, 10_000_000L);
    assertEquals(1, named(Plan.of(settings(false, Set.of(), matrix)), "scale").size());
    assertEquals(3, named(Plan.of(settings(false, Set.of("scale"), matrix)), "scale").size());
    assertEquals(
        1, named(Plan.of(settings(false, Set.of("get", "scale"), matrix)), "scale").size());
    Matrix others = usual(1_000_000L, 10_000_000L); // of which other calls measure all
    assertTrue(Plan.names(settings(false, Set.of("scale"), others)).contains("scale"));
  }

  @Test
  void shouldLeaveOutOfLargeMapsWhoKeepsThemOnTheHeap() {
    Matrix matrix = usual(100_000_000L);
    Workload large = named(Plan.of(settings(false, Set.of("scale"), matrix)), "scale").getFirst();
    var expected = new ArrayList<>(Peer.MAPS);
    expected.removeAll(List.of(Peer.HASH_MAP, Peer.MVSTORE));
    assertEquals(expected, large.peers());
    var shape = new Shape(KeyKind.LONG, 64, 100_000_000);
    Settings settings = settings(false, Set.of("insert"), matrix);
    for (Workload workload :
        List.of(
            new InsertWorkload("insert", shape, MEMORY, Peer.MAPS, 0),
            new OpenWorkload("open", shape, MEMORY, Peer.MAPS),
            new PausesWorkload("pauses", shape, MEMORY, 0),
            new CollectionsWorkload("collections", shape, MEMORY, settings))) {
      assertTrue(workload.peers().stream().noneMatch(Peer::needsHeap), workload.name());
      assertTrue(workload.peers().contains(Peer.VITRINE), workload.name());
    }
  }

  @Test
  void shouldNameEveryFormOfAHash() {
    Set<String> names = Plan.names(settings(false, Set.of(), usual()));
    for (HashForm form : HashForm.values()) {
      String name = "hash-" + form.label();
      assertTrue(names.contains(name), name);
      assertFalse(Plan.of(settings(false, Set.of(name), usual())).isEmpty(), name);
    }
  }

  @Test
  void shouldNameTheSameWhetherItIsQuickOrNot() throws IOException {
    Set<String> names = Plan.names(settings(true, Set.of(), usual(1_000L)));
    assertEquals(names, Plan.names(settings(false, Set.of("get"), usual(1_000L))));
    for (String name : names) {
      assertFalse(Plan.of(settings(true, Set.of(name), usual(1_000L))).isEmpty(), name);
    }
    String page = Files.readString(Path.of("../docs/measuring.md"));
    for (String name : names) {
      assertTrue(page.contains("`" + name + "`"), () -> "measuring.md tells nothing of " + name);
    }
  }

  private static List<Workload> named(List<Workload> plan, String name) {
    return plan.stream().filter(workload -> workload.name().equals(name)).toList();
  }
}
