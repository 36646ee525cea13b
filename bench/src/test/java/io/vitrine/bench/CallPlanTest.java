package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What calls are measured with files in a second folder. */
class CallPlanTest {
  private static final Path MEMORY = Path.of("/memory");
  private static final Path DISK = Path.of("/disk");
  private static final Matrix USUAL = new Matrix(List.of(), List.of(), List.of(), List.of());

  private static Settings settings(Set<String> only, Matrix matrix) {
    return new Settings(
        false,
        1,
        false,
        only,
        EnumSet.allOf(Peer.class),
        List.of(MEMORY, DISK),
        List.of(1_000L),
        matrix,
        List.of());
  }

  private static List<CallWorkload> calls(Settings settings, Path where) {
    return Plan.of(settings).stream()
        .filter(workload -> workload instanceof CallWorkload)
        .map(workload -> (CallWorkload) workload)
        .filter(call -> call.prepared().where().equals(where))
        .toList();
  }

  private static List<InsertWorkload> inserts(Settings settings, Path where) {
    return Plan.of(settings).stream()
        .filter(workload -> workload instanceof InsertWorkload)
        .map(workload -> (InsertWorkload) workload)
        .filter(insert -> insert.where().equals(where))
        .toList();
  }

  @Test
  void shouldMeasureElsewhereUnderTheConditionsThatAreNamed() {
    var matrix =
        new Matrix(
            List.of(8, 64, 1024), List.of(1, 2), List.of(KeyKind.LONG, KeyKind.STRING), List.of());
    Settings settings = settings(Set.of("get", "put", "insert"), matrix);
    assertEquals(2 * 3 * 2 * 2, calls(settings, DISK).size());
    assertEquals(3 * 2, inserts(settings, DISK).size()); // by one thread
    assertEquals(conditions(settings, MEMORY), conditions(settings, DISK));
  }

  private static Set<Conditions> conditions(Settings settings, Path where) {
    return Set.copyOf(
        Stream.concat(calls(settings, where).stream(), inserts(settings, where).stream())
            .map(Workload::conditions)
            .toList());
  }

  @Test
  void shouldMeasureElsewhereByOneThread_onlyWhereThatIsNamed() {
    var matrix = new Matrix(List.of(), List.of(2), List.of(), List.of());
    Settings settings = settings(Set.of("get", "insert"), matrix);
    assertEquals(List.of(2), calls(settings, DISK).stream().map(CallWorkload::threads).toList());
    assertTrue(inserts(settings, DISK).isEmpty());
  }

  @Test
  void shouldMeasureElsewhereWithAllSystems_whereSomebodyNamesTheCall() {
    Settings named = settings(Set.of("get", "insert"), USUAL);
    assertTrue(calls(named, DISK).getFirst().peers().containsAll(Peer.MAPS));
    assertEquals(Peer.MAPS, inserts(named, DISK).getFirst().peers());
    Settings whole = settings(Set.of(), USUAL);
    assertFalse(calls(whole, DISK).getFirst().peers().contains(Peer.LMDB));
    assertEquals(Peer.FAST_MAPS, inserts(whole, DISK).getFirst().peers());
  }
}
