package io.vitrine.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files in the memory of this process that can be damaged in place and put back again in
 * microseconds: so thousands of damaged stores are tried a second. Safe for any number of threads;
 * one of them damages, while the store is not open.
 */
final class ImageFiles implements StoreFiles {
  /**
   * What a file holds: bytes, and behind them zeros up to a size.
   *
   * @param backed how much of it has room on the disk
   */
  @SuppressWarnings("ArrayRecordComponent") // as large as a file, and never compared
  record Content(byte[] bytes, long backed, long size) {
    /** All of it has room. */
    Content(byte[] bytes, long size) {
      this(bytes, size, size);
    }
  }

  /** All files together have no more room than that, as on a small disk. */
  private static final long ROOM_BYTES = 512L << 20;

  private final String place;
  private final TreeMap<String, ImageFile> files = new TreeMap<>();
  private final TreeMap<String, ImageFile> originals = new TreeMap<>();
  private final Map<String, Content> contents = new HashMap<>();
  private final Map<Long, ArrayDeque<MemorySegment>> pool = new HashMap<>();

  /** Files that came since the last time that all were put back. */
  private final List<ImageFile> made = new ArrayList<>();

  private long roomTaken;
  private int attached;
  private long bootId = 1;

  /** Makes a disk without files; the place is for messages. */
  ImageFiles(String place) {
    this.place = place;
  }

  /** Sets which start of the machine this is. */
  synchronized void bootId(long id) {
    bootId = id;
  }

  /** The same files, of which nothing can be changed. */
  StoreFiles readOnly() {
    return new ReadOnly();
  }

  /** What all files hold at this moment. */
  synchronized Map<String, Content> contents() {
    var all = new TreeMap<String, Content>();
    files.forEach((name, file) -> all.put(name, file.content()));
    return all;
  }

  /** Takes these files, which {@link #putBack} brings back from then on. */
  synchronized void set(Map<String, Content> all) {
    files.clear();
    originals.clear();
    contents.clear();
    all.forEach((name, content) -> {
      ImageFile file = new ImageFile(name, take(content.size), content.size);
      file.fill(content);
      originals.put(name, file);
      contents.put(name, content);
    });
    files.putAll(originals);
  }

  /** Puts every file back as it was set, whatever was done to it. */
  synchronized void putBack() {
    made.forEach(this::release);
    made.clear();
    files.clear();
    files.putAll(originals);
    originals.forEach((name, file) -> file.fill(content(name)));
    attached = 0;
  }

  /**
   * Looks whether anything was written where no file has room on the disk: on a real one that may
   * be a fault of the machine.
   */
  synchronized void checkHoles() {
    files.forEach((name, file) -> {
      for (long at = file.dirtyTo + 7 & -8; at + 8 <= file.buffer.byteSize(); at += 8) {
        if (Memory.get(file.buffer, at) != 0) {
          throw new AssertionError(
              describe(name) + ": 0x" + Long.toHexString(at) + " was written, which is a hole");
        }
      }
    });
  }

  private Content content(String name) {
    return java.util.Objects.requireNonNull(contents.get(name), name);
  }

  /** The bytes of a file, of which so many are about to be overwritten. */
  synchronized MemorySegment damage(String name, long to) {
    ImageFile file = java.util.Objects.requireNonNull(files.get(name), name);
    file.dirtyTo = Math.max(file.dirtyTo, to);
    return file.memory;
  }

  /** Cuts a file, or lengthens it by zeros. */
  synchronized void resize(String name, long bytes) {
    ImageFile file = java.util.Objects.requireNonNull(files.get(name), name);
    if (bytes <= file.buffer.byteSize()) {
      file.memory = file.buffer.asSlice(0, bytes);
    } else {
      replace(name, new Content(file.content().bytes, bytes));
    }
  }

  /** Puts another file in the place of one. */
  synchronized void replace(String name, Content content) {
    var file = new ImageFile(name, take(content.size), content.size);
    made.add(file);
    file.fill(content);
    files.put(name, file);
  }

  /** Takes a file away. */
  synchronized void remove(String name) {
    files.remove(name);
  }

