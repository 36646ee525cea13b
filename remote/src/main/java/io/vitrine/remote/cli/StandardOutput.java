package io.vitrine.remote.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The standard output, which remembers that something could not be written: a {@link PrintWriter}
 * tells nobody. For whoever has the writer.
 */
final class StandardOutput extends OutputStream {
  private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
  private volatile @Nullable IOException failure;

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = failure == null ? e : failure;
      throw e;
    }
  }

  /**
   * The exit code of a program that has written all that it had to say.
   *
   * @param code that of what it did
   * @param err told what could not be written
   * @return 1 in place of 0 where something is lost; nothing is where its reader has gone
   */
  int exitCode(int code, PrintWriter err) {
    IOException lost = failure;
    if (lost == null || code != 0 || isPipe()) {
      return code;
    }
    err.println("vitrine: cannot write to the standard output: " + lost.getMessage());
    return 1;
  }

  /** What cannot be written to a pipe has no reader; its error is told in the user's language. */
  private static boolean isPipe() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("pipe:");
    } catch (IOException | RuntimeException _) {
      return false;
    }
  }
}
