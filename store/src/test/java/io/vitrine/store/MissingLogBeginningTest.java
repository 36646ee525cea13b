package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a repair believes where the oldest file of a durable store's log is gone: what the
 * checkpoint tells may have been removed since, which that file told.
 */
class MissingLogBeginningTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);
  private static final long KEPT = 40;
  private static final long REMOVED = 100;
  private static final int VALUE_BYTES = 200;
  private static final int KEPT_DAMAGED = 2;

  @TempDir Path temporary;

  private Path folder = Path.of("");

  /** Puts entries into a checkpoint, then removes some, and fills one log file more. */
  private void fill() throws IOException {
    folder = temporary.resolve("store");
    StoreOptions sync = new StoreOptions(0).withDurability(Durability.SYNC);
    try (MappedStore store = (MappedStore) Stores.open(folder, sync)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      for (long key = 0; key < KEPT + REMOVED; key++) {
        map.put(key, value(1));
      }
      assertTrue(store.checkpoints.make(), "a checkpoint");
      for (long key = KEPT; key < KEPT + REMOVED; key++) {
        map.remove(key);
      }
      StoreMap<Long, byte[]> other = store.map("/maps/b", OPTIONS);
      while (logs().size() < 3) { // the newest may be one that nothing was written to yet
        other.put(1L, new byte[200_000]);
      }
    }
  }

  private static byte[] value(int content) {
    byte[] value = new byte[VALUE_BYTES];
    Arrays.fill(value, (byte) content);
    return value;
  }

  private List<Path> logs() {
    try (var files = Files.list(folder.resolve(LogFile.FOLDER))) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Turns a bit in each of some values of the map. */
  private int damageValues(int count) throws IOException {
    Path file = folder.resolve("maps/a.vtr");
    byte[] all = Files.readAllBytes(file);
    int damaged = 0;
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      byte[] value = value(1);
      for (int at = 0; damaged < count && at + VALUE_BYTES <= all.length; at += 8) {
        if (Arrays.equals(all, at, at + VALUE_BYTES, value, 0, VALUE_BYTES)) {
          bytes.seek(at + 8);
          bytes.write(3);
          damaged++;
          at += VALUE_BYTES;
        }
      }
    }
    return damaged;
  }

  private SortedSet<Long> keys() {
    var keys = new TreeSet<Long>();
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).forEach((key, _) -> keys.add(key));
    }
    return keys;
  }

  private RepairReport repairedWithoutItsBeginning(boolean withControl) throws IOException {
    fill();
    Files.delete(logs().getFirst());
    assertTrue(damageValues(KEPT_DAMAGED) >= KEPT_DAMAGED, "values to damage");
    if (!withControl) {
      Files.delete(folder.resolve(ControlLayout.FILE));
    }
    RepairReport report = Stores.repair(folder);
    assertEquals(List.of(), Stores.check(folder).findings());
    return report;
  }

  private void assertNothingCameBack(RepairReport report) {
    SortedSet<Long> keys = keys();
    assertEquals(List.of(), new ArrayList<>(keys.tailSet(KEPT)), "removed entries");
    assertEquals(KEPT - keys.size(), report.lostEntries(), "what is not there is listed");
    assertTrue(
        report.notes().stream().anyMatch(note -> note.startsWith("log: its beginning is missing")),
        "the gap is told: " + report.notes());
    assertTrue(report.newLog());
  }

  @Test
  void removedEntriesDoNotComeBack() throws IOException {
    assertNothingCameBack(repairedWithoutItsBeginning(true));
  }

  @Test
  void removedEntriesDoNotComeBackWithoutTheControlFileEither() throws IOException {
    assertNothingCameBack(repairedWithoutItsBeginning(false));
  }

  @Test
  void aWholeLogGivesDamagedEntriesBack() throws IOException {
    fill();
    assertEquals(KEPT_DAMAGED, damageValues(KEPT_DAMAGED));
    RepairReport report = Stores.repair(folder);
    assertEquals(List.of(), report.notes());
    assertEquals(0, report.lostEntries());
    assertEquals(KEPT, keys().size());
    assertFalse(report.newLog());
  }
}
