package io.vitrine.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A file of a {@link PowerDisk}: what programs see of it, what is on disk, and how some of its
 * pages were in between. Programs may write to it at any time; the rest is done under the disk's
 * lock.
 */
final class PowerFile implements MappedFile {
  static final int PAGE = 4096;

  private static final int SECTOR = 512;
  private static final int SAMPLES_MAX = 4;
  private static final long ROOM = 64L << 20;
  private static final byte[] NOTHING = new byte[PAGE];
  private static final MemorySegment ZEROS = MemorySegment.ofArray(NOTHING);
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private final PowerDisk disk;
  private final String name;
  private final MemorySegment whole;
  private volatile MemorySegment live;

  /** Pages on disk; those that are not here are zeros. */
  private final Map<Long, byte[]> forced = new HashMap<>();

  /** How pages were when the kernel happened to write them, since they were last forced. */
  private final Map<Long, List<byte[]>> samples = new HashMap<>();

  /** Pages that could not be written, as they were: the kernel holds them for written since. */
  private final Map<Long, byte[]> forgotten = new HashMap<>();

  /** Whether the length is on disk. */
  private boolean hasLength;

  PowerFile(PowerDisk disk, String name, long bytes, boolean grows, Arena arena) {
    this.disk = disk;
    this.name = name;
    this.whole = map(grows ? Math.max(ROOM, bytes) : bytes, arena);
    this.live = whole.asSlice(0, bytes);
  }

