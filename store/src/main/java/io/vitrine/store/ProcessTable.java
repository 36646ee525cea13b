package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.IntStream;

/**
 * The table of processes in the control file. Safe for any number of threads and JVMs: an entry is
 * written only by who has the kernel lock on its byte of the lock file.
 *
 * <p>Layout of an entry, at {@link ControlLayout#PROCESSES} + 64 * slot:
 *
 * <pre>
 * offset size field        meaning
 *      0    8 incarnation  how often the number was taken
 *      8    8 pid          process that has it, 0 after a clean detach
 *     16    8 since        when it attached, milliseconds since 1970
 *     24    8 life         what proves that it lives, see {@link ProcessLife}; 0 for nothing
 *     32    8 home         the pid namespace that it lives in; 0 where that cannot be told
 *     40    8 beat         how often it has seen to its kernel locks
 *     48    8 logFrom      behind this position + 1 it needs the log, for it copies maps; 0 for
 *                          nothing; a {@link CheckedWord}
 *     56    8 socket       the incarnation that has a {@link LifeSocket}; else that one has none
 * </pre>
 */
final class ProcessTable {
  private static final long ENTRY_BYTES = 64;
  private static final long INCARNATION = 0;
  private static final long PID = 8;
  private static final long SINCE = 16;
  private static final long LIFE = 24;
  private static final long HOME = 32;
  private static final long BEAT = 40;
  private static final long LOG_FROM = 48;
  private static final long SOCKET = 56;

  /** More than are ever taken within the minute after which the kernel writes a page by itself. */
  private static final long SKIPPED = 1 << 17;

  private static final long LOOK_NANOS = 5_000_000;

  private final MemorySegment memory;

  ProcessTable(MemorySegment control) {
    this.memory = control;
  }

  /** Where the entry of a number begins. */
  static long at(int slot) {
    return ControlLayout.PROCESSES + slot * ENTRY_BYTES;
  }

  /** Takes an entry for a process whose life is known without a proof. */
  long take(int slot) {
    return take(slot, 0);
  }

  /**
   * Takes an entry whose kernel lock the caller has.
   *
   * @param life what proves that the caller lives
   */
  long take(int slot, long life) {
    long incarnation = Memory.getVolatile(memory, at(slot) + INCARNATION) + 1;
    Memory.setRelease(memory, at(slot) + LOG_FROM, 0);
    Memory.setRelease(memory, at(slot) + INCARNATION, incarnation);
    Memory.setRelease(memory, at(slot) + SINCE, System.currentTimeMillis());
    Memory.setRelease(memory, at(slot) + LIFE, life);
    Memory.setRelease(memory, at(slot) + HOME, life == 0 ? 0 : ProcessLife.home());
    Memory.setRelease(memory, at(slot) + PID, ProcessHandle.current().pid());
    return incarnation;
  }

  /** Notes that nothing but the kernel lock tells of the life of an entry's owner any more. */
  void disown(int slot) {
    Memory.setRelease(memory, at(slot) + LIFE, 0);
  }

  /** Whether the owner of an entry certainly lives, whether it has its kernel lock or not. */
  boolean isProvedAlive(int slot, Object store) {
    long pid = pid(slot);
    return pid != 0
        && ProcessLife.isProved(Memory.getVolatile(memory, at(slot) + LIFE), pid, store);
  }

  /** Whether the owner of an entry is where this process would see it if it lived. */
  boolean isNear(int slot) {
    long home = Memory.getVolatile(memory, at(slot) + HOME);
    return home != 0 && home == ProcessLife.home();
  }

  /** Whether an entry other than the caller's belongs to somebody whom it could not see. */
  boolean hasStranger(int mine) {
    return !isAlone(mine)
        && IntStream.range(0, OwnerWord.SLOTS)
            .anyMatch(slot -> slot != mine && pid(slot) != 0 && !isNear(slot));
  }

  /** Notes that the caller, whose entry it is, has a socket that tells of its life. */
  void noteSocket(int slot) {
    Memory.setRelease(memory, at(slot) + SOCKET, incarnation(slot));
  }

  /** Whether who took an entry that time noted that it has a socket. */
  boolean hasSocket(int slot, long incarnation) {
    return Memory.getVolatile(memory, at(slot) + SOCKET) == incarnation;
  }

  /** What the socket of an entry's owner tells of its life, if it has one. */
  LifeSocket.Answer askSocket(Path control, int slot) {
    long incarnation = incarnation(slot);
    return hasSocket(slot, incarnation)
        ? LifeSocket.ask(control, slot, incarnation)
        : LifeSocket.Answer.UNKNOWN;
  }

