package io.vitrine.store;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Appends records that tell of no entry. Stateless; any thread. */
final class Publication {
  private Publication() {}

  /**
   * Appends a record. A writer that dies before it is committed leaves one that nothing names,
   * which is passed over.
   *
   * @return its revision
   */
  static long append(ChangeLog log, int mapId, byte[] content) {
    log.checkOpen();
    var record = new LogRecord();
    record.mapId = mapId;
    record.kind = ChangeKind.PUBLISHED;
    record.timeNanos = log.clock.epochNanos();
    record.value = Arena.ofAuto().allocate(LogLayout.padded(content.length) + 8, 8);
    MemorySegment.copy(MemorySegment.ofArray(content), 0, record.value, 0, content.length);
    record.newLength = content.length;
    long bytes = record.bytes();
    long position = log.reserve(bytes, record);
    Step.RECORD_RESERVED.reached();
    log.write(position, record);
    Step.RECORD_WRITTEN.reached();
    log.commit(position, record);
    log.maintain(position);
    return position + bytes;
  }
}
