package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes a checkpoint: map after map, each with its entries. For one thread. */
final class CheckpointWriter implements AutoCloseable {
  static final String FOLDER = "checkpoint";

  private static final String SUFFIX = ".ckp";
  private static final int BUFFER_BYTES = 1 << 18;

  private final FileOutput out;
  private final long epoch;
  private final long revision;
  private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, 8);
  private final byte[] heap = new byte[BUFFER_BYTES];
  private final EntryBytes other = new EntryBytes();
  private long flushed;
  private int used;
  private long items;

  /** Begins a checkpoint after which the log is read on from a revision. */
  CheckpointWriter(StoreFiles files, long epoch, long revision) throws IOException {
    this.out = files.write(nameOf(revision));
    this.epoch = epoch;
    this.revision = revision;
    Memory.set(buffer, CheckpointLayout.MAGIC, CheckpointLayout.MAGIC_VALUE);
    Memory.set(buffer, CheckpointLayout.VERSION, CheckpointLayout.VERSION_VALUE);
    Memory.set(buffer, CheckpointLayout.EPOCH, epoch);
    Memory.set(buffer, CheckpointLayout.REVISION, revision);
    Memory.set(
        buffer, CheckpointLayout.FILE_CHECK, Checks.of(buffer, 0, CheckpointLayout.FILE_CHECK));
    this.used = (int) CheckpointLayout.FIRST_ITEM;
  }

  static String nameOf(long revision) {
    return FOLDER + "/" + HexFormat.of().toHexDigits(revision) + SUFFIX;
  }

  /** Revision in the name of a file in the folder, -1 if it is no checkpoint's. */
  static long revisionOf(String name) {
    if (!name.endsWith(SUFFIX) || name.length() != 16 + SUFFIX.length()) {
      return -1;
    }
    try {
      return Long.parseLong(name, 0, 16, 16);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** Begins a map, whose entries follow. */
  void map(int mapId, String path, MapShape shape) throws IOException {
    byte[] name = path.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = shape.bytes();
    MemorySegment both = Arena.ofAuto().allocate(name.length + bytes.length, 8);
    MemorySegment.copy(MemorySegment.ofArray(name), 0, both, 0, name.length);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, both, name.length, bytes.length);
    other.source = both;
    other.keyLength = name.length;
    other.valueOffset = name.length;
    other.valueLength = bytes.length;
    other.revision = mapId;
    other.expiryMillis = 0;
    item(CheckpointLayout.MAP, other);
  }

  /** How much has been written. */
  long bytes() {
    return flushed + used;
  }

  /** Writes an entry of the map that was begun last. */
  void entry(EntryBytes entry) throws IOException {
    item(CheckpointLayout.ENTRY, entry);
  }

  /**
   * Writes the end and brings the file to disk, with its name.
   *
   * @param logEnd how far the log must be on disk for the checkpoint to count
   * @return its size
   */
  long finish(long logEnd) throws IOException {
    other.source = MemorySegment.NULL;
    other.keyLength = 0;
    other.valueOffset = 0;
    other.valueLength = 0;
    other.revision = logEnd;
    other.expiryMillis = items;
    item(CheckpointLayout.END, other);
    flush();
    out.finish();
    return flushed;
  }

  private void item(int kind, EntryBytes entry) throws IOException {
    long bytes = CheckpointLayout.itemBytes(entry.keyLength, entry.valueLength);
    if (used + CheckpointLayout.KEY > BUFFER_BYTES) {
      flush();
    }
    int at = used;
    Memory.set(buffer, at + CheckpointLayout.HEADER, CheckpointLayout.header(kind, bytes));
    Memory.set(buffer, at + CheckpointLayout.ITEM_REVISION, entry.revision);
    Memory.set(buffer, at + CheckpointLayout.EXPIRY, entry.expiryMillis);
    Memory.set(
        buffer,
        at + CheckpointLayout.LENGTHS,
        CheckpointLayout.lengths(entry.keyLength, entry.valueLength));
    long place = CheckpointLayout.place(epoch, revision, flushed + used);
    Memory.set(
        buffer,
        at + CheckpointLayout.CHECK,
        CheckpointLayout.check(CheckpointLayout.content(entry), buffer, at, place));
    used += (int) CheckpointLayout.KEY;
    append(entry.source, entry.keyOffset, entry.keyLength);
    append(entry.source, entry.valueOffset, entry.valueLength);
    items++;
  }

  /** Appends a range and pads it to 8 bytes. */
  private void append(MemorySegment from, long offset, long bytes) throws IOException {
    for (long done = 0; done < bytes; ) {
      if (used == BUFFER_BYTES) {
        flush();
      }
      long part = Math.min(bytes - done, BUFFER_BYTES - used);
      Memory.copy(from, offset + done, buffer, used, part);
      done += part;
      used += (int) part;
    }
    while ((used & 7) != 0) {
      buffer.set(java.lang.foreign.ValueLayout.JAVA_BYTE, used++, (byte) 0);
    }
  }

  private void flush() throws IOException {
    MemorySegment.copy(buffer, 0, MemorySegment.ofArray(heap), 0, used);
    out.write(heap, used);
    flushed += used;
    used = 0;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
