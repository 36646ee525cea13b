package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Layout of a block, which holds one entry, little-endian.
 *
 * <pre>
 * offset size field    meaning
 *      0    8 revision of the change that set the value (bits 0-55), check (56-63: its bits 32-39)
 *      8    8 lengths  key (bits 0-15), flags (16-19), value (20-39), check (40-63: its highest 24)
 *     16      key, padded with zeros to 8 bytes
 *             wide     8 bytes, if flag 1 is set: length of the value, which is then 0 above
 *             expiry   8 bytes, if flag 2 is set: milliseconds since 1970 from which on it is void
 *             value, padded likewise
 * </pre>
 *
 * <p>Bits 2 and 3 of the flags say by how many size classes the block is larger than its entry
 * needs. The check is the highest half of a checksum over everything else in the block, where it
 * lies, and in which file.
 *
 * <p>Free block: offset of the next free one of its size class, 0 for none; then a mark that only
 * this word at this place has.
 *
 * <p>In memory the lengths are one number: key (bits 0-15), flags (16-19), value (24-63).
 */
final class BlockLayout {
  static final long REVISION = 0;
  static final long LENGTHS = 8;
  static final long KEY = 16;

  static final int KEY_BYTES_MAX = 65_535;
  static final long VALUE_BYTES_MAX = (1L << 40) - 1;

  static final long WIDE = 1;
  static final long EXPIRES = 2;

  private static final int FLAGS_SHIFT = 16;
  private static final int EXCESS_SHIFT = 18;
  private static final int VALUE_SHIFT = 24;
  private static final int NARROW_SHIFT = 20;
  private static final long NARROW_MAX = (1L << 20) - 1;
  private static final int CHECK_SHIFT = 40;

  private static final int PLACE_SHIFT = 24;

  /** Brings bits 32-39 of a check to where the word of the revision has them. */
  private static final int CHECK_TO_REVISION = 24;

  private static final long LENGTHS_MASK = (1L << CHECK_SHIFT) - 1;
  private static final long FREE_MARK = 0x4652_4545_424C_4F43L;

  private BlockLayout() {}

  /** Lengths of an entry. */
  static long lengths(long keyBytes, long valueBytes, boolean expires) {
    long flags = (valueBytes > NARROW_MAX ? WIDE : 0) | (expires ? EXPIRES : 0);
    return keyBytes | flags << FLAGS_SHIFT | valueBytes << VALUE_SHIFT;
  }

  /** Lengths of the entry in a block or its image. */
  static long lengths(MemorySegment memory, long block) {
    long word = Memory.get(memory, block + LENGTHS);
    boolean wide = (word & WIDE << FLAGS_SHIFT) != 0;
    return lengths(word, wide ? Memory.get(memory, block + wideOffset(word)) : -1);
  }

  /** Lengths of the entry whose image an array holds. */
  static long lengths(long[] image) {
    long word = Words.get(image, (int) LENGTHS / 8);
    boolean wide = (word & WIDE << FLAGS_SHIFT) != 0;
    return lengths(word, wide ? Words.get(image, (int) wideOffset(word) / 8) : -1);
  }

  private static long lengths(long word, long wideValue) {
    boolean wide = (word & WIDE << FLAGS_SHIFT) != 0;
    long value = wide ? wideValue : (word >>> NARROW_SHIFT) & NARROW_MAX;
    return (word & 0xF_FFFF) | value << VALUE_SHIFT;
  }

  private static long wideOffset(long word) {
    return KEY + LogLayout.padded(word & 0xFFFF);
  }

  /** Notes by how many size classes, up to 3, a block is larger than its entry needs. */
  static long withExcess(long lengths, int excess) {
    return lengths | (long) excess << EXCESS_SHIFT;
  }

  static int excess(long lengths) {
    return (int) (lengths >>> EXCESS_SHIFT) & 3;
  }

  static long keyLength(long lengths) {
    return lengths & 0xFFFF;
  }

  static boolean isWide(long lengths) {
    return (lengths & WIDE << FLAGS_SHIFT) != 0;
  }

  static boolean expires(long lengths) {
    return (lengths & EXPIRES << FLAGS_SHIFT) != 0;
  }

  static long valueLength(long lengths) {
    return lengths >>> VALUE_SHIFT;
  }

  /** Where the expiry stands, if the flag is set. */
  static long expiryOffset(long lengths) {
    return KEY + LogLayout.padded(keyLength(lengths)) + (isWide(lengths) ? 8 : 0);
  }

  static long valueOffset(long lengths) {
    return expiryOffset(lengths) + (expires(lengths) ? 8 : 0);
  }

  /** Size of a block that just holds the entry. */
  static long bytes(long lengths) {
    return valueOffset(lengths) + LogLayout.padded(valueLength(lengths));
  }

  /**
   * Size of a block, within the mapping.
   *
   * @throws IndexOutOfBoundsException if the mapping ends before it
   */
  static long bytesWithin(MemorySegment memory, long block) {
    return bytesWithin(memory, block, lengths(memory, block));
  }

