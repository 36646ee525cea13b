package io.vitrine.store;

/**
 * Layout of the change log, little-endian. A position counts bytes from the beginning of the log,
 * over all its files; a record's revision is the position right behind it.
 *
 * <p>File {@code log/START.log}, START the position of its first byte in 16 hexadecimal digits:
 *
 * <pre>
 * offset size field    meaning
 *      0    8 magic    "VITRLOG1"
 *      8    8 version  format version, now 4
 *     16    8 epoch    as in the control file
 *     24    8 start    position of the first byte
 *     32    8 length   size of the file
 *     40    8 check    hash of the five words before
 *     64      records
 * </pre>
 *
 * <p>Record of one change:
 *
 * <pre>
 * offset size field    meaning
 *      0    8 header   state and length, see {@link RecordHeader}
 *      8    8 check    hash of what follows, of the revision and of the epoch
 *     16    8 time     nanoseconds since 1970
 *     24      change
 * </pre>
 *
 * <p>Change:
 *
 * <pre>
 * offset size field    meaning
 *      0    8 map      number of the map that changed (bits 0-31), kind (32-39, {@link
 *                      ChangeKind#code}), flags (40-47)
 *      8    8 previous revision of the change before of the same key, 0 for none
 *     16    8 lengths  key (bits 0-15), old value + 1 (16-39), new value + 1 (40-63); 0 for none
 *     24      wide     2 words, if flag 1 is set: old length + 1, new length + 1, which are 0 above
 *             expiry   8 bytes, if flag 2 is set: of the new value, as in {@link BlockLayout}
 *             key, old value, new value, each padded with zeros to 8 bytes
 * </pre>
 */
final class LogLayout {
  static final long MAGIC = 0;
  static final long VERSION = 8;
  static final long EPOCH = 16;
  static final long START = 24;
  static final long FILE_LENGTH = 32;
  static final long FILE_CHECK = 40;
  static final long FIRST_RECORD = 64;

  /** "VITRLOG1" in ASCII, first letter in the lowest byte. */
  static final long MAGIC_VALUE = 0x31474F4C52544956L;

  static final long VERSION_VALUE = 4;

  static final long HEADER = 0;
  static final long CHECK = 8;
  static final long TIME = 16;
  static final long CHANGE = 24;

  static final long MAP = 0;
  static final long PREVIOUS = 8;
  static final long LENGTHS = 16;
  static final long BODY = 24;

  static final long WIDE = 1;
  static final long EXPIRES = 2;

  static final int KIND_SHIFT = 32;
  static final int FLAGS_SHIFT = 40;
  static final int OLD_SHIFT = 16;
  static final int NEW_SHIFT = 40;
  static final long NARROW_MAX = (1L << 24) - 1;

  private LogLayout() {}

  static long padded(long bytes) {
    return (bytes + 7) & ~7L;
  }

  static boolean isWide(long oldLength, long newLength) {
    return oldLength >= NARROW_MAX || newLength >= NARROW_MAX;
  }

  /** Size of a change; a length of -1 is no value. */
  static long changeBytes(long key, long oldValue, long newValue, boolean expires) {
    return BODY
        + (isWide(oldValue, newValue) ? 16 : 0)
        + (expires ? 8 : 0)
        + padded(key)
        + padded(Math.max(0, oldValue))
        + padded(Math.max(0, newValue));
  }

  /** Check of a record whose content has this hash and that ends at a revision. */
  static long check(long content, long revision, long epoch) {
    return Checks.with(content, revision ^ Long.rotateLeft(epoch, 32));
  }
}
