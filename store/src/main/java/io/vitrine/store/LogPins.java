package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the log from places that copies of maps still need, whatever is to be retained. Safe for
 * any number of threads and JVMs: each process notes its earliest place in its entry of the process
 * table, where whoever deletes log files looks, and passes over those of the dead.
 */
final class LogPins {
  private final ProcessTable table;
  private final Attachment self;
  private final List<Pin> pins = new ArrayList<>();

  LogPins(MemorySegment control, Attachment self) {
    this.table = new ProcessTable(control);
    this.self = self;
  }

  /** Pins a log where it is settled at this moment. */
  Pin pin(ChangeLog log) {
    log.begin();
    boolean takenOver = log.filesLock.lock(); // none is deleted meanwhile
    try {
      if (takenOver) {
        log.files.deleteUnfinished(LogFile.FOLDER);
      }
      var pin = new Pin(log, log.settle());
      synchronized (this) {
        pins.add(pin);
        note();
      }
      return pin;
    } finally {
      try {
        log.filesLock.unlock();
      } catch (Throwable _) {
        log.filesLock.isLeft = true;
      }
    }
  }

  private void note() {
    long earliest = pins.stream().mapToLong(pin -> pin.position).min().orElse(-1);
    table.needLogFrom(self.slot(), earliest);
  }

  /** Position behind which some living process needs the log; the largest number for none. */
  long neededFrom() {
    long needed = Long.MAX_VALUE;
    for (int slot = 0; slot < OwnerWord.SLOTS; slot++) {
      long from = table.logNeededFrom(slot);
      if (from < needed
          && self.isAlive(slot, table.incarnation(slot) & OwnerWord.INCARNATION_MASK)) {
        needed = from;
      }
    }
    return needed;
  }

  /** A place of the log from which on it is needed. For one thread. */
  final class Pin implements AutoCloseable {
    private final ChangeLog log;
    private long position;

    private Pin(ChangeLog log, long position) {
      this.log = log;
      this.position = position;
    }

    long position() {
      return position;
    }

    /** Says that what is before a place has been read. */
    void advance(long place) {
      synchronized (LogPins.this) {
        position = place;
        note();
      }
    }

    /** Lets the log go as far as it is not to be retained. */
    @Override
    public void close() {
      synchronized (LogPins.this) {
        pins.remove(this);
        note();
      }
      try {
        log.retention.shorten();
      } catch (StoreException e) {
        System.getLogger(LogPins.class.getName())
            .log(System.Logger.Level.DEBUG, "who makes the next log file will try again", e);
      }
    }
  }
}
