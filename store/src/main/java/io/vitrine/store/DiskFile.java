package io.vitrine.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A mapped file on disk. Safe for any number of threads.
 *
 * <p>The mapping spans the file's apparent size, which grows eightfold ahead of the blocks that
 * back it: few mappings, one base address, and the tail beyond the backed part is a hole that
 * nobody touches. Mapping never extends the file (two processes that extend at once could shrink
 * it); growing does, under the file's growth lock.
 */
final class DiskFile implements MappedFile {
  /**
   * What is written at a time. A disk's file system keeps what was written at once as a piece. The
   * first write to a page maps the whole piece, 0.1 us for each of its pages; once the piece has
   * been written back, the next write to each page costs 2 to 3 us, and 6 where it is a mebibyte.
   */
  private static final int ZEROS_BYTES = 64 << 10;

  private static final long PAGE_BYTES = 4 << 10;

  /** A disk that has so much more than what did not fit is not full. */
  private static final long SPARE_BYTES = 1 << 20;

  /**
   * Where a page of a file in memory is read that is not mapped yet, the system maps its neighbours
   * in this range, too, fit to be written to; where it is written to, only the page itself.
   */
  private static final long READ_AROUND = 64 << 10;

  /**
   * What is written where files grow; nobody changes it. Kept, since fresh memory has to be met and
   * filled page by page, which takes as long as to write it to a file.
   */
  private static volatile @Nullable ByteBuffer zeros;

  private final String name;
  private final FileChannel channel;
  private final FileChannel.MapMode mode;
  private final BooleanSupplier inPlace;
  private final Arena arena = Arena.ofShared();
  private volatile MemorySegment memory;

  /** Maps a file; owns its channel from then on. */
  private DiskFile(
      String name, FileChannel channel, FileChannel.MapMode mode, BooleanSupplier inPlace)
      throws IOException {
    this.name = name;
    this.inPlace = inPlace;
    this.channel = channel;
    this.mode = mode;
    this.memory = map(channel.size());
  }

  /**
   * Maps a file, which is not created: another process may just have deleted it. Only within {@link
   * Io#call}, as an interrupt while a file is mapped leaves a mapping that nobody can give up.
   *
   * @param inPlace whether its file system writes what is changed where it was before
   */
  static DiskFile open(Path file, BooleanSupplier inPlace) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return new DiskFile(file.toString(), channel, FileChannel.MapMode.READ_WRITE, inPlace);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  /** Maps a file for reading only. Only within {@link Io#call}. */
  static DiskFile readOnly(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return new DiskFile(file.toString(), channel, FileChannel.MapMode.READ_ONLY, () -> false);
    } catch (Throwable e) {
      channel.close();
      throw e;
    }
  }

  private MemorySegment map(long bytes) throws IOException {
    try {
      return channel.map(mode, 0, bytes, arena);
    } catch (IOException e) {
      throw Unfit.mapping(name, bytes, e);
    }
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
  public synchronized MemorySegment remap(long bytes) {
    if (memory.byteSize() >= bytes) {
      return memory;
    }
    if (!arena.scope().isAlive()) {
      throw new IllegalStateException(MapFile.ALREADY_CLOSED); // as each access of it
    }
    try {
      memory =
          Io.call(() -> {
            long size = channel.size();
            if (size < bytes) {
              throw new CorruptStoreException(
                  name + ": has " + size + " bytes, at least " + bytes + " expected");
            }
            return map(size);
          });
      return memory;
    } catch (IOException e) {
      throw new StoreException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public long size() throws IOException {
    return Io.call(channel::size);
  }

  @Override
  public void allocate(long from, long to, long capacity) {
    try {
      Io.call(() -> {
        if (channel.size() < capacity) {
          writeZeros(channel, capacity - 1, capacity); // never shrinks, whoever else extends
        }
        writeZeros(channel, from, to);
        return Boolean.TRUE;
      });
    } catch (IOException e) {
      throw new StoreFullException(
          name
              + ": cannot grow from "
              + from
              + " to "
              + (to > from ? to : capacity)
              + " bytes: "
              + e.getMessage()
              + (usableBytes() > to - from + SPARE_BYTES
                  ? "; the disk has room, so raise the limit of file sizes (ulimit -f) or the quota"
                  : "; free some space and try again"),
          e);
    }
  }

  @Override
  public void bringNear(long from, long to) {
    MemorySegment mapped = memory;
    if (!inPlace.getAsBoolean()) {
      for (long at = from; at < to; at += READ_AROUND) {
        var _ = Memory.getVolatile(mapped, at);
      }
      return;
    }
    // On a disk a page that was read first is mapped for reading only, and has another fault at its
    // first write, of 2 to 6 us. To add 0 is a write, which maps the whole piece.
    for (long at = from; at < to; at += PAGE_BYTES) {
      var _ = Memory.getAndAdd(mapped, at, 0);
    }
  }

  @Override
  public long usableBytes() {
    // by the folder, since the file gets another name when it replaces one
    return usableBytes(new File(name).getAbsoluteFile().getParentFile());
  }

  /**
   * Room of the file system that a folder is on, or was on: that of a store in memory is there only
   * while a file is being made, and may go at any moment.
   *
   * @return bytes; {@link Long#MAX_VALUE} where nobody can tell
   */
  static long usableBytes(@Nullable File folder) {
    for (File at = folder; at != null; at = at.getParentFile()) {
      long usable = at.getUsableSpace();
      if (usable > 0) {
        return usable;
      }
      try { // which tells a full one from one that is gone
        return Files.getFileStore(at.toPath()).getUsableSpace();
      } catch (NoSuchFileException _) {
        // so by what it was in
      } catch (IOException e) {
        return Long.MAX_VALUE;
      }
    }
    return Long.MAX_VALUE;
  }

  static void writeZeros(FileChannel channel, long from, long to) throws IOException {
    writeZeros(channel, from, to, ZEROS_BYTES);
  }

  /** Writes zeros in pieces of a size, which may become the pieces that are forced later. */
  static void writeZeros(FileChannel channel, long from, long to, int piece) throws IOException {
    int room = (int) Math.min(piece, Math.max(1, to - from));
    ByteBuffer source = zeros(room);
    for (long at = from; at < to; ) {
      long toBoundary = piece - at % piece; // where the system's pieces end, too
      source.clear().limit((int) Math.min(Math.min(room, toBoundary), to - at));
      int written = channel.write(source, at);
      at += written;
      LogAhead.did(written);
    }
  }

  /** At least so many zeros, to be read by the calling thread. */
  private static ByteBuffer zeros(int bytes) {
    ByteBuffer known = zeros;
    if (known == null || known.capacity() < bytes) {
      known = ByteBuffer.allocateDirect(bytes);
      zeros = known; // of two threads that come at once the first one's goes
    }
    return known.duplicate();
  }

  @Override
  public void force(long from, long to) throws IOException {
    try {
      Memory.force(memory, from, to - from);
    } catch (UncheckedIOException e) {
      throw new IOException(name + ": cannot bring to disk: " + e.getMessage(), e.getCause());
    }
  }

  @Override
  public synchronized void close() { // not amid a remap
    if (arena.scope().isAlive()) {
      arena.close();
    }
    try {
      channel.close(); // which, unlike most calls of a channel, no interrupt hinders
    } catch (IOException e) {
      throw new StoreException(name + ": cannot close: " + e.getMessage(), e);
    }
  }
}
