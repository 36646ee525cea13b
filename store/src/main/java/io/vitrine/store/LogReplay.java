package io.vitrine.store;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the log of a store that nobody has open, up to the first record that is not whole: there
 * ends what came to disk. For one thread.
 */
final class LogReplay {
  private final StoreFiles files;
  private final long epoch;
  private final List<Long> starts;

  LogReplay(StoreFiles files, long epoch) throws IOException {
    this.files = files;
    this.epoch = epoch;
    this.starts = LogFile.starts(files);
  }

  /**
   * Hands on the changes from a boundary on; nothing that it cannot check is believed.
   *
   * @return where they end
   */
  long read(long from, Consumer<Change> handler) throws IOException {
    long position = from;
    while (true) {
      long start = startOf(position);
      if (start < 0) {
        return position;
      }
      try (LogFile file = openIfWhole(start)) {
        if (file == null || !file.contains(position)) {
          return position;
        }
        long end = read(file, position, handler);
        if (end < file.end) {
          return end;
        }
        position = end;
      }
    }
  }

  /** A log file, or null for one that was made just before the power went. */
  private @Nullable LogFile openIfWhole(long start) throws IOException {
    try {
      return LogFile.open(files, start, epoch);
    } catch (CorruptStoreException e) {
      return null;
    }
  }

  private long startOf(long position) {
    return starts.stream().mapToLong(s -> s).filter(s -> s <= position).max().orElse(-1);
  }

  private static long read(LogFile file, long from, Consumer<Change> handler) {
    var change = new ChangeView();
    long position = from;
    while (position < file.end) {
      long begin = file.skipFileHeader(position);
      long header = Memory.getAcquire(file.memory, file.offset(begin));
      int state = RecordHeader.state(header);
      long end = begin + RecordHeader.bytes(header);
      if (state < RecordHeader.COMMITTED
          || !RecordHeader.isSound(header)
          || end == begin
          || end > file.end) {
        return position;
      }
      if (state == RecordHeader.COMMITTED) {
        if (!change.readIfWhole(file, begin, end)) {
          return position;
        }
        while (change.next()) {
          handler.accept(change);
        }
      }
      position = end;
    }
    return position;
  }
}