  private MemorySegment take(long bytes) {
    long size = Math.max(4096, bytes + 4095 & -4096);
    ArrayDeque<MemorySegment> free = pool.get(size);
    MemorySegment pooled = free == null ? null : free.poll();
    if (pooled != null) {
      return pooled;
    }
    if (roomTaken + size > ROOM_BYTES) {
      throw new StoreFullException(place + ": no room for " + size + " bytes", new IOException());
    }
    roomTaken += size;
    return Arena.ofAuto().allocate(size, 4096);
  }

  private void release(ImageFile file) {
    file.buffer.asSlice(0, Math.min(file.dirtyTo, file.buffer.byteSize())).fill((byte) 0);
    pool.computeIfAbsent(file.buffer.byteSize(), size -> new ArrayDeque<>()).add(file.buffer);
  }

  @Override
  public String describe(String name) {
    return place + name;
  }

  @Override
  public synchronized boolean exists(String name) {
    return files.containsKey(name);
  }

  @Override
  public synchronized List<String> list(String folder) {
    String start = folder.equals(".") ? "" : folder + "/";
    var names = new ArrayList<String>();
    for (String name : files.tailMap(start, true).keySet()) {
      if (!name.startsWith(start)) {
        break;
      }
      if (name.indexOf('/', start.length()) < 0) {
        names.add(name.substring(start.length()));
      }
    }
    return names;
  }

  @Override
  public synchronized boolean create(String name, long bytes, long capacity, Initialiser init) {
    if (files.containsKey(name)) {
      return false;
    }
    var file = new ImageFile(name, take(capacity), capacity);
    made.add(file);
    file.dirtyTo = bytes;
    init.fill(file.memory);
    files.put(name, file);
    return true;
  }

  @Override
  public FileOutput write(String name) {
    var content = new ByteArrayOutputStream();
    return new FileOutput() {
      @Override
      public void write(byte[] bytes, int length) {
        content.write(bytes, 0, length);
      }

      @Override
      public void finish() {
        byte[] bytes = content.toByteArray();
        replace(name, new Content(bytes, bytes.length));
      }

      @Override
      public void close() {
        // what was not finished is nowhere
      }
    };
  }

  @Override
  public synchronized MappedFile open(String name) throws IOException {
    ImageFile file = files.get(name);
    if (file == null) {
      throw new NoSuchFileException(describe(name));
    }
    return file;
  }

  @Override
  public synchronized void delete(String name) {
    files.remove(name);
  }

  @Override
  public synchronized void rename(String from, String to) throws IOException {
    ImageFile file = files.remove(from);
    if (file == null) {
      throw new NoSuchFileException(describe(from));
    }
    files.put(to, file);
  }

  @Override
  public synchronized void link(String name, String second) throws IOException {
    ImageFile file = files.get(name);
    if (file == null) {
      throw new NoSuchFileException(describe(name));
    }
    files.putIfAbsent(second, file);
  }

  @Override
  public void deleteUnfinished(String folder) {
    // what has no name is nowhere
  }

  @Override
  public Gate gate() {
    return new Gate() {
      @Override
      public boolean isAlone() {
        synchronized (ImageFiles.this) {
          return attached == 0;
        }
      }

      @Override
      public void close() {
        // nobody waits
      }
    };
  }

  @Override
  public synchronized long bootId() {
    return bootId;
  }

  @Override
  public synchronized Attachment attach(ProcessTable table) {
    attached++;
    boolean foundDead = table.pid(0) != 0;
    return new Attached(this, table, foundDead, table.take(0));
  }

  @Override
  public void close() {
    // the files stay
  }

  /** The only process, which has the first number. */
  private record Attached(ImageFiles files, ProcessTable table, boolean foundDead, long incarnation)
      implements Attachment {
    @Override
    public int slot() {
      return 0;
    }

    @Override
    public boolean isAlive(int slot, long other) {
      return slot == 0 && ((other ^ incarnation) & OwnerWord.INCARNATION_MASK) == 0;
    }

    @Override
    public int[] dead() {
      return java.util.stream.IntStream.range(1, OwnerWord.SLOTS)
          .filter(other -> table.pid(other) != 0)
          .toArray();
    }

    @Override
    public boolean bury(int slot, long other) {
      if (slot == 0) {
        return false;
      }
      if (table.incarnation(slot) == other) {
        table.leave(slot);
      }
      return true;
    }

    @Override
    public void close() {
      synchronized (files) {
        files.attached--;
      }
    }
  }

