package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a checkpoint {@code checkpoint/REVISION.ckp}, REVISION in 16 hexadecimal digits,
 * little-endian.
 *
 * <pre>
 * offset size field    meaning
 *      0    8 magic    "VITRCKP1"
 *      8    8 version  format version, now 1
 *     16    8 epoch    as in the control file
 *     24    8 revision where to read on in the log
 *     32    8 check    hash of the four words before
 *     64      items
 * </pre>
 *
 * <p>Item: a map, then its entries, and so on; the last one is the end.
 *
 * <pre>
 * offset size field    meaning
 *      0    8 header   kind (bits 56-63: 1 map, 2 entry, 3 end), size in units of 8 bytes (0-55)
 *      8    8 check    hash of key and value joined with the other words, offset and epoch
 *     16    8 revision entry: of the change that set the value; map: its number; end: how far the
 *                      log reached when the last entry was read
 *     24    8 expiry   entry: milliseconds since 1970, 0 for none; end: how many items there are
 *     32    8 lengths  key (bits 0-15), value (16-63)
 *     40      key, value, each padded with zeros to 8 bytes; map: its path and its {@link MapShape}
 * </pre>
 */
final class CheckpointLayout {
  static final long MAGIC = 0;
  static final long VERSION = 8;
  static final long EPOCH = 16;
  static final long REVISION = 24;
  static final long FILE_CHECK = 32;
  static final long FIRST_ITEM = 64;

  /** "VITRCKP1" in ASCII, first letter in the lowest byte. */
  static final long MAGIC_VALUE = 0x31504B4352544956L;

  static final long VERSION_VALUE = 1;

  static final long HEADER = 0;
  static final long CHECK = 8;
  static final long ITEM_REVISION = 16;
  static final long EXPIRY = 24;
  static final long LENGTHS = 32;
  static final long KEY = 40;

  static final int MAP = 1;
  static final int ENTRY = 2;
  static final int END = 3;

  static final int KIND_SHIFT = 56;
  static final long SIZE_MASK = (1L << KIND_SHIFT) - 1;
  static final int VALUE_SHIFT = 16;

  private CheckpointLayout() {}

  static long header(int kind, long bytes) {
    return (long) kind << KIND_SHIFT | bytes >>> 3;
  }

  static int kind(long header) {
    return (int) (header >>> KIND_SHIFT);
  }

  static long bytes(long header) {
    return (header & SIZE_MASK) << 3;
  }

  static long lengths(long key, long value) {
    return key | value << VALUE_SHIFT;
  }

  static long itemBytes(long key, long value) {
    return KEY + LogLayout.padded(key) + LogLayout.padded(value);
  }

  /** Check of an item at a place, from the hash of its content and its words. */
  static long check(long content, MemorySegment item, long offset, long place) {
    long check = Checks.with(content, Memory.get(item, offset + HEADER));
    check = Checks.with(check, Memory.get(item, offset + ITEM_REVISION));
    check = Checks.with(check, Memory.get(item, offset + EXPIRY));
    check = Checks.with(check, Memory.get(item, offset + LENGTHS));
    return Checks.with(check, place);
  }

  /** Hash of an item's key and value. */
  static long content(EntryBytes entry) {
    return Checks.with(
        Checks.of(entry.source, entry.keyOffset, entry.keyLength),
        Checks.of(entry.source, entry.valueOffset, entry.valueLength));
  }

  /** What makes an item belong to one place in one file. */
  static long place(long epoch, long revision, long offset) {
    return epoch ^ Long.rotateLeft(revision, 20) ^ Long.rotateLeft(offset, 40);
  }
}
