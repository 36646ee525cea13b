package io.vitrine.remote.wire;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Records messages into a file, without their secrets, on a thread of its own. Safe for any number
 * of threads. What comes faster than the disk takes it is left out, and the next message says how
 * many there were.
 */
public final class FileRecorder implements WireRecorder, AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(FileRecorder.class.getName());
  private static final long WAITING_BYTES_MAX = 64 << 20;
  private static final long MESSAGE_BYTES = 200;
  private static final long NANOS = 1_000_000_000L;
  private static final long CLOSE_MILLIS = 10_000;
  private static final int DEEPER = 8;

  private final Path file;
  private final RecordingWriter writer;
  private final Masker masker = new Masker();
  private final LinkedBlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final AtomicLong waitingBytes = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();
  private final Thread thread;
  private volatile @Nullable IOException failure;

  /** A message to be written; none says that it is the end. */
  private record Waiting(@Nullable Recorded recorded, long bytes) {}

  private FileRecorder(Path file, RecordingWriter writer) {
    this.file = file;
    this.writer = writer;
    this.thread = Thread.ofPlatform().daemon().name("vitrine-recorder").start(this::run);
  }

  /**
   * Begins to record, behind what is in the file already.
   *
   * @param file where to; binary if its name ends with {@code .cbor}
   * @param limits what a message may be
   * @return the recorder
   * @throws IOException if the file cannot be written, or holds the other encoding
   */
  public static FileRecorder open(Path file, FrameLimits limits) throws IOException {
    WireEncoding encoding = encodingOf(file);
    if (Files.isDirectory(file)) {
      throw new IOException("cannot record to " + file + ": is a folder, expected a file");
    }
    boolean appends = Files.exists(file) && Files.size(file) > 0;
    if (appends) {
      try (InputStream in = Files.newInputStream(file)) {
        boolean binary = in.read() == (BinaryLayout.firstByte() & 0xFF);
        if (binary != (encoding == WireEncoding.CBOR)) {
          throw new IOException(
              file
                  + " holds a recording in "
                  + (binary ? "binary" : "text")
                  + ", which its name denies; take another name, .cbor at the end for binary");
        }
      }
      long gone = RecordingEnd.mend(file, encoding);
      if (gone > 0) {
        LOGGER.log(
            System.Logger.Level.WARNING,
            file + " ended within a message, whose " + gone + " bytes are gone; it goes on there");
      }
      appends = Files.size(file) > 0;
    }
    var out =
        new BufferedOutputStream(
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            1 << 16);
    var wide =
        new FrameLimits(BinaryLayout.LENGTH_MAX, limits.nestingMax() + DEEPER, Long.MAX_VALUE);
    return new FileRecorder(file, new RecordingWriter(out, encoding, wide, appends));
  }

  /**
   * The encoding of a recording by the name of its file.
   *
   * @param file the file
   * @return binary if it ends with {@code .cbor}, otherwise text
   */
  public static WireEncoding encodingOf(Path file) {
    return file.toString().endsWith(".cbor") ? WireEncoding.CBOR : WireEncoding.YAML;
  }

  @Override
  public void record(long connection, boolean client, Message message) {
    if (failure != null) {
      return;
    }
    long bytes = MESSAGE_BYTES;
    for (Event event : message.events()) {
      bytes += ModelRoom.of(event.argument());
    }
    if (waitingBytes.addAndGet(bytes) > WAITING_BYTES_MAX) {
      waitingBytes.addAndGet(-bytes);
      lost.incrementAndGet();
      return;
    }
    var mark = new Recorded.Mark(now(), connection, client, lost.getAndSet(0));
    queue.add(new Waiting(new Recorded(mark, message), bytes));
  }

  private static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS + now.getNano();
  }

  private void run() {
    try (writer) {
      while (true) {
        Waiting next = queue.poll();
        if (next == null) {
          writer.flush();
          next = queue.take();
        }
        Recorded recorded = next.recorded();
        if (recorded == null) {
          return;
        }
        write(recorded);
        waitingBytes.addAndGet(-next.bytes());
      }
    } catch (IOException e) {
      failure = e;
      queue.clear();
      LOGGER.log(System.Logger.Level.WARNING, "nothing more is recorded into " + file + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) { // else all that comes would wait for ever, and nothing be said
      failure = new IOException(e.toString(), e);
      queue.clear();
      LOGGER.log(System.Logger.Level.WARNING, "nothing more is recorded into " + file, e);
    }
  }

  private void write(Recorded recorded) throws IOException {
    try {
      Recorded.Mark mark = Objects.requireNonNull(recorded.mark(), "noted when it came");
      Message masked = masker.mask(mark.connection(), mark.client(), recorded.message());
      writer.write(new Recorded(mark, masked));
    } catch (WireException | IllegalArgumentException e) {
      // Nobody could have read this message either.
      lost.incrementAndGet();
    }
  }

  /**
   * Writes what is waiting and ends.
   *
   * @throws IOException if it could not be written
   */
  @Override
  public void close() throws IOException {
    queue.add(new Waiting(null, 0));
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    IOException reason = failure;
    if (reason != null) {
      throw new IOException("cannot record into " + file + ": " + reason.getMessage(), reason);
    }
    if (thread.isAlive()) {
      throw new IOException(
          "cannot record into " + file + ": not written within " + CLOSE_MILLIS + " ms");
    }
  }
}