  /** Memory of which only the pages that are touched take room, in one piece however it grows. */
  private static MemorySegment map(long bytes, Arena arena) {
    if (bytes == 0) {
      return MemorySegment.NULL;
    }
    try {
      Path path =
          Files.isWritable(SHARED_MEMORY)
              ? Files.createTempFile(SHARED_MEMORY, "vitrine", "")
              : Files.createTempFile("vitrine", "");
      try (var file = new RandomAccessFile(path.toFile(), "rw")) {
        file.setLength(bytes);
        return file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
      } finally {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "disk:" + name;
  }

  @Override
  public MemorySegment memory() {
    return live;
  }

  @Override
  public MemorySegment remap(long bytes) {
    if (bytes > live.byteSize()) {
      throw new CorruptStoreException(name + ": has " + live.byteSize() + ", not " + bytes);
    }
    return live;
  }

  @Override
  public long size() {
    return live.byteSize();
  }

  @Override
  public void allocate(long from, long to, long capacity) {
    synchronized (disk) {
      try {
        disk.before("allocate", name);
      } catch (IOException e) {
        throw new StoreFullException(name + ": " + e.getMessage(), e);
      }
      if (capacity > whole.byteSize()) {
        throw new StoreFullException(
            name + ": room for " + ROOM, new IOException("No space left on device"));
      }
      if (capacity > live.byteSize()) {
        live = whole.asSlice(0, capacity);
      }
    }
  }

  @Override
  public void force(long from, long to) throws IOException {
    synchronized (disk) {
      try {
        disk.before("force", name);
      } catch (IOException e) {
        for (long page = from / PAGE; page * PAGE < to; page++) {
          forgotten.put(page, read(page));
        }
        throw e;
      }
      forceNow(from, to);
    }
  }

  private void forceNow(long from, long to) {
    for (long page = from / PAGE; page * PAGE < to; page++) {
      byte[] bytes = isZero(page) ? NOTHING : read(page);
      byte[] before = forgotten.get(page);
      if (before == null || !Arrays.equals(before, bytes)) {
        forgotten.remove(page);
        forced.put(page, bytes);
        samples.remove(page);
      }
    }
    hasLength = true;
  }

  /** Behind these bytes a file is zeros. */
  private long contentBytes() {
    MemorySegment memory = live;
    boolean isMap =
        memory.byteSize() > MapLayout.META
            && Memory.get(memory, MapLayout.MAGIC) == MapLayout.MAGIC_VALUE;
    return isMap
        ? Math.min(memory.byteSize(), CheckedWord.value(Memory.get(memory, MapLayout.ALLOCATED)))
        : memory.byteSize();
  }

  private boolean isZero(long page) {
    long length = Math.min(PAGE, live.byteSize() - page * PAGE);
    return live.asSlice(page * PAGE, length).mismatch(ZEROS.asSlice(0, length)) < 0;
  }

  private byte[] read(long page) {
    long at = page * PAGE;
    return live.asSlice(at, Math.min(PAGE, live.byteSize() - at)).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Pages that differ from what is on disk. */
  private List<Long> dirtyPages() {
    var dirty = new ArrayList<Long>();
    long end = contentBytes();
    for (long page = 0; page * PAGE < end; page++) {
      byte[] bytes = forced.get(page);
      long length = Math.min(PAGE, live.byteSize() - page * PAGE);
      MemorySegment now = live.asSlice(page * PAGE, length);
      MemorySegment there = bytes == null ? ZEROS : MemorySegment.ofArray(bytes);
      if (now.mismatch(there.asSlice(0, length)) >= 0) {
        dirty.add(page);
      }
    }
    return dirty;
  }

  /** The kernel writes some pages, as they are at this moment. */
  void writeSome(Random random) {
    List<Long> dirty = dirtyPages();
    for (int i = 0; i < 3 && !dirty.isEmpty(); i++) {
      long page = dirty.get(random.nextInt(dirty.size()));
      List<byte[]> versions = samples.computeIfAbsent(page, p -> new ArrayList<>());
      if (versions.size() == SAMPLES_MAX) {
        versions.remove(random.nextInt(SAMPLES_MAX));
      }
      versions.add(read(page));
    }
  }

  /** What may be on disk after the power went: each page in any version, one of them torn. */
  PowerFile afterPowerLoss(PowerDisk image, Random random, Arena arena) {
    long bytes = hasLength || random.nextInt(4) > 0 ? live.byteSize() : 0;
    boolean grows = whole.byteSize() > live.byteSize() || whole.byteSize() >= ROOM;
    var left = new PowerFile(image, name, bytes, grows, arena);
    if (bytes == 0) {
      return left;
    }
    forced.forEach(left::set);
    int oldest = random.nextInt(5); // of four pages, so many stay as they were forced
    List<Long> dirty = dirtyPages();
    long torn = dirty.isEmpty() ? -1 : dirty.get(random.nextInt(dirty.size()));
    for (long page : dirty) {
      if (page == torn) {
        left.set(page, torn(version(page, random), version(page, random), random));
      } else if (random.nextInt(4) >= oldest) {
        left.set(page, version(page, random));
      }
    }
    left.hasLength = true;
    return left;
  }

  private byte[] version(long page, Random random) {
    List<byte[]> versions = samples.getOrDefault(page, List.of());
    int which = random.nextInt(versions.size() + 2);
    if (which < versions.size()) {
      return versions.get(which);
    }
    return which == versions.size() ? forced.getOrDefault(page, NOTHING) : read(page);
  }

  private static byte[] torn(byte[] one, byte[] other, Random random) {
    byte[] page = new byte[PAGE];
    for (int at = 0; at < PAGE; at += SECTOR) {
      byte[] from = random.nextBoolean() ? one : other;
      int length = Math.min(SECTOR, from.length - at);
      if (length > 0) {
        System.arraycopy(from, at, page, at, length);
      }
    }
    return page;
  }

  /** Sets a page, in memory and on disk. */
  private void set(long page, byte[] bytes) {
    long at = page * PAGE;
    long length = Math.min(PAGE, live.byteSize() - at);
    if (bytes.length < length) {
      live.asSlice(at, length).fill((byte) 0);
    }
    if (length > 0) {
      MemorySegment.copy(MemorySegment.ofArray(bytes), 0, live, at, Math.min(length, bytes.length));
      forced.put(page, bytes);
    }
  }

  /** The same file with all that programs have written, as it is when a process is killed. */
  PowerFile afterKill(PowerDisk image, Arena arena) {
    boolean grows = whole.byteSize() > live.byteSize() || whole.byteSize() >= ROOM;
    var left = new PowerFile(image, name, live.byteSize(), grows, arena);
    long end = contentBytes();
    for (long page = 0; page * PAGE < end; page++) {
      if (!isZero(page)) {
        left.set(page, read(page));
      }
    }
    left.hasLength = true;
    return left;
  }

  @Override
  public void close() {
    // the disk keeps it
  }
}
