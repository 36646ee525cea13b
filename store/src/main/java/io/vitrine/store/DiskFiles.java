package io.vitrine.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The files of a store in a folder on disk. Safe for any number of threads and processes. */
final class DiskFiles implements StoreFiles {
  private static final String LOCK_FILE = "store.lock";
  private static final String TEMPORARY = ".new-";

  private final Path root;

  DiskFiles(Path root) {
    this.root = root;
  }

  private Path path(String name) {
    return root.resolve(name);
  }

  @Override
  public String describe(String name) {
    return path(name).toString();
  }

  @Override
  public boolean exists(String name) {
    return Files.exists(path(name));
  }

  @Override
  public List<String> list(String folder) throws IOException {
    Path dir = path(folder);
    if (!Files.isDirectory(dir)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> !f.contains(TEMPORARY))
          .sorted()
          .toList();
    }
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    Path target = path(name);
    Files.createDirectories(java.util.Objects.requireNonNull(target.getParent()));
    Path fresh = target.resolveSibling(target.getFileName() + TEMPORARY + UUID.randomUUID());
    try {
      Io.call(() -> {
        write(fresh, bytes, capacity, init);
        return Boolean.TRUE;
      });
      return name(fresh, target);
    } catch (IOException e) {
      throw new StoreFullException(
          target + ": cannot create with " + bytes + " bytes: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private static void write(Path fresh, long bytes, long capacity, Initialiser init)
      throws IOException {
    try (var file = new RandomAccessFile(fresh.toFile(), "rw");
        var arena = Arena.ofConfined()) {
      file.setLength(capacity);
      FileChannel channel = file.getChannel();
      DiskFile.writeZeros(channel, 0, bytes);
      init.fill(channel.map(FileChannel.MapMode.READ_WRITE, 0, capacity, arena));
    }
  }

  /** A link fails where the name is taken, which a move would overwrite. */
  private static boolean name(Path fresh, Path target) throws IOException {
    try {
      Files.createLink(target, fresh);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (UnsupportedOperationException e) {
      if (Files.exists(target)) {
        return false;
      }
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      return true;
    }
  }

  @Override
  public MappedFile open(String name) throws IOException {
    Path file = path(name);
    // Must not create what is missing: another process may just have deleted it.
    FileChannel channel =
        Io.call(() -> FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE));
    try {
      return new DiskFile(file.toString(), channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(path(name));
  }

  @Override
  public void deleteUnfinished(String folder) {
    Path dir = path(folder);
    if (!Files.isDirectory(dir)) {
      return;
    }
    try (var unfinished = Files.newDirectoryStream(dir, "*" + TEMPORARY + "*")) {
      for (Path file : unfinished) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new StoreException(dir + ": cannot remove unfinished files: " + e.getMessage(), e);
    }
  }

  @Override
  public Attachment attach(ProcessTable table) throws IOException {
    return LockFile.attach(path(LOCK_FILE), table);
  }

  @Override
  public void close() {
    // nothing is held open here
  }
}
