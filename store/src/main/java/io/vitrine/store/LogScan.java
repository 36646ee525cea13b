package io.vitrine.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Walks over the files of a change log without writing anything and without believing anything. For
 * one thread; others may append meanwhile. The files stay mapped until it is closed, also when
 * retention deletes them.
 */
final class LogScan implements AutoCloseable {
  /** Takes the records. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Called for each record.
     *
     * @param header its first word, which is sound
     */
    void record(LogFile file, long begin, long end, long header);
  }

  /** Where a walk came to. */
  enum Stop {
    /** There is no further record. */
    END,
    /** There is something that is no record. */
    UNSOUND
  }

  private final StoreFiles files;
  private final long epoch;
  private final TreeMap<Long, LogFile> open = new TreeMap<>();
  private final TreeMap<Long, String> refused = new TreeMap<>();

  LogScan(StoreFiles files, long epoch) {
    this.files = files;
    this.epoch = epoch;
  }

  /** Opens what files there are and notes those that cannot be. */
  void openAll() throws IOException {
    for (long start : starts(files)) {
      if (open.containsKey(start) || refused.containsKey(start)) {
        continue;
      }
      try {
        open.put(start, LogFile.open(files, start, epoch));
      } catch (NoSuchFileException e) {
        // retained no longer
      } catch (CorruptStoreException e) {
        refused.put(start, String.valueOf(e.getMessage()));
      }
    }
  }

  /** Starts of the files in the folder of the log, in order. */
  static List<Long> starts(StoreFiles files) throws IOException {
    return files.list(LogFile.FOLDER).stream()
        .map(LogFile::startOf)
        .filter(s -> s >= 0)
        .sorted()
        .toList();
  }

  /** The files that could be opened, in order. */
  List<LogFile> opened() {
    return new ArrayList<>(open.values());
  }

  /** Why files could not be opened, by their starts. */
  Map<Long, String> refused() {
    return refused;
  }

  @Nullable LogFile fileOf(long position) {
    var near = open.floorEntry(position);
    return near != null && near.getValue().contains(position) ? near.getValue() : null;
  }

  /** Position where the last walk stopped. */
  long position;

  /** Walks from a boundary on, through as many files as follow each other. */
  Stop walk(long from, Visitor visitor) throws IOException {
    position = from;
    while (true) {
      LogFile file = fileOf(position);
      if (file == null) {
        openAll();
        file = fileOf(position);
      }
      if (file == null) {
        return Stop.END;
      }
      Stop stop = walk(file, visitor);
      if (stop != null) {
        return stop;
      }
    }
  }

  /** Walks to the end of a file; null if it came there. */
  private @Nullable Stop walk(LogFile file, Visitor visitor) {
    while (position < file.end) {
      long begin = file.skipFileHeader(position);
      if (begin >= file.end) {
        position = file.end;
        return null;
      }
      long header = Memory.getAcquire(file.memory, file.offset(begin));
      if (header == 0) {
        return Stop.END;
      }
      long bytes = RecordHeader.bytes(header);
      if (!RecordHeader.isSound(header)
          || RecordHeader.state(header) == 0
          || bytes == 0
          || bytes > file.end - begin) {
        position = begin;
        return Stop.UNSOUND;
      }
      visitor.record(file, begin, begin + bytes, header);
      position = begin + bytes;
    }
    return null;
  }

  @Override
  public void close() {
    open.values().forEach(LogFile::close);
    open.clear();
  }
}
