package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Checks the control file of a store. For one thread. */
final class ControlCheck implements AutoCloseable {
  private static final String FILE = ControlLayout.FILE;
  private static final long[] CHECKED_WORDS = {
    ControlLayout.NEXT_MAP_ID,
    ControlLayout.LOG_TAIL,
    ControlLayout.LOG_FIRST,
    ControlLayout.LOG_SETTLED,
    ControlLayout.LOG_LAST,
    ControlLayout.COLLECTIONS,
    ControlLayout.DURABLE,
    ControlLayout.BOOT_ID,
    ControlLayout.CLEAN,
    ControlLayout.RECOVERED_TO,
    ControlLayout.FORCED_TO,
    ControlLayout.FORCE_FAILED,
    ControlLayout.CHECKPOINT,
    ControlLayout.CHECKPOINT_BYTES,
    ControlLayout.UNLOGGED,
    ControlLayout.LOG_BASE,
    ControlLayout.LOG_PENDING
  };

  private final Findings findings;
  private final @Nullable MappedFile file;

  /** Identity of the log, 0 where the file does not tell. */
  final long epoch;

  private ControlCheck(Findings findings, @Nullable MappedFile file, long epoch) {
    this.findings = findings;
    this.file = file;
    this.epoch = epoch;
  }

  /** Checks the header of the file. */
  static ControlCheck open(StoreFiles files, Findings findings) throws IOException {
    MappedFile file;
    try {
      file = files.open(FILE);
    } catch (NoSuchFileException e) {
      findings.damage(FILE, 0, "no file", "the control file of the store");
      return new ControlCheck(findings, null, 0);
    }
    MemorySegment memory = file.memory();
    if (memory.byteSize() != ControlLayout.LENGTH) {
      findings.damage(FILE, 0, memory.byteSize() + " bytes", ControlLayout.LENGTH + " bytes");
      if (memory.byteSize() < ControlLayout.LENGTH) {
        file.close();
        return new ControlCheck(findings, null, 0);
      }
    }
    try {
      ControlFile.validate(file);
    } catch (CorruptStoreException e) {
      findings.damage(
          FILE, 0, MapCheck.withoutName(e, file.name()), "the header of a control file");
      return new ControlCheck(findings, file, 0);
    } catch (IOException | RuntimeException e) { // a newer format: nothing else can be said of it
      file.close();
      throw e;
    }
    return new ControlCheck(findings, file, Memory.get(memory, ControlLayout.EPOCH));
  }

  /** The mapping, null where there is too little of a file. */
  @Nullable MemorySegment memory() {
    return file == null ? null : file.memory();
  }

  /** Checks the words that follow the header. */
  void checkWords(LookLock look) {
    MemorySegment memory = memory();
    if (memory == null || epoch == 0) {
      return;
    }
    for (long offset : CHECKED_WORDS) {
      long word = Memory.getAcquire(memory, offset);
      if (!CheckedWord.isSound(word)) {
        findings.damage(FILE, offset, Findings.hex(word), "a word that matches its own check");
      }
    }
    checkOrder(memory);
    checkLock(memory, look, ControlLayout.LOG_LOCK, "the log's files");
    checkLock(memory, look, ControlLayout.CATALOGUE_LOCK, "the maps' files");
  }

  private void checkOrder(MemorySegment memory) {
    long first = logFirst();
    long last = logLast();
    if (first > last) {
      findings.damage(
          FILE,
          ControlLayout.LOG_FIRST,
          "the log begins at " + first,
          "at most " + last + ", where its newest file begins");
    }
    long nextId = word(ControlLayout.NEXT_MAP_ID);
    if (nextId < 1 || nextId > Integer.MAX_VALUE) {
      findings.damage(FILE, ControlLayout.NEXT_MAP_ID, "" + nextId, "a number of a map");
    }
    var table = new ProcessTable(memory);
    for (int slot = 0; slot < OwnerWord.SLOTS; slot++) {
      long pid = table.pid(slot);
      if (pid < 0 || pid > Integer.MAX_VALUE || (pid != 0 && table.incarnation(slot) == 0)) {
        findings.leftover(
            FILE, ProcessTable.at(slot), "process " + pid, "one that attached, or none");
      }
    }
  }

  private void checkLock(MemorySegment memory, LookLock look, long offset, String what) {
    LookLock.Held held = look.take(memory, offset);
    look.give(memory, offset, held);
    if (held == LookLock.Held.DEAD) {
      findings.leftover(FILE, offset, "a lock on " + what + " whose owner died", "no lock");
    } else if (held == LookLock.Held.MINE
        && offset == ControlLayout.CATALOGUE_LOCK
        && Memory.get(memory, ControlLayout.CATALOGUE_MAP_ID) != 0) {
      findings.leftover(FILE, ControlLayout.CATALOGUE_MAP_ID, "a map that is being made", "none");
    }
  }

  /** A word that carries its own check; 0 where it cannot be had. */
  long word(long offset) {
    MemorySegment memory = memory();
    long word = memory == null ? 0 : Memory.getAcquire(memory, offset);
    return CheckedWord.isSound(word) ? CheckedWord.value(word) : 0;
  }

  /**
   * Whether the file tells where the log begins. Zeros are sound words; they tell nothing if they
   * say, too, that the log's newest file is one at 0, which is older than all that are there.
   *
   * @param oldest where the oldest file that is there begins
   */
  boolean knowsLogFirst(long oldest) {
    MemorySegment memory = memory();
    if (memory == null || epoch == 0) {
      return false;
    }
    long first = Memory.getAcquire(memory, ControlLayout.LOG_FIRST);
    boolean isZeroed = first == 0 && Memory.getAcquire(memory, ControlLayout.LOG_LAST) == 0;
    return CheckedWord.isSound(first) && !(isZeroed && logFirst() < oldest);
  }

  /** Where the log begins. */
  long logFirst() {
    return Math.max(word(ControlLayout.LOG_FIRST), word(ControlLayout.LOG_BASE));
  }

  /** Where the log went on when it began to tell of every change. */
  long logBase() {
    return word(ControlLayout.LOG_BASE);
  }

  /** Where the newest file of the log begins. */
  long logLast() {
    return Math.max(word(ControlLayout.LOG_LAST), word(ControlLayout.LOG_BASE));
  }

  /**
   * The newest revision of a change that the log does not tell of: 0 if it tells of every change,
   * the largest number where that is not known.
   */
  long unlogged() {
    MemorySegment memory = memory();
    long word = memory == null ? -1 : Memory.getAcquire(memory, ControlLayout.UNLOGGED);
    return CheckedWord.isSound(word) ? CheckedWord.value(word) : Long.MAX_VALUE;
  }

  /** How many collections there are; -1 where that is not known. */
  long collections() {
    MemorySegment memory = memory();
    return memory == null || epoch == 0 ? -1 : CollectionCount.get(memory);
  }

  /** Number of the map that is being created or dropped, 0 for none. */
  int mapAtHand() {
    MemorySegment memory = memory();
    return memory == null ? 0 : (int) Memory.getAcquire(memory, ControlLayout.CATALOGUE_MAP_ID);
  }

  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
