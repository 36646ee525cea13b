package io.vitrine.store;

/**
 * The first word of a log record. Stateless; any thread.
 *
 * <p>A writer reserves a record by swinging the word from 0 with a compare-and-set, which tells
 * everybody at once how long the record is and whose: nobody ever has to guess where the next one
 * begins, whenever the writer is killed.
 *
 * <pre>
 * bits   field        meaning
 * 62-63  state        0 empty, 1 reserved, 2 committed, 3 to be passed over
 * 52-61  slot         of the writer in the process table
 * 32-51  incarnation  of the writer
 *   31   parity       makes the number of ones in the word even, so that a flipped bit shows
 *   30   decided      the changes of a group will be made, whoever makes them
 *  0-29  length       of the whole record in units of 8 bytes
 * </pre>
 */
final class RecordHeader {
  static final int RESERVED = 1;
  static final int COMMITTED = 2;
  static final int PASSED_OVER = 3;

  /** Largest record in bytes. */
  static final long BYTES_MAX = 8 * ((1L << 30) - 1);

  private static final int STATE_SHIFT = 62;
  private static final int SLOT_SHIFT = 52;
  private static final int INCARNATION_SHIFT = 32;
  private static final long PARITY = 1L << 31;
  private static final long DECIDED = 1L << 30;

  private RecordHeader() {}

  /** Refuses a record that is too long for the log. */
  static IllegalArgumentException tooLong(long bytes) {
    return new IllegalArgumentException(
        "a change of "
            + bytes
            + " bytes is too large for the change log, whose records hold the key, the value before"
            + " and the one after, together at most "
            + BYTES_MAX
            + " bytes; remove a large value before setting another, or store it in parts");
  }

  private static long sound(long header) {
    return isSound(header) ? header : header ^ PARITY;
  }

  static boolean isSound(long header) {
    return (Long.bitCount(header) & 1) == 0;
  }

  static long reserved(int slot, long incarnation, long bytes) {
    return sound(
        (long) RESERVED << STATE_SHIFT
            | (long) slot << SLOT_SHIFT
            | (incarnation & OwnerWord.INCARNATION_MASK) << INCARNATION_SHIFT
            | bytes >>> 3);
  }

  /**
   * A stretch without a record, up to the end of a file or of {@link #BYTES_MAX} bytes; more would
   * reach into the other fields.
   */
  static long gap(long bytes) {
    if (bytes > BYTES_MAX) {
      throw new IllegalArgumentException("gap: bytes=" + bytes + ", at most " + BYTES_MAX);
    }
    return sound((long) PASSED_OVER << STATE_SHIFT | bytes >>> 3);
  }

  static int state(long header) {
    return (int) (header >>> STATE_SHIFT);
  }

  static long bytes(long header) {
    return (header & (DECIDED - 1)) << 3;
  }

  static int slot(long header) {
    return (int) (header >>> SLOT_SHIFT) & (OwnerWord.SLOTS - 1);
  }

  static long incarnation(long header) {
    return (header >>> INCARNATION_SHIFT) & OwnerWord.INCARNATION_MASK;
  }

  static boolean isDecided(long header) {
    return (header & DECIDED) != 0;
  }

  static long decided(long header) {
    return sound(header | DECIDED);
  }

  static long withState(long header, int state) {
    return sound((header & ~(3L << STATE_SHIFT)) | (long) state << STATE_SHIFT);
  }
}
