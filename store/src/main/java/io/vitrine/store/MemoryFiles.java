package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The files of a store in memory, for this process only. Safe for any number of threads.
 *
 * <p>They are files without a name, on the memory file system where there is one with room: each is
 * mapped and then unlinked at once, so that the kernel drops it with the process, however it ends.
 */
final class MemoryFiles implements StoreFiles {
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long ROOM_BYTES = 1L << 30;

  private final Path folder;
  private final DiskFiles disk;
  private long made;
  private boolean closed;
  private final ConcurrentMap<String, Shared> files;

  MemoryFiles() throws IOException {
    this(new ConcurrentHashMap<>());
  }

  /** With an empty map for what there is, which a test may watch. */
  MemoryFiles(ConcurrentMap<String, Shared> files) throws IOException {
    this.files = files;
    this.folder =
        roomInSharedMemory()
            ? Files.createTempDirectory(SHARED_MEMORY, "vitrine")
            : Files.createTempDirectory("vitrine");
    this.disk = new DiskFiles(folder);
  }

  /** The folder that a file lies in while it is being made. */
  Path folder() {
    return folder;
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
  }

  private static boolean roomInSharedMemory() throws IOException {
    return Files.isWritable(SHARED_MEMORY)
        && Files.getFileStore(SHARED_MEMORY).getUsableSpace() > ROOM_BYTES;
  }

  @Override
  public String describe(String name) {
    return "memory:" + name;
  }

  @Override
  public boolean exists(String name) {
    return files.containsKey(name);
  }

  @Override
  public List<String> list(String prefix) {
    String start = prefix + "/";
    return files.keySet().stream()
        .filter(f -> f.startsWith(start) && f.indexOf('/', start.length()) < 0)
        .map(f -> f.substring(start.length()))
        .sorted()
        .toList();
  }

  @Override
  public synchronized boolean create(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    checkOpen();
    if (files.containsKey(name)) {
      return false;
    }
    Files.createDirectories(folder);
    String plain = "f" + made++;
    MappedFile file;
    try {
      disk.create(plain, bytes, capacity, init);
      file = disk.open(plain);
    } finally {
      disk.delete(plain);
      Files.delete(folder);
    }
    files.put(name, new Shared(file));
    return true;
  }

  @Override
  public MappedFile open(String name) throws IOException {
    Shared file = files.get(name);
    while (file != null && !file.isTaken()) {
      file = files.get(name); // another took its name meanwhile, or it is gone by now
    }
    if (file == null) {
      throw new java.nio.file.NoSuchFileException(describe(name));
    }
    return new Opened(file);
  }

  @Override
  public void delete(String name) {
    Shared file = files.remove(name);
    if (file != null) {
      file.delete();
    }
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    checkOpen();
    Shared file = files.get(from);
    if (file == null) {
      throw new java.nio.file.NoSuchFileException(describe(from));
    }
    Shared former = files.get(to);
    files.put(to, file);
    files.remove(from);
    if (former != null) {
      former.delete();
    }
  }

  @Override
  public void deleteUnfinished(String prefix) {
    // a killed process leaves nothing in memory
  }

  @Override
  public Attachment attach(ProcessTable table) {
    return new SoleAttachment(table.take(0));
  }

  /**
   * Lets go of all files. Waits for one that is just being made, which would keep the folder and
   * its mapping; none is made after that.
   */
  @Override
  public synchronized void close() {
    closed = true;
    files.values().forEach(f -> f.file.close());
    files.clear();
    try {
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      throw new StoreException("cannot remove " + folder + ": " + e.getMessage(), e);
    }
  }

  /** A file that outlives its being closed, until it has been deleted and nobody has it open. */
  static final class Shared {
    private final MappedFile file;
    private long openings;
    private boolean deleted;

    Shared(MappedFile file) {
      this.file = file;
    }

    /** Opens it once more, unless it is gone. */
    synchronized boolean isTaken() {
      openings += deleted ? 0 : 1;
      return !deleted;
    }

    /** Closes it once; where that fails it is still open. */
    synchronized void giveBack() {
      if (deleted && openings == 1) {
        file.close();
      }
      openings--;
    }

    synchronized void delete() {
      deleted = true;
      if (openings == 0) {
        file.close();
      }
    }
  }

  /** What one who opened a file has of it. */
  private static final class Opened implements MappedFile {
    private final Shared shared;
    private final MappedFile file;
    private boolean closed;

    Opened(Shared shared) {
      this.shared = shared;
      this.file = shared.file;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public java.lang.foreign.MemorySegment memory() {
      return file.memory();
    }

    @Override
    public java.lang.foreign.MemorySegment remap(long bytes) {
      return file.remap(bytes);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void allocate(long from, long to, long capacity) {
      file.allocate(from, to, capacity);
    }

    @Override
    public void bringNear(long from, long to) {
      file.bringNear(from, to);
    }

    @Override
    public long usableBytes() {
      return file.usableBytes();
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        shared.giveBack();
        closed = true;
      }
    }
  }
}
