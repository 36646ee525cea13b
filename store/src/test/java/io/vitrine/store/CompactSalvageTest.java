package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check finds in compact maps, and what a repair brings back of them. */
class CompactSalvageTest {
  /** What the map holds; numbers, whatever their bytes are. */
  MapOptions<Long, Long> options() {
    return MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact();
  }

  private static final String MAP = "maps/a.vtr";

  private static final long[] SEEDS = {
    4756226678820777234L,
    4756226678820777239L,
    -864010888082468150L,
    8468867849162465856L,
    3589935052965595148L,
    -3988018373823753919L,
    457936717875389638L
  };

  @TempDir Path temporary;

  private Path folder = Path.of("");
  private final Map<Long, Long> model = new HashMap<>();

  private void fill(Random random, int changes) {
    try (Store store = Logged.open(folder)) {
      change(store, random, changes);
    }
  }

  private void change(Store store, Random random, int changes) {
    StoreMap<Long, Long> map = store.map("/maps/a", options());
    for (int i = 0; i < changes; i++) {
      long key = random.nextInt(1_500);
      if (random.nextInt(4) == 0) {
        map.remove(key);
        model.remove(key);
      } else {
        map.put(key, random.nextLong());
        model.put(key, Objects.requireNonNull(map.get(key)));
      }
    }
  }

