package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times to live stay as they are where a map is made anew: by repair, recovery or copy. */
class TimesKeptTest {
  private static final String PATH = "/maps/kept";
  private static final int KEYS = 60;
  private static final MapOptions<Long, String> MAP =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(2);
  private static final StoreOptions SYNC = Logged.OPTIONS.withDurability(Durability.SYNC);

  @TempDir Path temporary;

  private final Map<Long, Long> times = new TreeMap<>();

  private Path folder() {
    return temporary.resolve("store");
  }

  private Surroundings atBoot(long bootId) {
    return Surroundings.system(new AnotherBoot(new DiskFiles(folder()), bootId));
  }

  /** Entries with times, without, with one that was ended, and with another than before. */
  private void fill(Store store, int from, int to) {
    StoreMap<Long, String> map = store.map(PATH, MAP);
    for (long key = from; key < to; key++) {
      String value = "value " + key;
      switch ((int) key % 4) {
        case 0 -> map.put(key, value);
        case 1 -> map.put(key, value, Duration.ofDays(100 + key));
        case 2 -> {
          map.put(key, "before", Duration.ofDays(100 + key));
          map.put(key, value);
        }
        default -> {
          map.put(key, "before", Duration.ofDays(1));
          map.put(key, value, Duration.ofDays(100 + key));
        }
      }
      times.put(key, map.expiryMillis(key));
      assertEquals(key % 2 == 1, times.get(key) > System.currentTimeMillis());
    }
  }

  private void verify(Store store) {
    StoreMap<Long, String> map = store.map(PATH, MAP);
    assertEquals(KEYS, map.size());
    var found = new TreeMap<Long, Long>();
    map.forEach((key, value) -> {
      assertEquals("value " + key, value);
      found.put(key, map.expiryMillis(key));
    });
    assertEquals(times, found);
  }

  private void fillLogged() {
    try (Store store = Logged.open(folder())) {
      fill(store, 0, KEYS);
    }
  }

  private void verifyRepaired(RepairOptions options) {
    RepairReport report = Stores.repair(folder(), options);
    assertTrue(report.rebuilt().contains(PATH), report.toString());
    assertEquals(0, report.lostEntries(), report.toString());
    try (Store store = Logged.open(folder())) {
      verify(store);
    }
  }

  @Test
  void aRepairFromSlotsKeepsThem() {
    fillLogged();
    verifyRepaired(new RepairOptions(true, true));
  }

  @Test
  void aRepairFromTheLogKeepsThem() throws IOException {
    fillLogged();
    Files.delete(folder().resolve("maps/kept.vtr"));
    verifyRepaired(RepairOptions.defaults());
  }

  @Test
  void aRepairFromBlocksAloneKeepsThem() throws IOException {
    fillLogged();
    long epoch;
    try (Store store = Logged.open(folder())) {
      epoch = store.epoch();
    }
    try (MapFile file = MapFile.open(new DiskFiles(folder()), "maps/kept.vtr", epoch)) {
      for (int segment = 0; segment < 2; segment++) {
        Memory.set(file.memory(), file.segmentAt(segment) + SegmentLayout.TABLE, 0);
      }
    }
    verifyRepaired(RepairOptions.defaults());
  }

  /** The first half comes from the checkpoint, the second from the log. */
  @Test
  void aRecoveryKeepsThem() throws IOException {
    try (MappedStore store = MappedStore.open(atBoot(1), Logged.OPTIONS)) {
      fill(store, 0, KEYS / 2);
    }
    MappedStore store = MappedStore.open(atBoot(1), SYNC);
    fill(store, KEYS / 2, KEYS);
    long epoch = store.epoch();
    store.attachment().close(); // killed
    try (MappedStore recovered = MappedStore.open(atBoot(2), SYNC)) {
      assertNotEquals(epoch, recovered.epoch());
      verify(recovered);
    }
  }

  @Test
  void aCopyKeepsThem() {
    Path copy = temporary.resolve("copy");
    try (Store store = Logged.open(folder())) {
      fill(store, 0, KEYS);
      store.snapshot(copy);
    }
    try (Store store = Stores.open(copy)) {
      verify(store);
    }
  }
}
