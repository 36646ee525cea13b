package io.vitrine.store;

/**
 * Layout of the log record of an atomic group, little-endian, behind its header, check and time.
 *
 * <pre>
 * offset size field   meaning
 *      0    8 map     kind 6 (bits 32-39)
 *      8    8 count   number of changes
 *     16   32 * count swings, one for each change:
 *                0    8 place   number of the map (bits 0-31), segment (32-63)
 *                8    8 slot    offset of the slot in the map's file
 *               16    8 before  word of the slot before the group
 *               24    8 after   its word after it
 *             changes, each as {@link LogLayout} says
 * </pre>
 */
final class GroupLayout {
  static final long MAP = 0;
  static final long COUNT = 8;
  static final long SWINGS = 16;
  static final long SWING_BYTES = 32;

  static final long PLACE = 0;
  static final long SLOT = 8;
  static final long BEFORE = 16;
  static final long AFTER = 24;

  static final int KIND = 6;
  static final int SEGMENT_SHIFT = 32;

  private GroupLayout() {}

  /** Where a swing begins within a record. */
  static long swing(long index) {
    return LogLayout.CHANGE + SWINGS + index * SWING_BYTES;
  }
}
