package io.vitrine.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a {@link PowerDisk} for one start of the machine. Safe for any number of threads.
 */
record PowerFiles(PowerDisk disk, long bootId) implements StoreFiles {
  @Override
  public String describe(String name) {
    return "disk:" + name;
  }

  @Override
  public boolean exists(String name) {
    return disk.exists(name);
  }

  @Override
  public List<String> list(String folder) {
    return disk.list(folder);
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    return disk.name(name, made(name, bytes, capacity, init));
  }

  private PowerFile made(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    synchronized (disk) {
      disk.before("create", name);
      PowerFile file = disk.newFile(name, capacity, capacity > bytes);
      init.fill(file.memory());
      return file;
    }
  }

  @Override
  public boolean createForced(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    PowerFile file = made(name, bytes, capacity, init);
    file.force(0, capacity);
    boolean named = disk.name(name, file);
    forceNameOf(name);
    return named;
  }

  private void forceNameOf(String name) throws IOException {
    disk.forceFolder(PowerDisk.folderOf(name));
    disk.forceFolder(".");
  }

  @Override
  public FileOutput write(String name) throws IOException {
    synchronized (disk) {
      disk.before("create", name);
    }
    return new Output(name);
  }

  /** Collects the content; it becomes a file at the end. */
  private final class Output implements FileOutput {
    private final String name;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    Output(String name) {
      this.name = name;
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
      synchronized (disk) {
        disk.before("write", name);
      }
      content.write(bytes, 0, length);
    }

    @Override
    public void finish() throws IOException {
      byte[] bytes = content.toByteArray();
      PowerFile file = disk.newFile(name, bytes.length, false);
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, file.memory(), 0, bytes.length);
      file.force(0, bytes.length);
      disk.replace(name, file);
      forceNameOf(name);
    }

    @Override
    public void close() {
      // what has no name is nowhere
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void link(String name, String second) throws IOException {
    disk.link(name, second);
  }

  @Override
  public void forceFolder(String folder) throws IOException {
    disk.forceFolder(folder);
  }

  @Override
  public MappedFile open(String name) throws IOException {
    synchronized (disk) {
      disk.before("open", name);
    }
    PowerFile file = disk.find(name);
    if (file == null) {
      throw new java.nio.file.NoSuchFileException(describe(name));
    }
    return file;
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
  }

  @Override
  public void deleteUnfinished(String folder) {
    // what has no name is nowhere
  }

  @Override
  public Gate gate() {
    disk.gate.acquireUninterruptibly();
    return new Gate() {
      @Override
      public boolean isAlone() {
        synchronized (disk) {
          return disk.attached.isEmpty();
        }
      }

      @Override
      public void close() {
        disk.gate.release();
      }
    };
  }

  @Override
  public Attachment attach(ProcessTable table) {
    synchronized (disk) {
      int slot = 0;
      while (disk.attached.containsKey(slot)) {
        slot++;
      }
      boolean foundDead = table.pid(slot) != 0;
      long incarnation = table.take(slot);
      disk.attached.put(slot, incarnation);
      return new Attached(disk, table, slot, incarnation, foundDead);
    }
  }

  @Override
  public void close() {
    // the disk goes on
  }

  /** An open of the store. */
  private record Attached(
      PowerDisk disk, ProcessTable table, int slot, long incarnation, boolean foundDead)
      implements Attachment {
    @Override
    public boolean isAlive(int other, long otherIncarnation) {
      synchronized (disk) {
        @Nullable Long alive = disk.attached.get(other);
        return alive != null && ((alive ^ otherIncarnation) & OwnerWord.INCARNATION_MASK) == 0;
      }
    }

    @Override
    public int[] dead() {
      synchronized (disk) {
        return java.util.stream.IntStream.range(0, OwnerWord.SLOTS)
            .filter(other -> !disk.attached.containsKey(other) && table.pid(other) != 0)
            .toArray();
      }
    }

    @Override
    public boolean bury(int other, long otherIncarnation) {
      synchronized (disk) {
        if (disk.attached.containsKey(other)) {
          return false;
        }
        if (table.incarnation(other) == otherIncarnation) {
          table.leave(other);
        }
        return true;
      }
    }

    @Override
    public void close() {
      synchronized (disk) {
        disk.attached.remove(slot);
      }
    }
  }
}
