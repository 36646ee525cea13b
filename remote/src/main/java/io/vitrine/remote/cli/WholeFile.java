package io.vitrine.remote.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;

/** Writes files that appear under their name when all of them is there. Stateless; any thread. */
final class WholeFile {
  /** How many links the system follows. */
  private static final int LINKS_MAX = 40;

  private static final boolean FOLDERS_ARE_FILES =
      !System.getProperty("os.name", "").startsWith("Windows");

  private WholeFile() {}

  /** What writes the content. */
  @FunctionalInterface
  interface Content {
    /**
     * Writes it.
     *
     * @param stream takes it; to close it only flushes
     * @return how many parts there were
     */
    long writeTo(OutputStream stream) throws IOException;
  }

  /** What brings the names in a folder to disk. */
  @FunctionalInterface
  interface Names {
    void force(Path folder) throws IOException;
  }

  /**
   * Writes beside the file, under a name that nobody else has, and moves: whoever finds the file
   * finds all of it, also after a loss of power. Of several at one time the last one stays.
   *
   * @param target the file, which is replaced; where it is a link, what that leads to
   * @param content writes the content
   * @return what the content answers
   * @throws IOException if that fails; then the file is as it was, unless the message says that it
   *     is written
   */
  static long write(Path target, Content content) throws IOException {
    return write(target, content, WholeFile::forceNames);
  }

  /** Writes so where the names in the folder are brought to disk in another way. */
  static long write(Path target, Content content, Names names) throws IOException {
    boolean isLink = Files.isSymbolicLink(target) && Files.exists(target);
    if (isLink && isDescriptor(target)) { // what it is open to holds more than this, or will
      throw new IOException(
          "cannot write "
              + target
              + ": is an open file of this process; give a name, or none to write to the standard"
              + " output");
    }
    Path file = isLink ? target.toRealPath() : target;
    long answer = writeWhole(file, content);
    try {
      names.force(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    } catch (IOException e) { // who may not read a folder may write to it all the same
      throw new IOException(
          target
              + " is written, but a loss of power may take it back: cannot bring the names in its"
              + " folder to disk: "
              + why(e),
          e);
    }
    return answer;
  }

  /** Whether a link leads to one of the process's descriptors, as /dev/stdout does. */
  private static boolean isDescriptor(Path link) throws IOException {
    Path at = link.toAbsolutePath();
    for (int links = 0; links < LINKS_MAX && Files.isSymbolicLink(at); links++) {
      Path folder = Objects.requireNonNull(at.getParent()).toRealPath();
      if (folder.startsWith("/proc") && folder.endsWith("fd")) {
        return true;
      }
      at = folder.resolve(Files.readSymbolicLink(at));
    }
    return false;
  }

  private static void forceNames(Path folder) throws IOException {
    if (FOLDERS_ARE_FILES) { // elsewhere the system does it by itself
      try (var names = FileChannel.open(folder, StandardOpenOption.READ)) {
        names.force(true);
      }
    }
  }

  private static long writeWhole(Path target, Content content) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException("cannot write " + target + ": is a folder, expected a name of a file");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) { // who may would replace /dev/null
      throw new IOException(
          "cannot write "
              + target
              + ": is no plain file; give another name, or none to write to the standard output");
    }
    Path part = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".part");
    long answer;
    try (FileChannel channel = create(target, part)) {
      answer = content.writeTo(new OpenStream(Channels.newOutputStream(channel)));
      finish(target, part, channel);
    } catch (IOException | RuntimeException | Error e) {
      discard(part, e);
      throw e;
    }
    return answer;
  }

  private static FileChannel create(Path target, Path part) throws IOException {
    try {
      return FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  /** Forces the content before the name: else a loss of power may leave an empty file there. */
  private static void finish(Path target, Path part, FileChannel channel) throws IOException {
    try {
      channel.force(true);
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw failure(target, e);
    }
  }

  private static IOException failure(Path target, IOException e) {
    return new IOException("cannot write " + target + ": " + why(e), e);
  }

  /** Without the name of the part, which nobody knows. */
  private static String why(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> "there is no such folder";
      case AccessDeniedException _ -> "no permission";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      default -> String.valueOf(failure.getMessage());
    };
  }

  private static void discard(Path part, Throwable cause) {
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  /** Stays open when writers on top of it are closed, so that it can be forced. */
  private static final class OpenStream extends FilterOutputStream {
    OpenStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
