package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the judge of damaged stores sees what a store or its repair does wrong. */
class CorruptMapTest {
  private static final String PATH = "/maps/one";
  private static final int KEYS = 40;
  private static final Duration LONG_TIME = Duration.ofDays(1_000);
  private static final MapOptions<Long, String> MAP =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(4);

  @TempDir Path folder;
  private final CorruptMap<Long, String> judge =
      new CorruptMap<>(PATH, MAP, key -> (long) key, value -> "value " + value);
  private final CorruptLook look = new CorruptLook(CorruptDamage.NONE, "");
  private Store store;
  private StoreMap<Long, String> map;

  @BeforeEach
  void fill() {
    store = Logged.open(folder);
    for (int key = 0; key < KEYS; key++) {
      judge.put(store, key, key);
    }
    judge.putFor(store, 1, 7, LONG_TIME);
    judge.putFor(store, 2, 8, LONG_TIME);
    judge.put(store, 2, 9);
    map = store.map(PATH, MAP);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static RepairReport report(List<LostEntry> lost, String... notes) {
    long count = lost.stream().mapToLong(LostEntry::count).sum();
    return new RepairReport(
        List.of(PATH), KEYS, 0, lost, count, List.of(notes), false, false, false, "");
  }

  private void assertRight(RepairReport report) {
    judge.verifyRepaired(look, store, report);
  }

  private void assertBreach(RepairReport report) {
    assertThrows(AssertionError.class, () -> judge.verifyRepaired(look, store, report));
  }

  private int segmentOf(long key) {
    var mapped = (MappedMap<Long, String>) map;
    var scratch = new Scratch(Scratch.NOBODY);
    mapped.encodeKey(scratch, key);
    return mapped.engine().segmentOf(scratch.hash);
  }

  private static LostEntry segmentGone(int segment) {
    return new LostEntry(
        PATH,
        "",
        0,
        "maps/one.vtr",
        4096,
        "the header of segment " + segment + " is gone, which said how many there were");
  }

  @Test
  void whatIsRightPasses() {
    judge.read(look, store);
    assertRight(report(List.of()));
    assertTrue(look.excused().isEmpty());
  }

  @Test
  void aTimeToLiveThatIsGone() {
    map.put(1L, "value 7");
    assertThrows(AssertionError.class, () -> judge.read(look, store));
    assertBreach(report(List.of()));
  }

  @Test
  void aTimeToLiveOfAValueBefore() {
    map.put(2L, "value 9", LONG_TIME);
    assertThrows(AssertionError.class, () -> judge.read(look, store));
    assertBreach(report(List.of()));
  }

  @Test
  void aMissingEntryIsListed() {
    map.remove(5L);
    assertBreach(report(List.of()));
    assertRight(report(List.of(new LostEntry(PATH, "5", 1, "maps/one.vtr", 4096, "x"))));
  }

  @Test
  void aSegmentThatIsGoneExcusesItsOwnKeysOnly() {
    int segment = segmentOf(5);
    RepairReport told = report(List.of(segmentGone(segment)));
    for (long key = 0; key < KEYS; key++) {
      if (segmentOf(key) == segment) {
        map.remove(key);
      }
    }
    assertRight(told);
    long other = 0;
    while (segmentOf(other) == segment) {
      other++;
    }
    map.remove(other);
    assertBreach(told);
  }

  @Test
  void aNoteThatNamesTheMapExcusesNothing() {
    map.remove(5L);
    assertBreach(report(List.of(), "maps/one.vtr: set aside: it is of another store"));
    assertBreach(report(List.of(), "something was done to " + PATH));
  }

  @Test
  void aMapThatIsGoneIsNamedItself() {
    store.drop(PATH);
    assertRight(report(List.of(), "maps/one.vtr: set aside: it is of another store"));
    assertRight(
        report(List.of(), PATH + ": its file is gone, and the log does not tell all of it"));
    assertBreach(report(List.of(), "maps/one.vtr was damaged"));
    store.drop(PATH);
    assertBreach(report(List.of(), "sets/maps/one.vtr: set aside: it is of another store"));
    store.drop(PATH);
    assertBreach(report(List.of(segmentGone(0))));
  }
}