  /** How often the owner of an entry has seen to its kernel locks. */
  long beat(int slot) {
    return Memory.getVolatile(memory, at(slot) + BEAT);
  }

  /** Notes that the caller, whose entry it is, has its kernel locks, perhaps anew. */
  void moveBeat(int slot) {
    Memory.setRelease(memory, at(slot) + BEAT, beat(slot) + 1);
  }

  /** Notes that the caller, whose entry it is, needs the log behind a position; -1 for nothing. */
  void needLogFrom(int slot, long position) {
    Memory.setRelease(memory, at(slot) + LOG_FROM, CheckedWord.of(position + 1));
  }

  /** Position behind which the owner of an entry needs the log; the largest number for none. */
  long logNeededFrom(int slot) {
    long word = Memory.getVolatile(memory, at(slot) + LOG_FROM);
    boolean needs = word != 0 && CheckedWord.isSound(word) && pid(slot) != 0;
    return needs ? CheckedWord.value(word) - 1 : Long.MAX_VALUE;
  }

  /**
   * Whether a control file, if there is one, has an entry whose owner certainly lives.
   *
   * @param patienceNanos how long to look whether one who cannot be seen from here moves its beat
   */
  static boolean tellsOfLife(Path control, long patienceNanos) throws IOException {
    if (!Files.isRegularFile(control) || Files.size(control) < ControlLayout.LENGTH) {
      return false;
    }
    try (Arena arena = Arena.ofShared(); // not confined, as in DiskFiles
        FileChannel channel = FileChannel.open(control, StandardOpenOption.READ)) {
      long bytes = ControlLayout.LENGTH;
      var table = new ProcessTable(channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena));
      Object store = LockChannel.keyOf(control);
      return IntStream.range(0, OwnerWord.SLOTS)
              .anyMatch(slot -> table.isProvedAlive(slot, store) || table.isHeard(control, slot))
          || table.doesBeatMove(patienceNanos);
    }
  }

  /** Whether an entry belongs to somebody who cannot be seen from here and says that it lives. */
  boolean isHeard(Path control, int slot) {
    return pid(slot) != 0 && !isNear(slot) && askSocket(control, slot) == LifeSocket.Answer.LIVES;
  }

  /** Whether somebody who cannot be seen from here moves its beat within some time. */
  private boolean doesBeatMove(long patienceNanos) {
    int[] far =
        IntStream.range(0, OwnerWord.SLOTS)
            .filter(slot -> pid(slot) != 0 && !isNear(slot))
            .toArray();
    long[] beats = IntStream.of(far).mapToLong(this::beat).toArray();
    long since = System.nanoTime();
    while (far.length > 0 && System.nanoTime() - since < patienceNanos) {
      Nap.nanos(LOOK_NANOS);
      if (IntStream.range(0, far.length).anyMatch(i -> beat(far[i]) != beats[i])) {
        return true;
      }
    }
    return false;
  }

  /** Marks an entry as left; the caller has its kernel lock. */
  void leave(int slot) {
    Memory.setRelease(memory, at(slot) + PID, 0);
  }

  /**
   * Moves all incarnations on, so that none comes again that was taken before the power was lost
   * and did not come to disk; only while nobody has the store open.
   */
  void skipIncarnations() {
    for (int slot = 0; slot < OwnerWord.SLOTS; slot++) {
      long at = at(slot) + INCARNATION;
      Memory.setRelease(memory, at, Memory.get(memory, at) + SKIPPED);
    }
  }

  long incarnation(int slot) {
    return Memory.getVolatile(memory, at(slot) + INCARNATION);
  }

  /** Whether no other entry belongs to a process that lives, or died without leaving. */
  boolean isAlone(int mine) {
    for (int slot = 0; slot < OwnerWord.SLOTS; slot++) {
      if (slot != mine && pid(slot) != 0) {
        return false;
      }
    }
    return true;
  }

  long pid(int slot) {
    return Memory.getVolatile(memory, at(slot) + PID);
  }

  /** How many entries are taken, for all that is known by processes that live. */
  int count() {
    return (int) IntStream.range(0, OwnerWord.SLOTS).filter(slot -> pid(slot) != 0).count();
  }

  /** How many entries are taken, by processes that live. */
  int count(Attachment self) {
    return (int)
        IntStream.range(0, OwnerWord.SLOTS)
            .filter(slot -> pid(slot) != 0 && self.isAlive(slot, incarnation(slot)))
            .count();
  }
}
