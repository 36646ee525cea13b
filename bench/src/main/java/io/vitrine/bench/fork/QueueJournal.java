package io.vitrine.bench.fork;

import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/** Excerpts of a Chronicle Queue, whose bytes are written and read where they lie. */
final class QueueJournal implements Journal {
  private static final int EXCERPTS_OF_POLL = 256;

  private final ChronicleQueue queue;
  private final @Nullable ExcerptAppender appender;
  private final @Nullable ExcerptTailer tailer;

  private QueueJournal(Path folder, boolean reads) {
    queue = ChronicleQueue.single(folder.resolve("queue").toString());
    appender = reads ? null : queue.createAppender();
    tailer = reads ? queue.createTailer().toEnd() : null;
  }

  static QueueJournal toAppend(Path folder) {
    return new QueueJournal(folder, false);
  }

  static QueueJournal toRead(Path folder) {
    return new QueueJournal(folder, true);
  }

  @Override
  public void append(long number, long time) {
    if (appender == null) {
      throw new IllegalStateException("this one reads");
    }
    try (DocumentContext excerpt = appender.writingDocument()) {
      long filler = Journal.filler(number);
      bytes(excerpt)
          .writeLong(number)
          .writeLong(time)
          .writeLong(filler)
          .writeLong(filler + 1)
          .writeLong(filler + 2);
    }
  }

  @Override
  public int poll(Reader reader) {
    if (tailer == null) {
      throw new IllegalStateException("this one appends");
    }
    int count = 0;
    while (count < EXCERPTS_OF_POLL) {
      try (DocumentContext excerpt = tailer.readingDocument()) {
        if (!excerpt.isPresent()) {
          return count;
        }
        Bytes<?> bytes = bytes(excerpt);
        reader.read(
            bytes.readLong(),
            bytes.readLong(),
            bytes.readLong() + bytes.readLong() + bytes.readLong());
      }
      count++;
    }
    return count;
  }

  private static Bytes<?> bytes(DocumentContext excerpt) {
    var wire = excerpt.wire();
    if (wire == null) {
      throw new IllegalStateException("an excerpt without content");
    }
    return wire.bytes();
  }

  @Override
  public void close() {
    queue.close();
  }
}
