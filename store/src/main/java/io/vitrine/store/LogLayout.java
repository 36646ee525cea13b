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
 *      8    8 version  format version, now 1
 *     16    8 epoch    as in the control file
 *     24    8 start    position of the first byte
 *     32    8 length   size of the file
 *     40    8 check    hash of the five words before
 *     64      records
 * </pre>
 *
 * <p>Record:
 *
 * <pre>
 * offset size field    meaning
 *      0    8 header   state and length, see {@link RecordHeader}
 *      8    8 check    hash of what follows
 *     16    4 mapId    the map that changed
 *     20    4 kind     {@link ChangeKind#code}
 *     24    8 time     nanoseconds since 1970
 *     32    8 previous revision of the change before of the same key, 0 for none
 *     40    8 keyLength
 *     48    8 oldLength  -1 for no value
 *     56    8 newLength  -1 for no value
 *     64      key, old value, new value, each padded with zeros to 8 bytes
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

  static final long VERSION_VALUE = 1;

  static final long HEADER = 0;
  static final long CHECK = 8;
  static final long MAP_AND_KIND = 16;
  static final long TIME = 24;
  static final long PREVIOUS = 32;
  static final long KEY_LENGTH = 40;
  static final long OLD_LENGTH = 48;
  static final long NEW_LENGTH = 56;
  static final long KEY = 64;

  private LogLayout() {}

  static long padded(long bytes) {
    return (bytes + 7) & ~7L;
  }

  /** Size of a record; a length of -1 is no value. */
  static long recordBytes(long key, long oldValue, long newValue) {
    return KEY + padded(key) + padded(Math.max(0, oldValue)) + padded(Math.max(0, newValue));
  }
}
