package io.vitrine.store;

import java.util.Objects;

/** Reserves several records of the change log together. Stateless; any thread. */
final class LogRun {
  private LogRun() {}

  /**
   * Reserves records that follow each other, at one stroke.
   *
   * @param log where
   * @param bytes their sizes, 0 for none
   * @param positions are set to their positions, where there are some
   * @param count how many
   * @return the file that holds them all
   */
  static LogFile reserve(ChangeLog log, long[] bytes, long[] positions, int count) {
    /* First one record takes the room of all: should its writer die now, it is passed over as a
     * whole. Then the headers of the others are set within it, and at last its own is made as
     * short as it is to be. Whoever walks over it meets one or the other, and comes to the same
     * end. */
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += bytes[i];
    }
    long first = log.reserve(total, null);
    try {
      return split(log, first, total, bytes, positions, count);
    } catch (Throwable e) {
      try {
        log.close(first, false); // it is not split yet
      } catch (Throwable _) { // there may be no stack even for a call
        log.unended.positions[(int) (first >>> 3) & Unended.MASK] = first;
      }
      throw e;
    }
  }

  private static LogFile split(
      ChangeLog log, long first, long total, long[] bytes, long[] positions, int count) {
    Step.RUN_RESERVED.reached();
    LogFile in = Objects.requireNonNull(log.fileOrNull(first), "reserved, so retained");
    long position = first;
    long firstBytes = total;
    for (int i = 0; i < count; i++) {
      if (bytes[i] == 0) {
        continue;
      }
      positions[i] = position;
      if (position == first) {
        firstBytes = bytes[i];
      } else {
        Memory.set(in.memory, in.offset(position), log.reservedHeader(bytes[i]));
      }
      position += bytes[i];
    }
    Memory.setRelease(in.memory, in.offset(first), log.reservedHeader(firstBytes));
    return in;
  }
}
