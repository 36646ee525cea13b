package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Reads a checkpoint item by item and believes nothing that it has not checked. For one thread.
 *
 * <p>Whatever does not hold throws {@link CorruptStoreException}: a checkpoint without its end,
 * too.
 */
final class CheckpointReader implements AutoCloseable {
  private final MappedFile file;
  private final MemorySegment memory;
  private final long epoch;
  private final EntryBytes item = new EntryBytes();
  private long at = CheckpointLayout.FIRST_ITEM;
  private long items;
  private int kind;

  /** Where to read on in the log. */
  final long revision;

  private CheckpointReader(MappedFile file) {
    this.file = file;
    this.memory = file.memory();
    if (memory.byteSize() < CheckpointLayout.FIRST_ITEM
        || Memory.get(memory, CheckpointLayout.MAGIC) != CheckpointLayout.MAGIC_VALUE) {
      throw corrupt(0, "is not where a checkpoint begins");
    }
    ControlFile.checkVersion(file, CheckpointLayout.VERSION_VALUE, CheckpointLayout.FILE_CHECK);
    if (Memory.get(memory, CheckpointLayout.FILE_CHECK)
        != Checks.of(memory, 0, CheckpointLayout.FILE_CHECK)) {
      throw corrupt(CheckpointLayout.FILE_CHECK, "does not match the header");
    }
    this.epoch = Memory.get(memory, CheckpointLayout.EPOCH);
    this.revision = Memory.get(memory, CheckpointLayout.REVISION);
  }

  static CheckpointReader open(StoreFiles files, String name) throws IOException {
    MappedFile file = files.open(name);
    try {
      return new CheckpointReader(file);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  long epoch() {
    return epoch;
  }

  /** Size of the file. */
  long bytes() {
    return memory.byteSize();
  }

  /**
   * Goes to the next item.
   *
   * @return its kind
   */
  int next() {
    if (memory.byteSize() - at < CheckpointLayout.KEY) {
      throw corrupt(at, "is where the checkpoint breaks off");
    }
    long header = Memory.get(memory, at + CheckpointLayout.HEADER);
    long lengths = Memory.get(memory, at + CheckpointLayout.LENGTHS);
    long key = lengths & ((1L << CheckpointLayout.VALUE_SHIFT) - 1);
    long value = lengths >>> CheckpointLayout.VALUE_SHIFT;
    long bytes = CheckpointLayout.bytes(header);
    if (bytes > memory.byteSize() - at || bytes != CheckpointLayout.itemBytes(key, value)) {
      throw corrupt(at, "begins an item of an impossible size");
    }
    item.source = memory;
    item.keyOffset = at + CheckpointLayout.KEY;
    item.keyLength = key;
    item.valueOffset = item.keyOffset + LogLayout.padded(key);
    item.valueLength = value;
    item.revision = Memory.get(memory, at + CheckpointLayout.ITEM_REVISION);
    item.expiryMillis = Memory.get(memory, at + CheckpointLayout.EXPIRY);
    long place = CheckpointLayout.place(epoch, revision, at);
    if (Memory.get(memory, at + CheckpointLayout.CHECK)
        != CheckpointLayout.check(CheckpointLayout.content(item), memory, at, place)) {
      throw corrupt(at, "begins an item that does not match its check");
    }
    kind = CheckpointLayout.kind(header);
    boolean isEnd = kind == CheckpointLayout.END;
    if (isEnd && (item.expiryMillis != items || at + bytes != memory.byteSize())) {
      throw corrupt(at, "is an end at the wrong place");
    }
    items++;
    at += bytes;
    return kind;
  }

  /** The entry at hand. */
  EntryBytes entry() {
    return item;
  }

  /** Number of the map at hand. */
  int mapId() {
    return Math.toIntExact(item.revision);
  }

  /** Path of the map at hand. */
  String path() {
    byte[] bytes = memory.asSlice(item.keyOffset, item.keyLength).toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Shape of the map at hand. */
  MapShape shape() {
    return MapShape.read(memory, item.valueOffset, item.valueLength, file.name());
  }

  /** At the end: how far the log must be on disk for the checkpoint to count. */
  long logEnd() {
    return item.revision;
  }

  private CorruptStoreException corrupt(long offset, String what) {
    return new CorruptStoreException(
        file.name() + ": word at 0x" + Long.toHexString(offset) + " " + what);
  }

  @Override
  public void close() {
    file.close();
  }
}
