package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a repair brings back, what it gives up, and that it says so. */
class SalvageTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(4);
  private static final String MAP = "maps/a.vtr";

  @TempDir Path temporary;

  private Path folder = Path.of("");

  @BeforeEach
  void newFolder() {
    folder = temporary.resolve("store");
  }

  private final Map<Long, String> model = new HashMap<>();

  private void fill(Random random, int changes) {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < changes; i++) {
        long key = random.nextInt(1_000);
        if (random.nextInt(4) == 0) {
          map.remove(key);
          model.remove(key);
        } else {
          int length = random.nextInt(100) == 0 ? 50_000 : random.nextInt(200);
          String value = "v".repeat(length) + i;
          map.put(key, value);
          model.put(key, value);
        }
      }
      store.map("/maps/b", OPTIONS).put(5L, "five");
    }
  }

  private void flip(String file, long offset, long mask) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      access.seek(offset);
      long word = access.readLong();
      access.seek(offset);
      access.writeLong(word ^ Long.reverseBytes(mask));
    }
  }

  private void zero(String file, long offset, int bytes) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      access.seek(offset);
      access.write(new byte[bytes]);
    }
  }

  private Map<Long, String> content() {
    var content = new HashMap<Long, String>();
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).forEach(content::put);
      assertEquals(List.of("/maps/a", "/maps/b"), store.list("/"));
      assertEquals("five", store.map("/maps/b", OPTIONS).get(5L));
      store.map("/maps/a", OPTIONS).put(-1L, "new");
      assertEquals("new", store.map("/maps/a", OPTIONS).get(-1L));
      store.map("/maps/a", OPTIONS).remove(-1L);
      store.map("/maps/c", OPTIONS).put(1L, "c");
      store.drop("/maps/c");
    }
    return content;
  }

  private RepairReport repaired() {
    assertFalse(Stores.check(folder).isClean(), "the damage is found");
    RepairReport report = Stores.repair(folder);
    CheckReport after = Stores.check(folder);
    assertEquals(List.of(), after.findings());
    return report;
  }

  private interface Harm {
    void in(MapFile file) throws IOException;
  }

  private void harm(Harm harm) throws IOException {
    long epoch;
    try (Store store = Logged.open(folder)) {
      epoch = store.epoch();
    }
    try (var file = MapFile.open(new DiskFiles(folder), MAP, epoch)) {
      harm.in(file);
    }
  }

  private static long segment(MapFile file, int number) {
    return file.segmentAt(number);
  }

  private static long table(MapFile file, int number) {
    long word = Memory.get(file.memory(), file.segmentAt(number) + SegmentLayout.TABLE);
    return SegmentLayout.tableOffset(word);
  }

  @Test
  void aCleanStoreIsLeftAlone() throws IOException {
    fill(new Random(1), 2_000);
    byte[] before = Files.readAllBytes(folder.resolve(MAP));
    RepairReport report = Stores.repair(folder);
    assertFalse(report.hasChanged());
    assertEquals("", report.keptIn());
    assertEquals(model, content());
    assertTrue(before.length > 0);
    try (var files = Files.list(folder)) {
      assertFalse(files.anyMatch(f -> f.getFileName().toString().startsWith("damaged")));
    }
  }

  @Test
  void whatTheSlotsAndTheLogTellIsBroughtBackWithoutLoss() throws IOException {
    List<Harm> harms =
        List.of(
            file -> flip(MAP, table(file, 1), 1L << 45),
            file -> zero(MAP, table(file, 2), 4096),
            file -> flip(MAP, segment(file, 0) + SegmentLayout.TABLE, 1L << 13),
            file -> flip(MAP, segment(file, 0) + SegmentLayout.ENTRIES, 1),
            file -> flip(MAP, segment(file, 0) + SegmentLayout.CHUNKS, 1L << 14),
            file -> flip(MAP, segment(file, 3) + SegmentLayout.FREE + 64, 1L << 14),
            file -> flip(MAP, segment(file, 2) + SegmentLayout.SPARES, 1L << 9),
            file -> flip(MAP, MapLayout.TOP, 8),
            file -> flip(MAP, MapLayout.PAGE_MAP, 1L << 14),
            file -> flip(MAP, MapLayout.ALLOCATED, 1L << 20),
            file -> flip(MAP, MapLayout.BINS + 8, 1L << 7),
            file -> flip(MAP, MapLayout.STATE, 1),
            file -> flip(MAP, MapLayout.MAGIC, 1),
            file -> flip(MAP, MapLayout.EPOCH, 1L << 40),
            file -> flip(MAP, MapLayout.SEGMENTS, 1L << 3),
            file -> flip(MAP, MapLayout.HASH_SEED, 1L << 33),
            file -> flip(MAP, MapLayout.META + 5, 1L << 33),
            file -> flip(MAP, MapLayout.META_BYTES, 1L << 2),
            file -> zero(MAP, 0, 4096),
            file -> zero(MAP, table(file, 0) & -4096, 8192),
            file -> {
              long block = Slot.block(firstSlot(file));
              flip(MAP, block + 16, 1);
            },
            file -> {
              long block = Slot.block(firstSlot(file));
              flip(MAP, block + 8, 1L << 3);
            },
            file -> flip(ControlLayout.FILE, ControlLayout.EPOCH, 1),
            file -> flip(ControlLayout.FILE, ControlLayout.LOG_LAST, 1L << 30),
            file -> Files.delete(folder.resolve(ControlLayout.FILE)));
    fill(new Random(2), 3_000);
    int number = 0;
    for (Harm harm : harms) {
      long epoch;
      try (Store store = Logged.open(folder)) {
        epoch = store.epoch();
      }
      harm(harm);
      RepairReport report = repaired();
      String what = "harm " + number++ + ": " + report;
      assertEquals(0, report.lostEntries(), what);
      assertEquals(List.of(), report.notes(), what);
      assertFalse(report.newLog(), what);
      assertEquals(model, content(), what);
      try (Store store = Logged.open(folder)) {
        assertEquals(epoch, store.epoch(), what);
      }
      assertTrue(Files.exists(folder.resolve(report.keptIn())), what);
    }
  }

  private static long firstSlot(MapFile file) {
    long slot = table(file, 1);
    while (!Slot.isLive(Memory.get(file.memory(), slot))) {
      slot += 8;
    }
    return Memory.get(file.memory(), slot);
  }

  /** Zeros over what the control file says of the log do not say that it began at 0. */
  @Test
  void aLogThatBeginsLaterMissesNoBeginning() throws IOException {
    fill(new Random(6), 500);
    Files.delete(folder.resolve(lastLog())); // so that a repair begins the log anew
    assertTrue(repaired().newLog());
    long first;
    try (Store store = Logged.open(folder)) {
      first = store.oldestRevision();
    }
    assertTrue(first > 0, "where the log begins");
    zero(ControlLayout.FILE, ControlLayout.NEXT_MAP_ID, 192); // up to the log's lock
    RepairReport report = repaired();
    assertEquals(List.of(), report.notes());
    assertEquals(0, report.lostEntries());
    assertEquals(model, content());
  }

  /** A lost page does not take with it what the others are, also where no log tells it. */
  @Test
  void aHeaderIsBroughtBackByItsCopyAlone() throws IOException {
    fill(new Random(7), 500);
    Files.delete(folder.resolve(lastLog())); // so that the log begins anew, behind all creations
    assertTrue(repaired().newLog());
    List<Harm> harms =
        List.of(
            file -> zero(MAP, 0, 4096),
            file -> zero(MAP, MapLayout.META, 4096),
            file -> zero(MAP, file.segmentsAt / 2, 4096),
            file -> flip(MAP, file.segmentsAt / 2 + MapLayout.HASH_SEED, 1));
    for (Harm harm : harms) {
      harm(harm);
      RepairReport report = repaired();
      assertEquals(List.of(), report.notes());
      assertEquals(0, report.lostEntries());
      assertEquals(List.of("/maps/a"), report.rebuilt());
      assertEquals(model, content());
    }
  }

  /** Where one hole takes header and copy, the log names the map, and tells not all of it. */
  @Test
  void aHoleOverHeaderAndCopyCostsNoEntry() throws IOException {
    MapOptions<Long, Long> compact =
        MapOptions.of(Codecs.longs(), Codecs.longs()).compact().withSegments(64);
    try (Store store = Stores.open(folder)) {
      store.map("/maps/b", compact).put(1L, 1L);
      assertTrue(store.revision() > 0, "begins the log, behind a change");
      StoreMap<Long, Long> map = store.map("/maps/a", compact);
      for (long key = 0; key < 5_000; key++) {
        map.put(key, -key);
      }
    }
    zero(MAP, 0, 8192);
    flip(lastLog(), 200_000, 1L << 5);
    RepairReport report = repaired();
    assertEquals(0, report.lostEntries(), report::toString);
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", compact);
      assertEquals(5_000, map.size());
      for (long key = 0; key < 5_000; key++) {
        assertEquals(-key, map.get(key));
      }
    }
  }

  /** What the log no longer tells may be a removal, in each of the maps. */
  @Test
  void aLogThatLostItsEndBringsNoRemovedEntryBack() throws IOException {
    List<String> paths = List.of("/maps/a", "/maps/b", "/maps/c");
    long cut;
    try (Store store = Logged.open(folder)) {
      for (String path : paths) {
        StoreMap<Long, String> map = store.map(path, OPTIONS);
        for (long key = 0; key < 20; key++) {
          map.put(key, "first");
        }
      }
      cut = store.revision();
      for (String path : paths) {
        StoreMap<Long, String> map = store.map(path, OPTIONS);
        map.remove(5L);
        map.put(6L, "second");
      }
    }
    try (var log = new RandomAccessFile(folder.resolve(LogFile.nameOf(0)).toFile(), "rw")) {
      log.setLength(cut);
    }
    RepairReport report = repaired();
    assertTrue(report.newLog(), report.toString());
    try (Store store = Logged.open(folder)) {
      for (String path : paths) {
        StoreMap<Long, String> map = store.map(path, OPTIONS);
        assertNull(map.get(5L), path);
        assertEquals("second", map.get(6L), path);
        assertEquals(19, map.size(), path);
      }
    }
  }

  @Test
  void aDamagedLogBeginsAnewAndTheMapsStay() throws IOException {
    fill(new Random(3), 3_000);
    String first = LogFile.nameOf(0);
    List<Harm> harms =
        List.of(
            file -> flip(lastLog(), LogLayout.START, 1),
            file -> flip(lastLog(), LogLayout.FIRST_RECORD, 1),
            file -> flip(lastLog(), LogLayout.FIRST_RECORD + 40, 1L << 60),
            file -> Files.delete(folder.resolve(lastLog())),
            file -> truncate(lastLog(), 4096));
    assertTrue(Files.exists(folder.resolve(first)));
    for (Harm harm : harms) {
      long epoch;
      long revision;
      try (Store store = Logged.open(folder)) {
        epoch = store.epoch();
        revision = store.revision();
      }
      harm(harm);
      RepairReport report = repaired();
      assertTrue(report.newLog(), report.toString());
      assertEquals(0, report.lostEntries(), report.toString());
      assertEquals(model, content());
      try (Store store = Logged.open(folder)) {
        assertNotEquals(epoch, store.epoch());
        assertTrue(store.oldestRevision() >= revision, "no revision is given out again");
      }
    }
  }

  private String lastLog() throws IOException {
    return LogFile.nameOf(LogScan.starts(new DiskFiles(folder)).getLast());
  }

  private void truncate(String file, long bytes) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      access.setLength(bytes);
    }
  }

  @Test
  void whatCannotBeProvedIsGivenUpAndListed() throws IOException {
    fill(new Random(4), 1_000);
    harm(file -> flip(lastLog(), LogLayout.START, 1));
    repaired(); // with a new log, which tells nothing of the entries
    long[] block = new long[1];
    harm(file -> {
      block[0] = Slot.block(firstSlot(file));
      flip(MAP, block[0] + 24, 1); // within the value
    });
    RepairReport report = repaired();
    assertEquals(1, report.lostEntries());
    assertTrue(report.newLog());
    LostEntry lost = report.lost().getFirst();
    assertEquals("/maps/a", lost.map());
    assertEquals("its block is damaged", lost.reason());
    Long key = Long.valueOf(lost.key());
    assertTrue(model.containsKey(key), "key " + key);
    model.remove(key);
    assertEquals(model, content());
    assertTrue(lost.toString().contains("/maps/a: an entry with key " + key), lost.toString());
  }

  @Test
  void aPageOfSlotsAndOneOfBlocksThatAreGone() throws IOException {
    fill(new Random(5), 1_000);
    harm(file -> flip(lastLog(), LogLayout.START, 1));
    repaired();
    long[] page = new long[1];
    harm(file -> {
      page[0] = Slot.block(firstSlot(file)) & -4096;
      zero(MAP, page[0], 4096);
    });
    RepairReport report = repaired();
    Map<Long, String> left = content();
    assertTrue(report.lostEntries() > 0);
    assertEquals(model.size() - left.size(), report.lostEntries());
    left.forEach((key, value) -> assertEquals(model.get(key), value));
  }

  @Test
  void aForeignFileIsSetAside() throws IOException {
    fill(new Random(6), 500);
    Files.writeString(folder.resolve("maps/x.vtr"), "Dear Sir".repeat(2_000));
    RepairReport report = repaired();
    assertEquals(1, report.notes().size());
    assertTrue(report.notes().getFirst().contains("maps/x.vtr"), report.toString());
    assertTrue(Files.exists(folder.resolve(report.keptIn()).resolve("maps/x.vtr")));
    assertEquals(model, content());
  }

  @Test
  void aStoreThatIsOpenIsNotRepaired() {
    fill(new Random(7), 10);
    try (Store store = Logged.open(folder)) {
      var e = assertThrows(StoreException.class, () -> Stores.repair(folder));
      assertTrue(String.valueOf(e.getMessage()).contains("is open"), e.getMessage());
      assertEquals(2, store.list("/").size());
    }
    assertThrows(StoreException.class, () -> Stores.repair(folder.resolve("none")));
  }

  @Test
  void aRepairThatIsKilledAnywhereIsMadeAgain() throws IOException {
    fill(new Random(8), 300);
    Path original = Files.createDirectories(folder.resolveSibling("original"));
    copy(folder, original);
    for (String file : List.of(MAP, "log")) {
      boolean came = true;
      for (int n = 1; came; n++) {
        clear(folder);
        copy(original, folder);
        harm(damaged ->
            flip(
                file.equals(MAP) ? MAP : lastLog(),
                file.equals(MAP) ? segment(damaged, 0) + SegmentLayout.ENTRIES : 64,
                1));
        came = killedAt(n);
        RepairReport report = Stores.repair(folder);
        assertTrue(Stores.check(folder).isClean(), file + " " + n + ": " + report);
        assertEquals(model, content(), file + " " + n + ": " + report);
        assertFalse(Files.exists(folder.resolve(RepairPlan.FOLDER)), "nothing is left over");
      }
    }
  }

  /** Repairs, and dies at the n-th change of the folder; false if there are not so many. */
  private boolean killedAt(int n) throws IOException {
    try {
      var dying = new DyingFiles(new DiskFiles(folder.toRealPath()), n);
      StoreRepair.runAlone(Surroundings.system(dying), RepairOptions.defaults());
      return false;
    } catch (DyingFiles.Death e) {
      return true;
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  private static void clear(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!file.equals(folder)) {
          Files.delete(file);
        }
      }
    }
  }

  @Test
  void randomHarmIsRepaired() throws IOException {
    long seed = new Random().nextLong();
    try {
      for (int round = 0; round < 12; round++) {
        randomRound(new Random(seed + round));
      }
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private void randomRound(Random random) throws IOException {
    fill(random, 500);
    var files = new ArrayList<>(List.of(MAP, MAP, lastLog(), ControlLayout.FILE));
    for (int i = 0; i < 4; i++) {
      String file = files.get(random.nextInt(files.size()));
      long size = Math.min(Files.size(folder.resolve(file)), 1_500_000);
      long at = random.nextLong(size / 8 - 600) * 8;
      if (random.nextBoolean()) {
        flip(file, at, 1L << random.nextInt(64));
      } else {
        zero(file, at, 8 * random.nextInt(500));
      }
    }
    RepairReport report = Stores.repair(folder);
    CheckReport after = Stores.check(folder);
    assertTrue(after.isClean(), report + " " + after.findings());
    if (!report.notes().isEmpty()) {
      throw new AssertionError("a map was given up: " + report);
    }
    Map<Long, String> left = content();
    left.forEach((key, value) -> assertEquals(model.get(key), value, report.toString()));
    assertTrue(
        report.lost().stream().anyMatch(entry -> entry.count() == 0)
            || model.size() - left.size() <= report.lostEntries(),
        report.toString());
    model.clear();
    model.putAll(left);
  }
}