  /** One file. */
  private final class ImageFile implements MappedFile {
    private final String name;
    private MemorySegment buffer;
    private MemorySegment memory;

    /** Behind it there are zeros. */
    private long dirtyTo;

    ImageFile(String name, MemorySegment buffer, long size) {
      this.name = name;
      this.buffer = buffer;
      this.memory = buffer.asSlice(0, size);
    }

    void fill(Content content) {
      long used = content.bytes.length;
      MemorySegment.copy(MemorySegment.ofArray(content.bytes), 0, buffer, 0, used);
      if (dirtyTo > used) {
        buffer.asSlice(used, Math.min(dirtyTo, buffer.byteSize()) - used).fill((byte) 0);
      }
      dirtyTo = content.backed;
      memory = buffer.asSlice(0, content.size);
    }

    Content content() {
      long used = Math.min(dirtyTo, memory.byteSize()) & -8;
      while (used >= 8 && Memory.get(memory, used - 8) == 0) {
        used -= 8;
      }
      byte[] bytes = memory.asSlice(0, used).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
      return new Content(bytes, Math.min(dirtyTo, memory.byteSize()), memory.byteSize());
    }

    @Override
    public String name() {
      return describe(name);
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    @Override
    public MemorySegment remap(long least) {
      if (least > memory.byteSize()) {
        throw new CorruptStoreException(
            name() + ": has " + size() + " bytes, at least " + least + " expected");
      }
      return memory;
    }

    @Override
    public long size() {
      return memory.byteSize();
    }

    @Override
    public void allocate(long from, long to, long capacity) {
      synchronized (ImageFiles.this) {
        long size = Math.max(capacity, to);
        if (size > memory.byteSize()) {
          MemorySegment larger = take(size);
          MemorySegment.copy(memory, 0, larger, 0, memory.byteSize());
          buffer = larger;
          memory = larger.asSlice(0, size);
        }
        dirtyTo = Math.max(dirtyTo, to);
      }
    }

    @Override
    public void close() {
      // it can be opened again
    }
  }

  /** The files as they are, to be looked at. */
  private final class ReadOnly implements StoreFiles {
    @Override
    public String describe(String name) {
      return ImageFiles.this.describe(name);
    }

    @Override
    public boolean exists(String name) {
      return ImageFiles.this.exists(name);
    }

    @Override
    public List<String> list(String folder) {
      return ImageFiles.this.list(folder);
    }

    @Override
    public boolean create(String name, long bytes, long capacity, Initialiser init) {
      throw ReadOnlyFiles.refused(describe(name));
    }

    @Override
    public MappedFile open(String name) throws IOException {
      ImageFile file = (ImageFile) ImageFiles.this.open(name);
      return new ReadOnlyView(file, file.memory.asReadOnly());
    }

    @Override
    public void delete(String name) {
      throw ReadOnlyFiles.refused(describe(name));
    }

    @Override
    public void deleteUnfinished(String folder) {
      throw ReadOnlyFiles.refused(describe(folder));
    }

    @Override
    public long bootId() {
      return ImageFiles.this.bootId();
    }

    @Override
    public Attachment attach(ProcessTable table) {
      return new SoleAttachment(OwnerWord.INCARNATION_MASK);
    }

    @Override
    public void close() {
      // the files stay
    }
  }

  /** A file that nothing can be written to. */
  private record ReadOnlyView(ImageFile file, MemorySegment memory) implements MappedFile {

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public MemorySegment remap(long bytes) {
      file.remap(bytes);
      return memory;
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public void allocate(long from, long to, long capacity) {
      throw ReadOnlyFiles.refused(name());
    }

    @Override
    public void close() {
      // it can be opened again
    }
  }
}
