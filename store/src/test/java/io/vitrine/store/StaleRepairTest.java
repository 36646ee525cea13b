package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A repair of a durable store that lost its power, with its maps' files on disk as they were long
 * before, whole, and one thing more that keeps it from being recovered.
 */
class StaleRepairTest {
  private static final List<String> PATHS = List.of("/maps/blocks", "/maps/compact");
  private static final int KEYS = 300;

  /** A map whose entries are never changed, so that nothing in its file is seen to be old. */
  private static final String GROWN = "/maps/grown";

  private static final int GROWN_KEYS = 20;
  private static final StoreOptions SYNC = new StoreOptions(0).withDurability(Durability.SYNC);

  private final PowerDisk disk = new PowerDisk();
  private final Map<Long, Long> model = new TreeMap<>();
  private final Map<Long, Long> atCheckpoint = new TreeMap<>();
  private PowerDisk before = disk;
  private PowerDisk image = disk;

  @AfterEach
  void close() {
    image.close();
    before.close();
    disk.close();
  }

  private static MapOptions<Long, Long> options(String path) {
    MapOptions<Long, Long> options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2);
    return path.endsWith("compact") ? options.compact() : options;
  }

  private static Surroundings surroundings(StoreFiles files) {
    return new Surroundings(files, StoreClock.system(), new Random(5)::nextLong);
  }

  private void put(MappedStore store, long key, long value) {
    PATHS.forEach(path -> store.map(path, options(path)).put(key, value));
    model.put(key, value);
  }

  private void remove(MappedStore store, long key) {
    PATHS.forEach(path -> store.map(path, options(path)).remove(key));
    model.remove(key);
  }

  private static void grow(MappedStore store, int from, int to) {
    for (long key = from; key < to; key++) {
      store.map(GROWN, options(GROWN)).put(key, -key);
    }
  }

  @BeforeEach
  void loseThePower() throws IOException {
    MappedStore store = MappedStore.open(surroundings(disk.files(7)), SYNC);
    for (long key = 0; key < KEYS; key++) {
      put(store, key, key);
    }
    store.map(GROWN, options(GROWN)).put(-1L, 1L);
    store.drop(GROWN); // and is made anew
    grow(store, 0, GROWN_KEYS / 2);
    for (String path : List.of("/maps/gone", "/maps/gone2")) {
      store.map(path, options(path)).put(1L, 1L);
    }
    assertTrue(store.checkpoints.make());
    atCheckpoint.putAll(model);
    before = disk.afterKill();
    grow(store, GROWN_KEYS / 2, GROWN_KEYS);
    for (long key = 0; key < KEYS; key += 3) {
      put(store, key, key + 1_000);
      remove(store, key + 1);
      put(store, key + KEYS, 7);
    }
    store.drop("/maps/gone");
    store.drop("/maps/gone2");
    store.map("/maps/new", options("/maps/new")).put(1L, 1L);
    store.attachment().close();
    takeImage();
  }

  private void takeImage() throws IOException {
    image = disk.afterKill();
    for (String path : PATHS) {
      copy(before, image, StorePath.file(path));
    }
    copy(before, image, StorePath.file(GROWN));
    image.delete("maps/new.vtr");
  }

  private static void copy(PowerDisk from, PowerDisk to, String name) throws IOException {
    try (MappedFile source = from.files(1).open(name);
        MappedFile target = to.files(1).open(name)) {
      target.memory().fill((byte) 0);
      MemorySegment.copy(source.memory(), 0, target.memory(), 0, source.memory().byteSize());
    }
  }

  private void flip(String name, long at) throws IOException {
    try (MappedFile file = image.files(8).open(name)) {
      Memory.set(file.memory(), at, Memory.get(file.memory(), at) ^ 1L << 20);
    }
  }

  private String only(String folder) {
    List<String> names = image.list(folder);
    assertEquals(1, names.size(), names.toString());
    return folder + "/" + names.getFirst();
  }

  private RepairReport repaired() throws IOException {
    StoreFiles files = image.files(8);
    RepairReport report = StoreRepair.runAlone(surroundings(files), RepairOptions.defaults());
    assertEquals(0, StoreCheck.findings(files).count(Finding.Kind.DAMAGE));
    assertFalse(report.notes().isEmpty(), "nobody would learn of it");
    assertTrue(report.newLog());
    return report;
  }

  private Map<Long, Long> content(MappedStore store, String path) {
    var content = new TreeMap<Long, Long>();
    store.map(path, options(path)).forEach(content::put);
    return content;
  }

  private void assertAllIsThere(RepairReport report) throws IOException {
    assertAllIsThere(report, Map.of(1L, 1L));
  }

  private void assertAllIsThere(RepairReport report, Map<Long, Long> newest) throws IOException {
    try (MappedStore store = MappedStore.open(surroundings(image.files(8)), SYNC)) {
      for (String path : PATHS) {
        assertEquals(model, content(store, path), path + ": " + report);
      }
      assertGrown(store, report);
      assertEquals(newest, content(store, "/maps/new"), report.toString());
      Invariants.check(store);
    }
    assertEquals(List.of(), report.lost(), report.toString());
  }

  private void assertGrown(MappedStore store, RepairReport report) {
    var expected = new TreeMap<Long, Long>();
    for (long key = 0; key < GROWN_KEYS; key++) {
      expected.put(key, -key);
    }
    assertEquals(expected, content(store, GROWN), GROWN + ": " + report);
  }

  @Test
  void aDamagedCheckpoint() throws IOException {
    flip(only(CheckpointWriter.FOLDER), CheckpointLayout.FIRST_ITEM + 40);
    assertAllIsThere(repaired());
  }

  @Test
  void aDamagedWordOfTheControlFile() throws IOException {
    for (long word :
        List.of(
            ControlLayout.DURABLE,
            ControlLayout.BOOT_ID,
            ControlLayout.CLEAN,
            ControlLayout.FORCED_TO,
            ControlLayout.CHECKPOINT,
            ControlLayout.EPOCH)) {
      image.close();
      takeImage();
      flip(ControlLayout.FILE, word);
      assertAllIsThere(repaired());
    }
  }

  @Test
  void noControlFile() throws IOException {
    image.delete(ControlLayout.FILE);
    assertAllIsThere(repaired());
  }

  @Test
  void aDamagedCheckpointAndATornEnd() throws IOException {
    flip(only(CheckpointWriter.FOLDER), CheckpointLayout.FIRST_ITEM + 40);
    tear();
    assertAllIsThere(repaired());
  }

  /** Leaves the beginning of a record behind the last one, which was never promised. */
  private void tear() throws IOException {
    long end = end();
    try (MappedFile log = image.files(8).open(newestLog())) {
      long at = end - LogFile.startOf(newestLog().substring(4));
      Memory.set(
          log.memory(),
          at,
          RecordHeader.withState(RecordHeader.reserved(0, 1, 64), RecordHeader.COMMITTED));
      Memory.set(log.memory(), at + 24, 5);
    }
  }

  /** Pages come to disk in any order: what follows a torn record may be whole. */
  @Test
  void aDamagedCheckpointAndATornRecordBeforeAWholeOne() throws IOException {
    flip(only(CheckpointWriter.FOLDER), CheckpointLayout.FIRST_ITEM + 40);
    var begins = new ArrayList<Long>();
    try (var scan = new LogScan(image.files(8), epoch())) {
      scan.walk(0, (file, begin, end, header) -> begins.add(begin));
    }
    long torn = begins.get(begins.size() - 2); // it creates a map, and the last one is of that
    try (MappedFile control = image.files(8).open(ControlLayout.FILE)) {
      Memory.set(control.memory(), ControlLayout.FORCED_TO, CheckedWord.of(torn));
    }
    flip(newestLog(), torn - LogFile.startOf(newestLog().substring(4)) + LogLayout.TIME);
    assertAllIsThere(repaired(), Map.of());
  }

  @Test
  void aDamagedCheckpointAndOneOfARecoveryThatWasCutOff() throws IOException {
    flip(only(CheckpointWriter.FOLDER), CheckpointLayout.FIRST_ITEM + 40);
    long start = end() + (1 << 20);
    try (var writer = new CheckpointWriter(image.files(8), epoch() + 1, start)) {
      writer.finish(start);
    }
    assertAllIsThere(repaired());
  }

  /** The log tells what was dropped since the control file counted. */
  @Test
  void aDamagedCheckpointAndACountFromBefore() throws IOException {
    flip(only(CheckpointWriter.FOLDER), CheckpointLayout.FIRST_ITEM + 40);
    copy(before, image, ControlLayout.FILE);
    RepairReport report = repaired();
    assertAllIsThere(report);
    assertTrue(
        report.notes().stream().noneMatch(note -> note.contains("nothing tells which")),
        report.toString());
  }

  /** What was dropped long before is in no count, and stands for nothing that is gone. */
  @Test
  void aMapThatNothingTellsOfIsMissedThoughOthersWereDropped() throws IOException {
    flip(only(CheckpointWriter.FOLDER), CheckpointLayout.FIRST_ITEM + 40);
    damageLastRecordOf(GROWN, ChangeKind.CREATED);
    image.delete(StorePath.file(GROWN));
    RepairReport report = repaired();
    assertTrue(
        report.notes().stream().anyMatch(note -> note.startsWith("1 collections have no file")),
        report.toString());
  }

  private String newestLog() {
    return LogFile.FOLDER + "/" + image.list(LogFile.FOLDER).getLast();
  }

  private long epoch() throws IOException {
    try (MappedFile control = image.files(8).open(ControlLayout.FILE)) {
      return Memory.get(control.memory(), ControlLayout.EPOCH);
    }
  }

  private long end() throws IOException {
    try (var scan = new LogScan(image.files(8), epoch())) {
      scan.walk(LogScan.starts(image.files(8)).getFirst(), (file, begin, end, header) -> {});
      return scan.position;
    }
  }

  /** Damages the first record after the checkpoint that sets a key of the first map. */
  private void damageRecordOf(long key) throws IOException {
    var at = new long[2];
    long checkpoint = CheckpointWriter.revisionOf(image.list("checkpoint").getFirst());
    var parser = new ChangeParser();
    try (var scan = new LogScan(image.files(8), epoch())) {
      scan.walk(
          checkpoint,
          (file, begin, end, header) -> {
            if (at[1] == 0
                && parser.turnTo(file, begin, end)
                && parser.next()
                && parser.entry.kind == ChangeKind.UPDATED
                && Memory.get(file.memory, parser.entry.keyOffset) == key) {
              at[0] = file.start;
              at[1] = file.offset(begin) + LogLayout.TIME;
            }
          });
    }
    assertNotEquals(0, at[1]);
    flip(LogFile.nameOf(at[0]), at[1]);
  }

  @Test
  void aDamagedRecordTakesNoMoreThanWhatItTold() throws IOException {
    damageRecordOf(150);
    RepairReport report = repaired();
    try (MappedStore store = MappedStore.open(surroundings(image.files(8)), SYNC)) {
      Map<Long, Long> blocks = content(store, "/maps/blocks");
      assertEquals(atCheckpoint.get(150L), blocks.remove(150L), report.toString());
      var expected = new TreeMap<>(model);
      expected.remove(150L);
      assertEquals(expected, blocks, report.toString());
      assertEquals(model, content(store, "/maps/compact"), report.toString());
      assertEquals(Map.of(1L, 1L), content(store, "/maps/new"), report.toString());
    }
  }

  /** A file that is gone is behind in all that it had. */
  @Test
  void aDamagedRecordTakesNoMoreOfMapsWhoseFilesAreGone() throws IOException {
    damageRecordOf(150);
    image.delete(StorePath.file(PATHS.getFirst()));
    image.delete(StorePath.file(GROWN));
    RepairReport report = repaired();
    try (MappedStore store = MappedStore.open(surroundings(image.files(8)), SYNC)) {
      var expected = new TreeMap<>(model);
      expected.put(150L, atCheckpoint.get(150L));
      assertEquals(expected, content(store, PATHS.getFirst()), report.toString());
      assertGrown(store, report);
    }
  }

  /** Damages the newest record of a kind that is of a map. */
  private void damageLastRecordOf(String path, ChangeKind kind) throws IOException {
    var at = new long[2];
    var parser = new ChangeParser();
    try (var scan = new LogScan(image.files(8), epoch())) {
      scan.walk(
          0,
          (file, begin, end, header) -> {
            if (parser.turnTo(file, begin, end)
                && parser.next()
                && parser.entry.kind == kind
                && path.equals(
                    Codecs.strings()
                        .read(file.memory, parser.entry.keyOffset, parser.entry.keyLength))) {
              at[0] = file.start;
              at[1] = file.offset(begin) + LogLayout.TIME;
            }
          });
    }
    assertNotEquals(0, at[1]);
    flip(LogFile.nameOf(at[0]), at[1]);
  }

  /** The checkpoint knows the map that was made anew, and so that the former one was dropped. */
  @Test
  void aMapThatWasMadeAnewIsNotTakenForTheFormerOne() throws IOException {
    damageLastRecordOf(GROWN, ChangeKind.DROPPED);
    damageLastRecordOf(GROWN, ChangeKind.CREATED);
    damageRecordOf(150);
    image.delete(StorePath.file(GROWN));
    RepairReport report = repaired();
    try (MappedStore store = MappedStore.open(surroundings(image.files(8)), SYNC)) {
      assertGrown(store, report);
    }
  }

  /** Where it is not told whether the power was lost, an entry may be missing as it was removed. */
  @Test
  void whatIsLeftOutInDoubtIsSaid() throws IOException {
    damageRecordOf(150);
    flip(ControlLayout.FILE, ControlLayout.BOOT_ID);
    RepairReport report = repaired();
    for (String path : PATHS) {
      assertTrue(
          report.notes().stream()
              .anyMatch(
                  note -> note.startsWith(path + ": 50 changes of entries that its file lacks")),
          report.toString());
    }
    try (MappedStore store = MappedStore.open(surroundings(image.files(8)), SYNC)) {
      Map<Long, Long> blocks = content(store, "/maps/blocks");
      for (long key = 0; key < KEYS; key++) {
        if (key != 150) {
          assertEquals(model.get(key), blocks.get(key), "key " + key + ": " + report);
        }
      }
    }
  }

  @Test
  void whatLostNothingButThePowerIsRecovered() throws IOException {
    StoreFiles files = image.files(8);
    RepairReport report = StoreRepair.runAlone(surroundings(files), RepairOptions.defaults());
    assertTrue(report.powerLost());
    assertEquals(List.of(), report.notes());
    assertAllIsThere(report);
  }
}
