package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the damage of one line of a compact map says nothing of keys in others. */
class SameTagSalvageTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact();
  private static final String MAP = "maps/a.vtr";
  private static final long KEYS = 4_000;

  @TempDir Path folder;

  /** A key in a line, and the line of another key of the same segment and tag. */
  private record Pair(long key, long otherLine) {}

  private record Place(long key, long line) {}

  private static Pair pair(MapFile file) {
    CompactShape shape = Objects.requireNonNull(file.compact);
    var memory = file.memory();
    long table = Memory.get(memory, file.segmentAt(0) + SegmentLayout.TABLE);
    var byTag = new HashMap<Long, Place>();
    for (long i = 0; i < SegmentLayout.tableLines(table); i++) {
      long line = SegmentLayout.tableOffset(table) + i * shape.lineBytes;
      for (int place = 0; place < CompactLayout.PLACES; place++) {
        if (CompactLayout.byteOf(Memory.get(memory, line), place) == 0) {
          continue;
        }
        long entry = line + shape.entriesAt + place * shape.entryBytes;
        long hash = MapEngine.spread(file.hash.hash(memory, entry, 8));
        var here = new Place(Memory.get(memory, entry), line);
        Place other = byTag.putIfAbsent(hash >>> Slot.TAG_SHIFT, here);
        if (other != null && other.line != line) {
          return new Pair(here.key, other.line);
        }
      }
    }
    throw new AssertionError("no two keys of one tag lie in two lines");
  }

  private void flip(String file, long offset, long mask) throws IOException {
    try (var access = new RandomAccessFile(folder.resolve(file).toFile(), "rw")) {
      access.seek(offset);
      long word = access.readLong();
      access.seek(offset);
      access.writeLong(word ^ Long.reverseBytes(mask));
    }
  }

  @Test
  void anEntryOfAWholeLineStaysWhateverOldRecordsTell() throws IOException {
    var model = new HashMap<Long, Long>();
    Pair pair;
    long torn;
    try (Store store = Logged.open(folder)) {
      var map = (MappedMap<Long, Long>) store.map("/maps/a", OPTIONS);
      for (long key = 0; key < KEYS; key++) {
        map.put(key, key);
        model.put(key, key);
      }
      pair = pair(map.engine().file);
      map.put(pair.key, -1L);
      model.put(pair.key, -1L);
      torn = store.revision();
    }
    flip(MAP, pair.otherLine + CompactLayout.REVISION, 1L << 30);
    flip(LogFile.nameOf(0), torn - 8, 1L << 20); // the record that the entry is right by
    RepairReport report = Stores.repair(folder);
    assertEquals(0, report.lostEntries(), report.toString());
    assertTrue(report.lost().isEmpty(), report.toString());
    Map<Long, Long> content = new HashMap<>();
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", OPTIONS);
      assertNotNull(map.get(pair.key), report.toString());
      map.forEach(content::put);
    }
    assertEquals(model, content, report.toString());
  }
}
