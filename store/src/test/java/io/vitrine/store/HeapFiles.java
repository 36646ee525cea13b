package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Files that are plain memory of this process, made without any call of the system: for a model
 * checker, which cannot follow those. None grows beyond its first capacity. Safe for any number of
 * threads.
 */
final class HeapFiles implements StoreFiles {
  private final ConcurrentMap<String, HeapFile> files = new ConcurrentHashMap<>();

  @Override
  public String describe(String name) {
    return "heap:" + name;
  }

  @Override
  public boolean exists(String name) {
    return files.containsKey(name);
  }

  @Override
  public List<String> list(String folder) {
    String start = folder + "/";
    return files.keySet().stream()
        .filter(name -> name.startsWith(start))
        .map(name -> name.substring(start.length()))
        .sorted()
        .toList();
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init) {
    var file = new HeapFile(name, Arena.ofAuto().allocate(capacity, 4096), bytes);
    init.fill(file.memory);
    return files.putIfAbsent(name, file) == null;
  }

  @Override
  public MappedFile open(String name) throws java.io.IOException {
    HeapFile file = files.get(name);
    if (file == null) {
      throw new java.nio.file.NoSuchFileException(describe(name));
    }
    return file;
  }

  @Override
  public void delete(String name) {
    files.remove(name);
  }

  @Override
  public void deleteUnfinished(String folder) {
    // nothing is ever unfinished here
  }

  @Override
  public Attachment attach(ProcessTable table) {
    return new Alone(table.take(0));
  }

  @Override
  public void close() {
    files.clear();
  }

  /** Keeps what all files hold at this moment. */
  void keep() {
    files.values().forEach(HeapFile::keep);
  }

  /** Puts back what was kept, whatever was left in whichever state since. */
  void putBack() {
    files.values().forEach(HeapFile::putBack);
  }

  /** One file: memory of which so many bytes are in use. */
  private static final class HeapFile implements MappedFile {
    private final String name;
    private final MemorySegment memory;
    private long bytes;
    private MemorySegment kept = MemorySegment.NULL;

    HeapFile(String name, MemorySegment memory, long bytes) {
      this.name = name;
      this.memory = memory;
      this.bytes = bytes;
    }

    void keep() {
      kept = Arena.ofAuto().allocate(bytes).copyFrom(memory.asSlice(0, bytes));
    }

    void putBack() {
      memory.asSlice(0, bytes).fill((byte) 0);
      bytes = kept.byteSize();
      MemorySegment.copy(kept, 0, memory, 0, bytes);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public MemorySegment memory() {
      return memory;
    }

    @Override
    public MemorySegment remap(long least) {
      if (least > memory.byteSize()) {
        throw new IllegalStateException(name + " has no room for " + least + " bytes");
      }
      return memory;
    }

    @Override
    public long size() {
      return memory.byteSize();
    }

    @Override
    public void allocate(long from, long to, long capacity) {
      remap(to);
      bytes = Math.max(bytes, to);
    }

    @Override
    public void close() {
      // the collector frees it
    }
  }

  private record Alone(long incarnation) implements Attachment {
    @Override
    public int slot() {
      return 0;
    }

    @Override
    public boolean foundDead() {
      return false;
    }

    @Override
    public boolean isAlive(int slot, long otherIncarnation) {
      return true;
    }

    @Override
    public int[] dead() {
      return new int[0];
    }

    @Override
    public boolean bury(int slot, long otherIncarnation) {
      return false;
    }

    @Override
    public void close() {
      // nobody else knows
    }
  }
}