  private Map<Long, Long> content() {
    var content = new HashMap<Long, Long>();
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", options());
      assertTrue(map.options().isCompact());
      map.forEach(content::put);
      Invariants.check(store);
      map.put(-1L, 1L);
      assertEquals(1L, map.get(-1L));
      map.remove(-1L);
    }
    return content;
  }

  /** What became of an entry since the checkpoint counts, whatever its new neighbours are like. */
  @Test
  void whatTheCheckpointHadIsBroughtUpToDateByTheLog() throws IOException {
    StoreOptions options =
        StoreOptions.defaults().withDurability(Durability.SYNC).withCheckpointBytes(1L << 30);
    for (int seed = 0; seed < 3; seed++) {
      folder = temporary.resolve("checkpoint" + seed);
      model.clear();
      var random = new Random(seed);
      try (var store = (MappedStore) Stores.open(folder, options)) {
        StoreMap<Long, Long> map = store.map("/maps/a", options());
        for (long key = 0; key < 700; key++) {
          map.put(key, key);
          model.put(key, key);
        }
        assertTrue(store.checkpoints.make());
        for (long i = 0; i < 300; i++) {
          long key = random.nextInt(700);
          if (random.nextInt(3) == 0) {
            map.remove(key);
            model.remove(key);
          } else {
            map.put(key, 1_000 + i);
            model.put(key, 1_000 + i);
          }
        }
      }
      harm((file, header, table) -> zero(MAP, table + 64, 1024));
      RepairReport report = Stores.repair(folder);
      String what = "seed " + seed + ": " + report;
      assertEquals(List.of(), report.lost(), what);
      assertEquals(List.of(), report.notes(), what);
      assertEquals(model, content(), what);
    }
  }

  /** The log's files from before the checkpoint are gone, so that it alone tells of most keys. */
  @Test
  void whatTheCheckpointAloneHasStays() throws IOException {
    StoreOptions options =
        new StoreOptions(0).withDurability(Durability.SYNC).withCheckpointBytes(1L << 30);
    folder = temporary.resolve("alone");
    try (var store = (MappedStore) Stores.open(folder, options)) {
      StoreMap<Long, Long> map = store.map("/maps/a", options());
      for (long key = 0; key < 2_000; key++) {
        map.put(key, key);
        model.put(key, key);
      }
      StoreMap<Long, byte[]> other =
          store.map("/maps/b", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1));
      for (long i = 0; i < 80; i++) {
        other.put(i % 4, new byte[50_000]);
        if (i % 40 == 0) {
          assertTrue(store.checkpoints.make());
        }
      }
      assertTrue(store.checkpoints.make());
      store.sweep();
      assertTrue(
          store.oldestRevision() > Objects.requireNonNull(map.getVersioned(1_999L)).revision(),
          "the log still tells of keys");
    }
    harm((file, header, table) -> zero(MAP, table + 64, 1024));
    RepairReport report = Stores.repair(folder);
    assertEquals(List.of(), report.lost(), report.toString());
    assertEquals(model, content(), report.toString());
  }

  /** A line that is not whole may be newer than the checkpoint, where the log does not tell. */
  @Test
  void whatTheCheckpointHadDoesNotReplaceNewerLines() throws IOException {
    folder = temporary.resolve("newer");
    StoreOptions options =
        StoreOptions.defaults().withDurability(Durability.SYNC).withCheckpointBytes(1L << 30);
    try (var store = (MappedStore) Stores.open(folder, options)) {
      StoreMap<Long, Long> map = store.map("/maps/a", options());
      for (long key = 0; key < 700; key++) {
        map.put(key, key);
      }
      assertTrue(store.checkpoints.make());
      for (long key = 0; key < 700; key++) {
        map.put(key, key + (key % 3 == 0 ? 0 : 10_000));
        model.put(key, Objects.requireNonNull(map.get(key)));
      }
    }
    harm((file, header, table) -> flip(MAP, liveEntry(file, table) + 8, 1L << 17));
    try (var log = new RandomAccessFile(folder.resolve(lastLog()).toFile(), "rw")) {
      log.setLength(LogLayout.FIRST_RECORD);
    }
    assertNothingIsOld(Stores.repair(folder));
  }

  private void assertNothingIsOld(RepairReport report) throws IOException {
    CheckReport after = Stores.check(folder);
    assertTrue(after.isClean(), report + " " + after.findings());
    Map<Long, Long> left = content();
    left.forEach((key, value) -> assertEquals(model.get(key), value, report.toString()));
    assertTrue(
        report.lost().stream().anyMatch(entry -> entry.count() == 0)
            || model.size() - left.size() <= report.lostEntries(),
        report.toString());
  }

  private interface Harm {
    void in(MapFile file, long header, long table) throws IOException;
  }

  private void harm(Harm harm) throws IOException {
    long epoch;
    try (Store store = Logged.open(folder)) {
      epoch = store.epoch();
    }
    try (var file = MapFile.open(new DiskFiles(folder), MAP, epoch)) {
      long header = file.segmentAt(1);
      long word = Memory.get(file.memory(), header + SegmentLayout.TABLE);
      harm.in(file, header, SegmentLayout.tableOffset(word));
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

  private String lastLog() throws IOException {
    try (var files = Files.list(folder.resolve("log"))) {
      return "log/" + files.map(f -> f.getFileName().toString()).sorted().toList().getLast();
    }
  }

  @Test
  void whatLinesAndTheLogTellIsBroughtBackWithoutLoss() throws IOException {
    folder = temporary.resolve("store");
    List<Harm> harms =
        List.of(
            (file, header, table) -> flip(MAP, table, 1L << 7),
            (file, header, table) -> flip(MAP, table, 1L << 3),
            (file, header, table) -> flip(MAP, table, 1L << 60),
            (file, header, table) -> flip(MAP, table + 8, 1L << 30),
            (file, header, table) -> flip(MAP, table + 8, 1),
            (file, header, table) -> flip(MAP, liveEntry(file, table), 1L << 40),
            (file, header, table) -> flip(MAP, liveEntry(file, table) + 8, 1),
            (file, header, table) -> zero(MAP, table, 4096),
            (file, header, table) -> zero(MAP, table + 300, 1000),
            (file, header, table) -> flip(MAP, header + SegmentLayout.TABLE, 1L << 13),
            (file, header, table) -> flip(MAP, header + SegmentLayout.ENTRIES, 1),
            (file, header, table) -> flip(MAP, header + SegmentLayout.TOMBSTONES, 1L << 56 | 1),
            (file, header, table) -> flip(MAP, header + SegmentLayout.VERSION, 1),
            (file, header, table) -> flip(MAP, header + SegmentLayout.SPARES, 1L << 9),
            (file, header, table) -> flip(MAP, header + SegmentLayout.INTENT_SLOT, 1L << 12),
            (file, header, table) -> flip(MAP, MapLayout.SEGMENTS, 1L << 35),
            (file, header, table) -> flip(MAP, MapLayout.PAGE_MAP, 1L << 14),
            (file, header, table) -> zero(MAP, 0, 4096),
            (file, header, table) -> flip(MAP, MapLayout.STATE, 1));
    fill(new Random(2), 6_000);
    int number = 0;
    for (Harm harm : harms) {
      harm(harm);
      assertFalse(Stores.check(folder).isClean(), "harm " + number + " is found");
      RepairReport report = Stores.repair(folder);
      String what = "harm " + number++ + ": " + report;
      assertEquals(List.of(), Stores.check(folder).findings(), what);
      assertEquals(0, report.lostEntries(), what);
      assertEquals(List.of(), report.notes(), what);
      assertFalse(report.newLog(), what);
      assertEquals(model, content(), what);
    }
  }

  private static long liveEntry(MapFile file, long table) {
    CompactShape shape = Objects.requireNonNull(file.compact);
    long line = table;
    while (CompactLayout.byteOf(Memory.get(file.memory(), line), 0) == 0) {
      line += shape.lineBytes;
    }
    return line + shape.entriesAt;
  }

  @Test
  void withoutTheLogOnlyWhatIsDamagedIsLostAndNamed() throws IOException {
    folder = temporary.resolve("store");
    fill(new Random(3), 3_000);
    harm((file, header, table) -> flip(lastLog(), LogLayout.START, 1));
    Stores.repair(folder); // the log begins anew
    assertEquals(model, content());
    long[] key = new long[1];
    harm((file, header, table) -> {
      key[0] = Memory.get(file.memory(), liveEntry(file, table));
      flip(MAP, liveEntry(file, table) + 8, 1L << 17);
    });
    RepairReport report = Stores.repair(folder);
    assertEquals(1, report.lostEntries(), report.toString());
    model.remove(key[0]);
    assertEquals(model, content());
    String lost = report.lost().toString();
    assertTrue(lost.contains("/maps/a") && lost.contains("" + key[0]), lost);
  }

  @Test
  void randomHarmIsRepaired() throws IOException {
    long seed = new Random().nextLong();
    try {
      for (int round = 0; round < 12; round++) {
        folder = temporary.resolve("store" + round);
        model.clear();
        randomRound(new Random(seed + round));
      }
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /**
   * Seeds of random harm that a repair once answered with removed entries, older values, entries
   * that were gone without a word, or one of zeros that never was: the log had lost its end, or a
   * record, and lines were damaged.
   */
  @Test
  void whatTheLogDoesNotProveDoesNotComeBack() throws IOException {
    for (long seed : SEEDS) {
      folder = temporary.resolve("seed" + seed);
      model.clear();
      try {
        randomRound(new Random(seed));
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** The same with a checkpoint, which is older than some of what there is. */
  @Test
  void randomHarmOfADurableStoreIsRepaired() throws IOException {
    long seed = new Random().nextLong();
    for (int round = 0; round < 12; round++) {
      folder = temporary.resolve("durable" + round);
      model.clear();
      var random = new Random(seed + round);
      try {
        StoreOptions options =
            new StoreOptions(random.nextInt(2) * 400_000L)
                .withDurability(Durability.SYNC)
                .withCheckpointBytes(1L << 30);
        try (var store = (MappedStore) Stores.open(folder, options)) {
          change(store, random, 1_500);
          assertTrue(store.checkpoints.make());
          change(store, random, random.nextInt(1_500));
        }
        for (int i = 0; i < 20; i++) {
          flip(MAP, random.nextLong(10_000) * 8, 1L << random.nextInt(64));
        }
        long at = LogLayout.FIRST_RECORD + 8 * random.nextLong(20_000);
        zero(lastLog(), at, random.nextBoolean() ? 8 : 300_000); // a record, or all from there on
        assertNothingIsOld(Stores.repair(folder));
      } catch (Throwable e) {
        throw new AssertionError("seed " + (seed + round), e);
      }
    }
  }

  private void randomRound(Random random) throws IOException {
    fill(random, 2_000);
    harm(random, List.of(MAP, MAP, MAP, lastLog(), ControlLayout.FILE));
    assertNothingIsOld(Stores.repair(folder));
  }

  private void harm(Random random, List<String> files) throws IOException {
    for (int i = 0; i < 4; i++) {
      String file = files.get(random.nextInt(files.size()));
      long size = Math.min(Files.size(folder.resolve(file)), file.equals(MAP) ? 80_000 : 200_000);
      long at = random.nextLong(size / 8 - 600) * 8;
      if (random.nextBoolean()) {
        flip(file, at, 1L << random.nextInt(64));
      } else {
        zero(file, at, 8 * random.nextInt(500));
      }
    }
  }

  /** The bits of one place in 128 match by chance; where no other does, that is no line. */
  @Test
  void pagesOfAnythingAreNoLines() throws IOException {
    folder = temporary.resolve("store");
    fill(new Random(7), 6_000);
    var random = new Random(8);
    for (int fillByte : new int[] {0xFF, 0x80, 0xAA, -1}) {
      long epoch;
      try (Store store = Logged.open(folder)) {
        epoch = store.epoch();
      }
      try (var file = MapFile.open(new DiskFiles(folder), MAP, epoch)) {
        for (int segment = 0; segment < file.segments; segment++) {
          long word = Memory.get(file.memory(), file.segmentAt(segment) + SegmentLayout.TABLE);
          byte[] bytes = new byte[4096];
          random.nextBytes(bytes);
          for (int i = 0; fillByte >= 0 && i < bytes.length; i++) {
            bytes[i] = (byte) fillByte;
          }
          overwrite(SegmentLayout.tableOffset(word), bytes);
        }
      }
      assertFalse(Stores.check(folder).isClean());
      RepairReport report = Stores.repair(folder);
      assertEquals(0, report.lostEntries(), report.toString());
      assertEquals(model, content(), "byte " + fillByte);
    }
  }

  @Test
  void whatTheLogIsTooShortForIsNamedByItsPlace() throws IOException {
    folder = temporary.resolve("store");
    fill(new Random(9), 100);
    try (var log = new RandomAccessFile(folder.resolve(lastLog()).toFile(), "rw")) {
      log.setLength(LogLayout.FIRST_RECORD);
    }
    List<Finding> findings =
        Stores.check(folder).findings().stream()
            .filter(f -> f.file().equals(MAP) && f.found().contains("an entry of revision"))
            .toList();
    assertFalse(findings.isEmpty());
    assertTrue(findings.stream().allMatch(f -> f.offset() > MapLayout.PAGE), findings::toString);
    Stores.repair(folder);
    assertEquals(model, content());
  }

  private void overwrite(long offset, byte[] bytes) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(MAP).toFile(), "rw")) {
      access.seek(offset);
      access.write(bytes);
    }
  }
}
