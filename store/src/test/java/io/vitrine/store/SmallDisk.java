package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Files on a disk that has room for so many bytes and no more. */
final class SmallDisk implements StoreFiles {
  private final StoreFiles files;
  final AtomicLong room;

  /** Whether the disk tells how much room it has. */
  volatile boolean tells = true;

  /** How large a map's file may be, as far as it can be seen from outside. */
  volatile long fileBytesMax = Long.MAX_VALUE;

  /** How much of a file the process may map. */
  volatile long mappedBytesMax = Long.MAX_VALUE;

  /** How many files the process may map at once. */
  volatile int mappedFilesMax = Integer.MAX_VALUE;

  /** How many files it has mapped. */
  final AtomicInteger mappedFiles = new AtomicInteger();

  /** Whether the disk lets files get other names. */
  volatile boolean mayRename = true;

  /** Whether what is deleted makes room. */
  volatile boolean givesBack;

  /** Whether another thread may do what is needed soon. */
  volatile boolean worksAhead;

  /** Is told the name of a file before it grows. */
  volatile Consumer<String> beforeGrowth = name -> {};

  /** Is run before the disk tells how much room it has. */
  volatile Runnable beforeTelling = () -> {};

  /** Is run before a piece of a file is written that is written from its beginning to its end. */
  volatile Runnable beforeWrite = () -> {};

  /** Is told the name of a file before a piece of it is brought to disk. */
  volatile Consumer<String> beforeForce = name -> {};

  /** Files that are just being brought to disk, which cannot be unmapped as long as they are. */
  private final Map<String, Integer> forcing = new ConcurrentHashMap<>();

  private final Map<String, Long> sizes = new ConcurrentHashMap<>();

  SmallDisk(StoreFiles files, long room) {
    this.files = files;
    this.room = new AtomicLong(room);
  }

  private void take(String name, long bytes) {
    if (room.addAndGet(-bytes) < 0) {
      room.addAndGet(bytes);
      throw new StoreFullException(name + ": no room", new IOException("No space left on device"));
    }
  }

  /** Takes room for a new file; nothing is taken for one that is there. */
  private boolean create(String name, long bytes, IoCall create) throws IOException {
    take(name, bytes);
    boolean isNew = create.run();
    if (isNew) {
      sizes.put(name, bytes);
    } else {
      giveBack(bytes);
    }
    return isNew;
  }

  /** Creates a file. */
  @FunctionalInterface
  private interface IoCall {
    boolean run() throws IOException;
  }

  private void giveBack(long bytes) {
    if (givesBack) {
      room.addAndGet(bytes);
    }
  }

  @Override
  public String describe(String name) {
    return files.describe(name);
  }

  @Override
  public boolean exists(String name) {
    return files.exists(name);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return files.list(folder);
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    return create(name, bytes, () -> files.create(name, bytes, capacity, init));
  }

  @Override
  public boolean createForced(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    return create(name, bytes, () -> files.createForced(name, bytes, capacity, init));
  }

  @Override
  public FileOutput write(String name) throws IOException {
    FileOutput output = files.write(name);
    return new FileOutput() {
      private long unfinished;

      @Override
      public void write(byte[] bytes, int length) throws IOException {
        beforeWrite.run();
        take(name, length);
        unfinished += length;
        output.write(bytes, length);
      }

      @Override
      public void finish() throws IOException {
        output.finish();
        sizes.put(name, unfinished);
        unfinished = 0;
      }

      @Override
      public void close() throws IOException {
        output.close();
        giveBack(unfinished);
        unfinished = 0;
      }
    };
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (!mayRename) {
      throw new IOException(to + ": Operation not permitted");
    }
    files.rename(from, to);
  }

  @Override
  public void forceFolder(String folder) throws IOException {
    files.forceFolder(folder);
  }

  @Override
  public boolean worksAhead() {
    return worksAhead;
  }

  @Override
  public Gate gate() throws IOException {
    return files.gate();
  }

  @Override
  public long bootId() {
    return files.bootId();
  }

  @Override
  public MappedFile open(String name) throws IOException {
    if (mappedFiles.incrementAndGet() > mappedFilesMax) {
      mappedFiles.decrementAndGet();
      throw new StoreException(name + ": cannot map: Map failed");
    }
    return new SmallFile(this, files.open(name), new AtomicBoolean());
  }

  @Override
  public void delete(String name) throws IOException {
    files.delete(name);
    Long bytes = sizes.remove(name);
    giveBack(bytes == null ? 0 : bytes);
  }

  @Override
  public void deleteUnfinished(String folder) {
    files.deleteUnfinished(folder);
  }

  @Override
  public Attachment attach(ProcessTable table) throws IOException {
    return files.attach(table);
  }

  @Override
  public void close() {
    files.close();
  }

  private record SmallFile(SmallDisk disk, MappedFile file, AtomicBoolean isClosed)
      implements MappedFile {
    @Override
    public String name() {
      return file.name();
    }

    @Override
    public MemorySegment memory() {
      return file.memory();
    }

    @Override
    public MemorySegment remap(long bytes) {
      if (bytes > disk.mappedBytesMax) {
        throw new StoreException(file.name() + ": cannot map " + bytes + " bytes: Map failed");
      }
      return file.remap(bytes);
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void allocate(long from, long to, long capacity) {
      if (capacity > disk.fileBytesMax) {
        throw new StoreFullException(file.name() + ": no", new IOException("File too large"));
      }
      disk.beforeGrowth.accept(file.name());
      disk.take(file.name(), to - from);
      file.allocate(from, to, capacity);
    }

    @Override
    public long usableBytes() {
      disk.beforeTelling.run();
      return disk.tells ? disk.room.get() : Long.MAX_VALUE;
    }

    @Override
    public void force(long from, long to) throws IOException {
      disk.forcing.merge(name(), 1, Integer::sum);
      try {
        disk.beforeForce.accept(name());
        file.force(from, to);
      } finally {
        disk.forcing.computeIfPresent(name(), (_, n) -> n == 1 ? null : n - 1);
      }
    }

    @Override
    public void close() {
      if (disk.forcing.containsKey(name())) {
        throw new IllegalStateException("Session is acquired by 1 clients");
      }
      file.close();
      if (isClosed.compareAndSet(false, true)) {
        disk.mappedFiles.decrementAndGet();
      }
    }
  }
}
