package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Checks the change log: its files, and every record in them. For one thread. */
final class LogCheck {
  private final StoreFiles files;
  private final ControlCheck control;
  private final @Nullable Attachment self;
  private final Findings findings;
  private final LogScan scan;
  private final ChangeParser parser = new ChangeParser();

  long records;
  long bytes;

  /** Whether what the log tells can be believed. */
  private boolean isSound = true;

  private long first;
  private long tailHint;
  private long settledHint;

  /** Where the newest file began when the check did; the log may begin anew meanwhile. */
  private long lastBefore;

  /** Whether the log did not tell of every change by then. */
  private boolean isBeginning;

  private boolean tellsOfEntries;

  LogCheck(
      StoreFiles files,
      ControlCheck control,
      @Nullable Attachment self,
      LogScan scan,
      Findings findings) {
    this.files = files;
    this.control = control;
    this.self = self;
    this.scan = scan;
    this.findings = findings;
  }

  /** Checks everything; whether what the log tells can be believed. */
  boolean run() throws IOException {
    lastBefore = control.logLast();
    isBeginning = control.unlogged() != 0;
    tailHint = control.word(ControlLayout.LOG_TAIL);
    settledHint = control.word(ControlLayout.LOG_SETTLED);
    long forcedTo = control.word(ControlLayout.FORCED_TO);
    openAll();
    scan.refused()
        .forEach((start, why) -> damage(LogFile.nameOf(start), 0, why, "the header of a log file"));
    List<LogFile> opened = scan.opened();
    opened.forEach(file -> bytes += file.memory.byteSize());
    if (opened.isEmpty()) {
      if (tailHint != 0 || control.epoch == 0) {
        damage(LogFile.FOLDER, 0, "no file of the log", "at least one");
      }
      return isSound;
    }
    checkSequence(opened);
    LogScan.Stop stop = scan.walk(first, this::checkRecord);
    if (stop == LogScan.Stop.UNSOUND) {
      tellUnsound();
    } else {
      checkEmptyBehind();
      checkHint(ControlLayout.LOG_TAIL, tailHint);
      checkHint(ControlLayout.LOG_SETTLED, settledHint);
      checkHint(ControlLayout.FORCED_TO, forcedTo); // which a recovery takes at its word
    }
    checkUnlogged();
    return isSound;
  }

  /** Opens what there is, once more where retention took all that was there meanwhile. */
  private void openAll() throws IOException {
    long last;
    do {
      last = control.logLast();
      scan.openAll();
    } while (scan.opened().isEmpty() && control.logLast() != last);
  }

  /** Whether the log did not tell of every change when it was looked at. */
  boolean isBeginning() {
    return isBeginning;
  }

  /** Where the oldest record that is retained begins. */
  long first() {
    return first;
  }

  private void damage(String file, long offset, String found, String expected) {
    isSound = false;
    findings.damage(file, offset, found, expected);
  }

  /**
   * A position that the control file names, by now. Its file may have come since we looked, and
   * retention may take it before it is opened: then the control file names another one.
   */
  private long named(LongSupplier told) throws IOException {
    long position = told.getAsLong();
    while (scan.fileOf(position) == null) {
      scan.openAll();
      long now = told.getAsLong();
      if (now == position) {
        break;
      }
      position = now;
    }
    return position;
  }

  private void checkSequence(List<LogFile> opened) throws IOException {
    long named = named(control::logFirst);
    first = scan.fileOf(named) != null ? named : opened.getFirst().start;
    if (first != named && control.epoch != 0) {
      damage(LogFile.nameOf(named), 0, "no file", "the oldest file of the log");
    }
    LogFile before = null;
    for (LogFile file : opened) {
      if (file.start < first) {
        tellOld(file);
        continue; // retention may take some of those between the moments in which they are opened
      }
      if (isBeginning && file.start > lastBefore) {
        if (file.start > control.logLast()) {
          findings.leftover(name(file), 0, "a file that the log did not come to", "none");
        }
        continue;
      }
      if (before != null && before.end != file.start) {
        damage(
            name(file),
            0,
            "a file that begins at " + file.start,
            "one that begins at " + before.end);
      }
      before = file;
    }
    long last = named(control::logLast);
    if (control.epoch != 0 && scan.fileOf(last) == null) {
      damage(LogFile.nameOf(last), 0, "no file", "the newest file of the log");
    }
  }

  /** A file before the first, unless it is just being deleted. */
  private void tellOld(LogFile file) {
    if (files.exists(name(file))) {
      findings.leftover(name(file), 0, "a file that is retained no longer", "none");
    }
  }

  private static String name(LogFile file) {
    return LogFile.nameOf(file.start);
  }

