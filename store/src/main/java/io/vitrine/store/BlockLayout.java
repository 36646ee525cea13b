package io.vitrine.store;

/**
 * Layout of a block, which holds one entry, little-endian.
 *
 * <pre>
 * offset size field     meaning
 *      0    8 revision  of the change that set the value
 *      8    8 lengths   key (bits 0-15), flags (16-23, none yet), value (24-63), in bytes
 *     16    8 check     hash of key and value joined with the two words before
 *     24      key, padded with zeros to 8 bytes, then the value, padded likewise
 * </pre>
 *
 * <p>The first word of a free block is the offset of the next one of its size class.
 */
final class BlockLayout {
  static final long REVISION = 0;
  static final long LENGTHS = 8;
  static final long CHECK = 16;
  static final long KEY = 24;

  static final int KEY_BYTES_MAX = 65_535;
  static final long VALUE_BYTES_MAX = (1L << 40) - 1;

  private BlockLayout() {}

  static long lengths(long keyBytes, long valueBytes) {
    return keyBytes | valueBytes << 24;
  }

  static long keyLength(long lengths) {
    return lengths & 0xFFFF;
  }

  static long valueLength(long lengths) {
    return lengths >>> 24;
  }

  static long valueOffset(long keyLength) {
    return KEY + LogLayout.padded(keyLength);
  }

  /** Size of a block. */
  static long bytes(long lengths) {
    return valueOffset(keyLength(lengths)) + LogLayout.padded(valueLength(lengths));
  }

  /** Checksum of a block from that of its content. */
  static long check(long content, long lengths, long revision) {
    return Checks.with(Checks.with(content, lengths), revision);
  }
}
