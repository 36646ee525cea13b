package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A whole durable store that lost its power: what its recovery leaves when it fails, and tells. */
class RecoveryTest {
  private static final String PATH = "/maps/kept";
  private static final int KEYS = 20;
  private static final MapOptions<Long, byte[]> MAP =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);
  private static final StoreOptions SYNC = new StoreOptions(0).withDurability(Durability.SYNC);

  private final PowerDisk disk = new PowerDisk();
  private long epoch;
  private int operations;

  @BeforeEach
  void loseThePower() throws IOException {
    MappedStore store = open(disk.files(7), 1);
    StoreMap<Long, byte[]> map = store.map(PATH, MAP);
    for (long key = 0; key < KEYS; key++) {
      map.put(key, new byte[] {(byte) key, 7});
    }
    store.map("/sets/other", MAP).put(1L, new byte[1]);
    epoch = store.epoch();
    store.attachment().close();
  }

  @AfterEach
  void close() {
    disk.close();
  }

  private static Surroundings surroundings(StoreFiles files, long seed) {
    return new Surroundings(files, StoreClock.system(), new Random(seed)::nextLong);
  }

  private static MappedStore open(StoreFiles files, long seed) throws IOException {
    return MappedStore.open(surroundings(files, seed), SYNC);
  }

  private void verify(StoreFiles files) throws IOException {
    try (MappedStore store = open(files, 3)) {
      assertNotEquals(epoch, store.epoch());
      StoreMap<Long, byte[]> map = store.map(PATH, MAP);
      assertEquals(KEYS, map.size());
      for (long key = 0; key < KEYS; key++) {
        assertArrayEquals(new byte[] {(byte) key, 7}, map.get(key));
      }
      Invariants.check(store);
    }
    assertEquals(0, StoreCheck.findings(files).count(Finding.Kind.DAMAGE));
  }

  private static long epochOf(StoreFiles files) throws IOException {
    try (MappedFile control = files.open(ControlLayout.FILE)) {
      return Memory.get(control.memory(), ControlLayout.EPOCH);
    }
  }

  @Test
  void oneThatFailsLeavesTheStoreAsItWas() throws IOException {
    int met = 0;
    for (int n = 1; failsAt(n); n++) {
      met = n;
    }
    assertTrue(met > 20, "operations of a recovery: " + met);
  }

  /** Lets the n-th operation of a recovery fail; false if there were not so many. */
  private boolean failsAt(int n) throws IOException {
    operations = 0;
    try (PowerDisk image = disk.afterKill()) {
      StoreFiles files = image.files(8);
      var failing = new String[1];
      image.watch((operation, name) -> {
        if (++operations == n) {
          failing[0] = n + ": " + operation + " of " + name;
          throw new IOException("the disk is full at " + failing[0]);
        }
      });
      try {
        open(files, 2).close();
      } catch (IOException | StoreException e) {
        image.watch((operation, name) -> {});
        if (epochOf(files) == epoch) { // else the next open goes on from the new files
          Findings findings = StoreCheck.findings(files);
          assertEquals(
              0,
              findings.count(Finding.Kind.DAMAGE),
              failing[0] + findings.files(Finding.Kind.DAMAGE));
        }
      }
      image.watch((operation, name) -> {});
      verify(files);
      return operations >= n;
    }
  }

  @Test
  void itsLogCountsWhatItTellsItself() throws IOException {
    try (PowerDisk image = disk.afterKill();
        MappedStore store = open(image.files(8), 2)) {
      assertEquals(0, store.statistics().logBytesAppended());
      store.map(PATH, MAP).put(1L, new byte[1]);
      StoreStatistics told = store.statistics();
      assertTrue(told.logBytesAppended() > 0, told.toString());
      assertEquals(told.logBytesRetained(), told.logBytesAppended());
    }
  }

  @Test
  void aRepairTellsOfItAndKeepsTheFilesBefore() throws IOException {
    try (PowerDisk image = disk.afterKill()) {
      StoreFiles files = image.files(8);
      List<String> before = files.list(LogFile.FOLDER);
      RepairReport report = StoreRepair.runAlone(surroundings(files, 2), RepairOptions.defaults());
      assertTrue(report.powerLost());
      assertTrue(report.newLog());
      assertFalse(report.newControl(), "what it promised it still promises");
      assertEquals(List.of(PATH, "/sets/other"), report.rebuilt().stream().sorted().toList());
      assertEquals(KEYS + 1, report.entries());
      assertEquals(List.of(), report.notes());
      assertEquals(List.of(), report.lost());
      String kept = report.keptIn();
      assertTrue(kept.startsWith("damaged-"), kept);
      assertEquals(before, files.list(kept + "/" + LogFile.FOLDER));
      assertEquals(List.of("kept.vtr"), files.list(kept + "/maps"));
      assertEquals(List.of("other.vtr"), files.list(kept + "/sets"));
      assertEquals(1, files.list(kept + "/" + CheckpointWriter.FOLDER).size());
      assertTrue(files.exists(kept + "/" + ControlLayout.FILE));
      long recovered = epochOf(files);
      verify(files);
      assertEquals(recovered, epochOf(files), "it was made anew once");
    }
  }

  @Test
  void aRepairThatKeepsNothingKeepsNothing() throws IOException {
    try (PowerDisk image = disk.afterKill()) {
      StoreFiles files = image.files(8);
      RepairReport report = StoreRepair.runAlone(surroundings(files, 2), new RepairOptions(false));
      assertTrue(report.newLog());
      assertEquals("", report.keptIn());
      verify(files);
    }
  }
}
