package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The largest records and gaps of the log, and the file that is made for them. */
class RecordHeaderTest {
  private static final MapOptions<Long, Long> MAP = MapOptions.of(Codecs.longs(), Codecs.longs());

  @TempDir Path folder;

  @Test
  void aGapThatReachesIntoOtherFieldsIsRefused() {
    for (long bytes : new long[] {8, RecordHeader.BYTES_MAX - 8, RecordHeader.BYTES_MAX}) {
      long header = RecordHeader.gap(bytes);
      assertEquals(bytes, RecordHeader.bytes(header));
      assertEquals(RecordHeader.PASSED_OVER, RecordHeader.state(header));
      assertFalse(RecordHeader.isDecided(header));
      assertTrue(RecordHeader.isSound(header));
    }
    assertThrows(
        IllegalArgumentException.class, () -> RecordHeader.gap(RecordHeader.BYTES_MAX + 8));
  }

  /** Who makes it for the largest record may die, and others write a little there and go on. */
  @Test
  void theRestOfAFileForTheLargestRecordIsPassedOver() throws IOException {
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", MAP).put(1L, 1L);
    }
    enlarge(folder.resolve(LogFile.nameOf(0)), RecordHeader.BYTES_MAX + 8 + 4096);
    try (MappedStore store = (MappedStore) Logged.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", MAP);
      map.put(2L, 2L);
      long end = store.log().roll();
      assertEquals(RecordHeader.BYTES_MAX + 8 + 4096, end);
      map.put(3L, 3L);
      assertTrue(store.revision() > end);
      var told = new long[1];
      store.tailer(0).poll(change -> ++told[0] > 0, Integer.MAX_VALUE);
      assertEquals(4, told[0], "the map and its three entries");
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
  }

  /** Lets a file of the log be as long as one with so large a record; there is nothing on disk. */
  private static void enlarge(Path log, long bytes) throws IOException {
    try (var file = new RandomAccessFile(log.toFile(), "rw");
        var arena = Arena.ofShared()) {
      file.setLength(bytes);
      var header = file.getChannel().map(MapMode.READ_WRITE, 0, LogLayout.FIRST_RECORD, arena);
      Memory.set(header, LogLayout.FILE_LENGTH, bytes);
      Memory.set(header, LogLayout.FILE_CHECK, Checks.of(header, 0, LogLayout.FILE_CHECK));
    }
  }
}
