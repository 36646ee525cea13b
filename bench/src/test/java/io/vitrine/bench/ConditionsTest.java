package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static final List<Long> USUAL_SCALE = List.of(1_000L, 1_000_000L);

  private static Settings settings(Set<String> only, List<Long> entries, Matrix matrix) {
    return settings(only, EnumSet.allOf(Peer.class), entries, matrix);
  }

  private static Settings settings(
      Set<String> only, Set<Peer> peers, List<Long> entries, Matrix matrix) {
    return new Settings(
        false, 1, false, only, peers, List.of(Path.of("/memory")), entries, matrix, List.of());
  }

  private static Settings values(Set<String> only, Integer... values) {
    var matrix = new Matrix(List.of(values), List.of(), List.of(), USUAL_SCALE);
    return settings(only, List.of(1_000_000L), matrix);
  }

  private static Settings threads(Set<String> only, Integer... threads) {
    var matrix = new Matrix(List.of(), List.of(threads), List.of(), USUAL_SCALE);
    return settings(only, List.of(1_000_000L), matrix);
  }

  private static Settings keys(Set<String> only, KeyKind... keys) {
    var matrix = new Matrix(List.of(), List.of(), List.of(keys), USUAL_SCALE);
    return settings(only, List.of(1_000_000L), matrix);
  }

  private static Settings entries(Set<String> only, Long... entries) {
    var matrix = new Matrix(List.of(), List.of(), List.of(), List.of(entries));
    return settings(only, List.of(entries), matrix);
  }

  private static void assertIgnored(String start, Settings settings) {
    String said = Conditions.ignored(settings);
    assertNotNull(said);
    assertTrue(said.startsWith(start), said);
  }

  @Test
  void saysWhereNobodyCounts() {
    Matrix usual = new Matrix(List.of(), List.of(), List.of(), USUAL_SCALE);
    List<Long> entries = List.of(1_000_000L);
    List<String> events = List.of("cycles", "branch-misses");
    for (String name : List.of("get", "scale", "wire-codec")) {
      assertNull(Conditions.uncounted(events, settings(Set.of(name, "space"), entries, usual)));
    }
    assertNull(Conditions.uncounted(events, settings(Set.of(), entries, usual)));
    String said = Conditions.uncounted(events, settings(Set.of("space", "hash"), entries, usual));
    assertNotNull(said);
    String start =
        "--counters names cycles, branch-misses, which nothing of what is measured here counts;"
            + " expected no --counters, or --only with some of get, getUsing, ";
    assertTrue(said.startsWith(start), said);
    assertTrue(said.endsWith(", wire-codec"), said);
    // Of what takes them nothing is measured with the systems that are named.
    var machine = EnumSet.of(Peer.MACHINE);
    Settings limits = settings(Set.of("get", "limits"), machine, entries, usual);
    assertNotNull(Conditions.uncounted(events, limits));
  }

  @Test
  void saysWhatIsIgnored_andWhatIsExpected() {
    assertEquals(
        "--threads has 2, which nothing of what is measured here takes; expected no --threads, or"
            + " --only with some of get, getUsing, getChained, getMiss, mixed95, put, removePut,"
            + " addAndGet",
        Conditions.ignored(threads(Set.of("space"), 2)));
    assertEquals(
        "--threads has 2, which nothing of what is measured here takes; expected of 1, or --only"
            + " with some of get, getUsing, getChained, getMiss, mixed95, put, removePut,"
            + " addAndGet",
        Conditions.ignored(threads(Set.of("insert"), 1, 2)));
  }

  @Test
  void findsEachConditionThatNothingTakes() {
    assertIgnored("--values has 8,", values(Set.of("space", "hash"), 8));
    assertIgnored("--values has 64,", values(Set.of("addAndGet"), 8, 64)); // numbers only
    assertIgnored("--keys has string,", keys(Set.of("getAll32"), KeyKind.STRING));
    assertIgnored("--keys has long,", keys(Set.of("share"), KeyKind.LONG));
    assertIgnored("--threads has 2,", threads(Set.of("put-2-threads"), 2));
    assertIgnored("--entries has 1000,", entries(Set.of("hash", "rtt", "durable"), 1_000L));
    assertIgnored("--entries has 2000000,", entries(Set.of("examples"), 2_000_000L));
    assertIgnored("--entries has 2000,", entries(Set.of("share"), 1_000L, 2_000L));
  }

  /** What has conditions of its own is not measured where others are named. */
  @Test
  void findsEachNameThatTheConditionsLeaveNothingOf() {
    assertIgnored("--only names get-string,", values(Set.of("get", "get-string"), 8));
    assertIgnored("--only names insert,", threads(Set.of("get", "insert"), 2));
    assertNull(Conditions.ignored(values(Set.of("get", "space", "hash"), 8)));
    assertNull(Conditions.ignored(entries(Set.of("get", "scale"), 1_000_000L)));
  }

  @Test
  void looksAtSystems_thatTakePartOnly() {
    var matrix = new Matrix(List.of(), List.of(2), List.of(), USUAL_SCALE);
    Settings hashes =
        settings(Set.of("get", "hash"), EnumSet.of(Peer.HASH4J), List.of(1_000_000L), matrix);
    assertIgnored("--threads has 2,", hashes);
  }

  @Test
  void hasNothingAgainstWhatIsTaken() {
    assertNull(Conditions.ignored(values(Set.of("get", "space"), 8, 64)));
    assertNull(Conditions.ignored(values(Set.of(), 8, 64)));
    assertNull(Conditions.ignored(threads(Set.of("insert"), 1)));
    assertNull(Conditions.ignored(threads(Set.of("put", "insert"), 1, 2)));
    assertNull(Conditions.ignored(keys(Set.of("insert"), KeyKind.STRING)));
    for (String name : List.of("scale", "space", "open", "limits", "collections", "pauses")) {
      assertNull(Conditions.ignored(entries(Set.of(name), 1_000L)), name);
    }
    assertNull(Conditions.ignored(entries(Set.of("scale"), 1_000L, 2_000L)));
    assertNull(Conditions.ignored(values(Set.of("hash")))); // where nothing is named
  }
}