  /** The same, of a block of these lengths. */
  static long bytesWithin(MemorySegment memory, long block, long lengths) {
    long bytes = bytes(lengths);
    if (bytes > memory.byteSize() - block) {
      throw new IndexOutOfBoundsException(
          "block at 0x" + Long.toHexString(block) + " has length " + bytes);
    }
    return bytes;
  }

  static long revision(MemorySegment memory, long block) {
    return Memory.get(memory, block + REVISION) & CheckedWord.VALUE_MASK;
  }

  /** Says where the entry in a block or its image lies. */
  static void entry(MemorySegment memory, long block, EntryBytes entry) {
    long lengths = lengths(memory, block);
    entry.source = memory;
    entry.keyOffset = block + KEY;
    entry.keyLength = keyLength(lengths);
    entry.valueOffset = block + valueOffset(lengths);
    entry.valueLength = valueLength(lengths);
    entry.revision = revision(memory, block);
    entry.expiryMillis = expires(lengths) ? Memory.get(memory, block + expiryOffset(lengths)) : 0;
  }

  /**
   * Writes both words of a header.
   *
   * @param content chain of checksums over what follows the header
   * @param salt that of the file
   */
  static void setHeader(
      MemorySegment memory, long block, long lengths, long revision, long content, long salt) {
    long value = isWide(lengths) ? 0 : valueLength(lengths);
    long word = (lengths & 0xF_FFFF) | value << NARROW_SHIFT;
    long check = check(content, word, revision, salt, block);
    Memory.set(memory, block + LENGTHS, word | (check & ~LENGTHS_MASK));
    Memory.set(
        memory,
        block + REVISION,
        revision | ((check << CHECK_TO_REVISION) & ~CheckedWord.VALUE_MASK));
  }

  /**
   * Check of a block, of which the highest 32 bits count; what the words of lengths and revision
   * have of a check themselves is shifted out.
   *
   * @param salt that of the file
   * @param block the place
   */
  private static long check(long content, long lengths, long revision, long salt, long block) {
    long place = salt ^ (block << PLACE_SHIFT);
    return Checks.last(content, (revision << 8) ^ (lengths << (64 - CHECK_SHIFT)) ^ place);
  }

  /**
   * Whether the words of a header match what follows.
   *
   * @param content chain of checksums over it
   * @param lengths the word of lengths
   * @param revision the word of the revision
   * @param salt that of the file
   * @param place where the block lies, while the words may be those of a copy
   */
  static boolean isSound(long content, long lengths, long revision, long salt, long place) {
    return wrong(content, lengths, revision, salt, place) == 0;
  }

  /** What is wrong with such words, in 24 bits: 0 if they match. */
  static long wrong(long content, long lengths, long revision, long salt, long place) {
    long check = check(content, lengths, revision, salt, place);
    return ((check ^ lengths) >>> CHECK_SHIFT) | (((check << CHECK_TO_REVISION) ^ revision) >>> 56);
  }

  /**
   * Whether a block matches its check.
   *
   * @param image where it or its copy lies
   * @param place where the block itself lies
   */
  static boolean isSound(MemorySegment memory, long image, long place, long salt) {
    long content = Checks.chain(memory, image + KEY, bytes(lengths(memory, image)) - KEY);
    long lengths = Memory.get(memory, image + LENGTHS);
    return isSound(content, lengths, Memory.get(memory, image + REVISION), salt, place);
  }

  /** Whether the image of a block in an array matches its check; place as above. */
  static boolean isSound(long[] image, long place, long salt) {
    int words = Words.count(bytes(lengths(image)));
    int key = (int) KEY / 8;
    long content = Checks.chain(image, key, words - key);
    long lengths = Words.get(image, (int) LENGTHS / 8);
    return isSound(content, lengths, Words.get(image, (int) REVISION / 8), salt, place);
  }

  /** Whether a word of lengths tells of such a key and of a value neither wide nor expiring. */
  static boolean isPlain(long word, int keyBytes) {
    return (word & (0xFFFF | (WIDE | EXPIRES) << FLAGS_SHIFT)) == keyBytes;
  }

  /** What a word of lengths tells of such a key and such a value, neither wide nor expiring. */
  static long plain(int keyBytes, int valueBytes) {
    return keyBytes | (long) valueBytes << NARROW_SHIFT;
  }

  /** Whether a word of lengths tells that. */
  static boolean isPlain(long word, long plain) {
    return ((word ^ plain) & LENGTHS_MASK & ~(3L << EXCESS_SHIFT)) == 0;
  }

  /** Length of the value in a word of lengths that is plain. */
  static long plainValueLength(long word) {
    return (word >>> NARROW_SHIFT) & NARROW_MAX;
  }

  /** Makes a block a free one. */
  static void setFree(MemorySegment memory, long block, long next) {
    Memory.set(memory, block, next);
    Memory.set(memory, block + LENGTHS, freeMark(block, next));
  }

  static boolean isFree(MemorySegment memory, long block) {
    return Memory.get(memory, block + LENGTHS) == freeMark(block, Memory.get(memory, block));
  }

  private static long freeMark(long block, long next) {
    return FREE_MARK ^ Long.rotateLeft(block, 20) ^ next * 0x9E37_79B9_7F4A_7C15L;
  }
}
