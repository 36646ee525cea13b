package io.vitrine.store;

/**
 * Layout of a map's file {@code maps/NAME.vtr}, little-endian, in pages of 4 KiB.
 *
 * <pre>
 * offset size field        meaning
 *      0    8 magic        "VITRMAP1"
 *      8    8 version      format version, now 4
 *     16    8 mapId        number in the change log
 *     24    8 epoch        of the store
 *     32    8 segments     how many, a power of two (bits 0-31); of a compact map the size of a key
 *                         (32-39) and of a value (40-47), otherwise 0
 *     40    8 hashId       {@code HashStrategy#id}
 *     48    8 hashSeed
 *     56    8 hashTest     {@code HashStrategies#selfTest}, so that a wrong strategy shows
 *     64    8 segmentsAt   offset of the first segment header
 *     72    8 metaBytes    size of the texts at 1024
 *     80    8 check        hash of everything above and of the texts
 *    128    8 state        "IN USE" or "DROPPED"
 *    136    8 takeovers    how often a segment was taken over
 *    144    8 expires      1 once an entry was given a time to live
 *    152    8 tableGrowths how often a bucket table was replaced
 *    160    8 generation   how often the file was replaced by a compacted one
 *    168    8 leftFree     room that the last compaction had to leave, a {@link CheckedWord}
 *    192    8 spaceLock    guards what follows
 *    200    8 allocated    bytes backed by the disk, a {@link CheckedWord} like the next three
 *    208    8 capacity     apparent size of the file
 *    216    8 pageMap      offset of the page map (bits 0-47) and log2 of its entries (48-55)
 *    224    8 top          pages below it are described by the page map
 *    232    8 fileGrowths  how often the file grew
 *    240    8 growthLock   of who writes behind what is allocated
 *    256    8 * 32 bins    first page of the free runs by log2 of their pages, 0 for none
 *    512    8 guard        lock of those who change several entries by themselves
 *   1024      texts        path, key type, value type: a 4-byte length, then UTF-8, each
 * </pre>
 *
 * <p>After the texts, each from a page boundary: a copy of the header up to its check and of the
 * texts, at the same offsets ({@link HeaderCopy}; segmentsAt is where the texts end in files that
 * have none); the segment headers ({@link SegmentLayout}), their first bucket tables, the first
 * page map. The rest of the file are runs of pages.
 */
final class MapLayout {
  static final long MAGIC = 0;
  static final long VERSION = 8;
  static final long MAP_ID = 16;
  static final long EPOCH = 24;
  static final long SEGMENTS = 32;
  static final long HASH_ID = 40;
  static final long HASH_SEED = 48;
  static final long HASH_TEST = 56;
  static final long SEGMENTS_AT = 64;
  static final long META_BYTES = 72;
  static final long CHECK = 80;
  static final long STATE = 128;
  static final long TAKEOVERS = 136;
  static final long EXPIRES = 144;
  static final long TABLE_GROWTHS = 152;
  static final long GENERATION = 160;
  static final long LEFT_FREE = 168;
  static final long SPACE_LOCK = 192;
  static final long ALLOCATED = 200;
  static final long CAPACITY = 208;
  static final long PAGE_MAP = 216;
  static final long TOP = 224;
  static final long FILE_GROWTHS = 232;
  static final long GROWTH_LOCK = 240;
  static final long BINS = 256;
  static final int BIN_COUNT = 32;
  static final long GUARD = 512;
  static final long META = 1024;

  /** "VITRMAP1" in ASCII, first letter in the lowest byte. */
  static final long MAGIC_VALUE = 0x3150414D52544956L;

  static final long VERSION_VALUE = 4;

  /** "IN USE" and "DROPPED" in ASCII, first letter in the lowest byte. */
  static final long IN_USE = 0x4553_5520_4E49L;

  static final long DROPPED = 0x44_4550_504F_5244L;

  static final int PAGE_SHIFT = 12;
  static final long PAGE = 1L << PAGE_SHIFT;
  static final int PAGE_MAP_SHIFT = 48;
  static final long PAGE_MAP_OFFSET_MASK = (1L << PAGE_MAP_SHIFT) - 1;

  private MapLayout() {}

  static long pages(long bytes) {
    return (bytes + PAGE - 1) >>> PAGE_SHIFT;
  }
}
