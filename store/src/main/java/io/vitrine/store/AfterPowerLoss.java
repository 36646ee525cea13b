package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks whether a store that promises nothing about power has come through a power loss: every
 * entry and every record is read once. For one thread, at the gate, before the store is used.
 */
final class AfterPowerLoss {
  private static final int POLL = 10_000;

  private final MappedStore store;
  private final ChangeLog log;

  private AfterPowerLoss(MappedStore store) {
    this.store = store;
    this.log = store.log();
  }

  /**
   * Reads all of it.
   *
   * @throws CorruptStoreException if anything does not match its check, or is there only in part
   */
  static void verify(MappedStore store) {
    try {
      new AfterPowerLoss(store).run();
    } catch (StoreException | IndexOutOfBoundsException e) {
      throw new CorruptStoreException(
          store
              + ": has not come whole through a power loss: "
              + e.getMessage()
              + "; run \"vitrine repair\", and open it with Durability.SYNC or ASYNC from then on");
    }
  }

  private void run() {
    store.takeOverAll();
    log.endDead();
    long end = log.end();
    readLog(end);
    for (MapEngine engine : store.engines()) {
      read(engine, end);
    }
  }

  private void read(MapEngine engine, long end) {
    var group = new GroupReader(engine);
    for (int segment = 0; segment < engine.file.segments; segment++) {
      for (long tag = 0; tag < GroupReader.TAGS; tag = group.nextTag()) {
        group.read(segment, tag);
        for (int i = 0; i < group.count(); i++) {
          long revision = BlockLayout.revision(group.images(), group.image(i));
          if (revision > end) {
            throw new CorruptStoreException(
                engine.file.name()
                    + ": has an entry of revision "
                    + revision
                    + ", the log ends at "
                    + end);
          }
        }
      }
    }
  }

  private void readLog(long end) {
    var tailer = new LogTailer(log, log.first());
    while (tailer.revision() < end) {
      if (tailer.poll(change -> true, POLL) == 0 && tailer.revision() < end) {
        LockSupport.parkNanos(1_000_000); // a dead writer's record is looked at after a while
      }
    }
    LogFile file = log.fileOrNull(end);
    while (file != null) {
      checkEmpty(file, file.offset(Math.max(end, file.start + LogLayout.FIRST_RECORD)));
      file = log.fileOrNull(file.end);
    }
  }

  /** Behind the last record there must be nothing, for the next one will be written there. */
  private static void checkEmpty(LogFile file, long from) {
    MemorySegment memory = file.memory;
    for (long at = from; at < memory.byteSize(); at += 8) {
      if (Memory.get(memory, at) != 0) {
        throw new CorruptStoreException(
            file.name
                + ": word at 0x"
                + Long.toHexString(at)
                + " lies behind the end of the log and is not empty");
      }
    }
  }
}
