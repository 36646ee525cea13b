package io.vitrine.torture.kill;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread has been ready to run without getting a processor, as the kernel counts it. For
 * the thread that opened it. Where the kernel does not tell, that is nothing.
 */
final class RunQueue implements AutoCloseable {
  private static final Path FILE = Path.of("/proc/thread-self/schedstat");

  private final @Nullable RandomAccessFile file;
  private final byte[] text = new byte[96];

  private RunQueue(@Nullable RandomAccessFile file) {
    this.file = file;
  }

  static RunQueue ofThisThread() throws IOException {
    return new RunQueue(Files.exists(FILE) ? new RandomAccessFile(FILE.toFile(), "r") : null);
  }

  /** Time spent so since the thread began, in nanoseconds. */
  long nanos() throws IOException {
    if (file == null) {
      return 0;
    }
    file.seek(0);
    int length = file.read(text);
    String[] words = new String(text, 0, length, StandardCharsets.US_ASCII).split(" ", 3);
    return Long.parseLong(words[1]); // time on a processor, time in the queue, turns
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
