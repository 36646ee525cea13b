package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Appends records that tell of no entry. Stateless; any thread. */
final class Publication {
  private Publication() {}

  /**
   * Appends a record. A writer that dies before it is committed leaves one that nothing names,
   * which is passed over.
   *
   * @param scratch takes the image of the record, unless that is large
   * @return its revision
   */
  static long append(ChangeLog log, int mapId, byte[] content, Scratch scratch) {
    log.checkOpen();
    log.begin();
    LogRecord record = scratch.record;
    record.mapId = mapId;
    record.kind = ChangeKind.PUBLISHED;
    record.timeNanos = log.clock.epochNanos();
    record.previous = 0;
    record.keyLength = 0;
    record.oldLength = -1;
    record.expires = false;
    fill(scratch, content);
    long bytes = record.bytes();
    long position = log.reserve(bytes, record);
    try {
      Step.RECORD_RESERVED.reached();
      log.write(position, record);
      Step.RECORD_WRITTEN.reached();
      log.commit(position, record);
    } catch (Throwable e) {
      try {
        log.close(position, false);
      } catch (Throwable _) { // there may be no stack even for a call
        log.unended.positions[(int) (position >>> 3) & Unended.MASK] = position;
      }
      throw e;
    }
    log.maintain(position);
    return position + bytes;
  }

  /** Copies the content to where the record takes it from, with zeros up to a whole word. */
  private static void fill(Scratch scratch, byte[] content) {
    long bytes = LogLayout.padded(content.length);
    scratch.reserveOut(bytes);
    if (bytes > content.length) {
      scratch.out.set(ValueLayout.JAVA_LONG, bytes - 8, 0);
    }
    MemorySegment.copy(content, 0, scratch.out, ValueLayout.JAVA_BYTE, 0, content.length);
    LogRecord record = scratch.record;
    record.words = scratch.outWords.length > 0 ? scratch.outWords : null;
    record.key = scratch.out;
    record.keyOffset = 0;
    record.value = scratch.out;
    record.valueOffset = 0;
    record.newLength = content.length;
  }
}
