package io.vitrine.store;

/**
 * Layout of the control file {@code store.vtr}, little-endian.
 *
 * <pre>
 * offset size field           meaning
 *      0    8 magic           "VITRSTOR"; a wrong byte order shows as garbage
 *      8    8 version         format version, now 4
 *     16    8 epoch           identity of the change log, random
 *     24    8 check           hash of the three words before
 *     64    8 nextMapId       number for the next map, a {@link CheckedWord} like those of the log
 *    128    8 logTail         hint: a record boundary near the end of the log
 *    192    8 logFirst        start of the oldest log file that is retained
 *    200    8 logSettled      hint: every record before it is committed or aborted
 *    208    8 logLast         start of the newest log file
 *    256    8 logLock         guards creation and deletion of log files
 *    320    8 catalogueLock   guards creation and dropping of maps
 *    328    8 catalogueRecord position + 1 of the record of the map at hand, 0 for none
 *    336    8 catalogueMapId  number of the map at hand, 0 for none
 *    344    8 catalogueTask   1 the map is being created, 2 dropped (bits 40-47), number (0-39);
 *                             a {@link CheckedWord}
 *    352    8 collections     how many there are, and one: 0 it is not known; a {@link CheckedWord}
 *    384    8 durable         0 no, 1 becoming so, 2 the store survives a loss of power; this word
 *                             and those below are {@link CheckedWord}s, but for the locks
 *    392    8 bootId          start of the machine under which the store was opened last
 *    400    8 clean           1 all is on disk, and nothing was written since
 *    408    8 recoveredTo     where what the last power loss left ended, in the log of that epoch
 *    416    8 formerEpoch     epoch before the last power loss, not checked, 0 for none
 *    448    8 forceLock       guards the two words that follow
 *    456    8 forcedTo        up to here the log is on disk; after a power loss the least
 *    464    8 forceFailed     up to here, the end of a file, the log may not be on disk though
 *                             it was forced
 *    512    8 checkpointLock  guards the making of checkpoints
 *    520    8 checkpoint      revision of the newest one, behind which the log is needed
 *    528    8 checkpointBytes its size
 *    576    8 compactionLock guards the making of compacted files
 *    640    8 unlogged        newest revision of a change that the log does not tell of, 1 while
 *                             there is none; 0: it tells of every change; a {@link CheckedWord}
 *                             like the next two
 *    704    8 logBase         where the log went on when it began to tell of every change, or was
 *                             begun anew; 0 if it has told of all from the beginning
 *    712    8 logPending      1 a change of which it does not tell may still be being made
 *   4096   64 * 1024 processes the process table, see {@link ProcessTable}
 * </pre>
 */
final class ControlLayout {
  static final String FILE = "store.vtr";
  static final long MAGIC = 0;
  static final long VERSION = 8;
  static final long EPOCH = 16;
  static final long CHECK = 24;
  static final long NEXT_MAP_ID = 64;
  static final long LOG_TAIL = 128;
  static final long LOG_FIRST = 192;
  static final long LOG_SETTLED = 200;
  static final long LOG_LAST = 208;
  static final long LOG_LOCK = 256;
  static final long CATALOGUE_LOCK = 320;
  static final long CATALOGUE_RECORD = 328;
  static final long CATALOGUE_MAP_ID = 336;
  static final long CATALOGUE_TASK = 344;
  static final long COLLECTIONS = 352;
  static final long DURABLE = 384;
  static final long BOOT_ID = 392;
  static final long CLEAN = 400;
  static final long RECOVERED_TO = 408;
  static final long FORMER_EPOCH = 416;
  static final long FORCE_LOCK = 448;
  static final long FORCED_TO = 456;
  static final long FORCE_FAILED = 464;
  static final long CHECKPOINT_LOCK = 512;
  static final long CHECKPOINT = 520;
  static final long CHECKPOINT_BYTES = 528;
  static final long COMPACTION_LOCK = 576;
  static final long UNLOGGED = 640;
  static final long LOG_BASE = 704;
  static final long LOG_PENDING = 712;
  static final long PROCESSES = 4096;
  static final long LENGTH = 4096 + 64L * OwnerWord.SLOTS;

  /** "VITRSTOR" in ASCII, first letter in the lowest byte. */
  static final long MAGIC_VALUE = 0x524F545352544956L;

  static final long VERSION_VALUE = 4;

  private ControlLayout() {}
}
