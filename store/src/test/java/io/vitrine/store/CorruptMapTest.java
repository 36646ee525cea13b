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
}