  private void checkRecord(LogFile file, long begin, long end, long header) {
    long at = file.offset(begin);
    switch (RecordHeader.state(header)) {
      case RecordHeader.COMMITTED -> checkMade(file, begin, end);
      case RecordHeader.RESERVED -> {
        if (RecordHeader.isDecided(header)) {
          checkMade(file, begin, end); // it was whole before it was decided
        }
        if (self == null
            || !self.isAlive(RecordHeader.slot(header), RecordHeader.incarnation(header))) {
          findings.leftover(name(file), at, "a record whose writer died", "one that is ended");
        }
      }
      default -> {
        // to be passed over
      }
    }
    records++;
    if (begin < tailHint && tailHint < end) {
      tellHint(ControlLayout.LOG_TAIL, tailHint);
    }
    if (begin < settledHint && settledHint < end) {
      tellHint(ControlLayout.LOG_SETTLED, settledHint);
    }
  }

  private void checkMade(LogFile file, long begin, long end) {
    long at = file.offset(begin);
    if (!parser.turnTo(file, begin, end)) {
      damage(name(file), at, "a record that does not match its check", "a whole record");
      return;
    }
    while (parser.next()) {
      tellsOfEntries |= parser.entry.kind.isOfEntry();
    }
    if (!parser.isWhole()) {
      damage(name(file), at, "a record that does not hold what its lengths say", "a whole record");
    }
  }

  private void tellUnsound() {
    LogFile file = scan.fileOf(scan.position);
    if (file != null) {
      long offset = file.offset(scan.position);
      long header = Memory.get(file.memory, offset);
      damage(name(file), offset, "the word " + Findings.hex(header), "the header of a record");
    }
  }

  /** Behind the last record there must be nothing, for the next one will be written there. */
  private void checkEmptyBehind() throws IOException {
    while (true) {
      LogFile file = scan.fileOf(scan.position);
      if (file == null) {
        return;
      }
      long from = file.offset(file.skipFileHeader(scan.position));
      long found = nonZero(file.memory, from);
      if (found < 0) {
        break;
      }
      long before = scan.position;
      if (scan.walk(before, this::checkRecord) == LogScan.Stop.UNSOUND) {
        tellUnsound();
        return;
      }
      if (scan.position == before) {
        damage(
            name(file),
            found,
            "something behind the last record",
            "nothing but zeros up to the end");
        return;
      }
    }
    LogFile last = scan.fileOf(scan.position);
    LogFile next = last == null ? null : scan.fileOf(last.end);
    long stray = next == null ? -1 : nonZero(next.memory, LogLayout.FIRST_RECORD);
    if (next != null && stray >= 0 && isStillLast(next)) {
      damage(name(next), stray, "something behind the last record", "an empty file");
    }
  }

  /** Whether nobody has appended so much meanwhile that the file is rightly in use. */
  private boolean isStillLast(LogFile next) throws IOException {
    return scan.walk(scan.position, this::checkRecord) == LogScan.Stop.END
        && scan.position < next.start;
  }

  private static long nonZero(MemorySegment memory, long from) {
    for (long at = from; at + 8 <= memory.byteSize(); at += 8) {
      if (Memory.get(memory, at) != 0) {
        return at;
      }
    }
    return -1;
  }

  /** Once the log tells of a change of an entry, or a checkpoint is kept, it tells of every one. */
  private void checkUnlogged() {
    boolean isDurable = control.word(ControlLayout.DURABLE) == DurableWords.YES;
    long unlogged = control.unlogged();
    if ((isDurable || tellsOfEntries) && 0 < unlogged && unlogged <= CheckedWord.VALUE_MASK) {
      damage(
          ControlLayout.FILE,
          ControlLayout.UNLOGGED,
          "changes that the log does not tell of, up to " + unlogged,
          "0, for it tells of every change");
    }
  }

  /** A hint must not lead behind the end; one into the midst of a record was told before. */
  private void checkHint(long offset, long hint) {
    if (hint > scan.position) {
      tellHint(offset, hint);
    }
  }

  private void tellHint(long offset, long hint) {
    damage(ControlLayout.FILE, offset, "position " + hint, "one where a record of the log ends");
  }

  /** Where the log ends by now: every record before has at least been begun. */
  long end() throws IOException {
    do {
      if (hasMovedOn()) {
        scan.openAll();
        scan.position = control.logFirst();
      }
      scan.walk(scan.position, (file, begin, end, header) -> {});
    } while (hasMovedOn()); // amid the walk, so that the file that it came to may be gone
    return scan.position;
  }

  /** The newest revision that an entry may have by now. */
  long newestRevision() throws IOException {
    long unlogged = control.unlogged();
    return unlogged != 0 ? unlogged : end();
  }

  /** Whether the log has gone on at another place since it was looked at. */
  private boolean hasMovedOn() {
    return scan.position < control.logFirst();
  }

  /** Name of the store's folder, for messages. */
  String folder() {
    return files.describe(LogFile.FOLDER);
  }
}
