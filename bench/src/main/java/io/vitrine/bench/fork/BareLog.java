package io.vitrine.bench.fork;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The least that changes of entries cost if all of a store come in one order: each takes its place
 * by an addition to a word that all processes share, writes what was there and what is there now to
 * that place, and then the entry. It has no checks, locks or keys, and what it keeps nobody could
 * read after a crash. For one thread of each JVM.
 */
final class BareLog implements AutoCloseable {
  private static final long LOG_BYTES = 64L << 20; // again and again, so that its pages are there
  private static final long HEADER_BYTES = 2L * Long.BYTES;
  private static final long ENTRIES_AT = 2 * 4096L;
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final Arena arena = Arena.ofShared();
  private final MemorySegment log;
  private final MemorySegment entries;
  private final long count;
  private final long valueBytes;
  private final long recordBytes;

  BareLog(Path folder, long count, int valueBytes) throws IOException {
    this.count = count;
    this.valueBytes = valueBytes;
    this.recordBytes = HEADER_BYTES + 2L * valueBytes;
    this.log = map(folder.resolve("log"), ENTRIES_AT + LOG_BYTES);
    this.entries = map(folder.resolve("entries"), count * (Long.BYTES + valueBytes));
    log.load();
    entries.load();
  }

  private MemorySegment map(Path file, long bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, bytes, arena);
    }
  }

  /** Writes an entry: a word that names it, as a bucket does, comes before its value. */
  void put(long number, MemorySegment value) {
    long header = (long) WORD.getAcquire(entries, number * Long.BYTES);
    long at = count * Long.BYTES + number * valueBytes;
    long place = (long) WORD.getAndAdd(log, 0L, recordBytes);
    long record = ENTRIES_AT + place % (LOG_BYTES / recordBytes * recordBytes);
    log.set(ValueLayout.JAVA_LONG, record + Long.BYTES, number);
    MemorySegment.copy(entries, at, log, record + HEADER_BYTES, valueBytes);
    MemorySegment.copy(value, 0, log, record + HEADER_BYTES + valueBytes, valueBytes);
    MemorySegment.copy(value, 0, entries, at, valueBytes);
    WORD.setRelease(entries, number * Long.BYTES, header + 1);
    WORD.setRelease(log, record, recordBytes);
  }

  /** How many changes were ever made, by all processes. */
  long changes() {
    return (long) WORD.getAcquire(log, 0L) / recordBytes;
  }

  /** Which entry one of the latest changes was of, counted from 0; -1 if it is not whole yet. */
  long entryOf(long change) {
    long record = ENTRIES_AT + change * recordBytes % (LOG_BYTES / recordBytes * recordBytes);
    return (long) WORD.getAcquire(log, record) == recordBytes
        ? log.get(ValueLayout.JAVA_LONG, record + Long.BYTES)
        : -1;
  }

  @Override
  public void close() {
    arena.close();
  }
}
