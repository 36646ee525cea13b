package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells by one word that a certain process lives, where its id means something: in its own pid
 * namespace. Stateless; any thread.
 *
 * <p>The word is a hash of the start of the machine, the namespace, the process's id, the moment it
 * was started, and the store's control file: so nobody who got its id later is taken for it, nor is
 * an owner taken for alive in a copy of a store. It proves life only; where it proves none, the
 * kernel's lock decides.
 */
final class ProcessLife {
  private static final Path PROC = Path.of("/proc");

  /** Position of the start among the fields behind the name, see proc_pid_stat(5). */
  private static final int STARTED = 19;

  private static final boolean HAS_PROC = Files.exists(PROC.resolve("self/stat"));
  private static final @Nullable String HERE = here();

  /** When this process was started, which it cannot be again; null until that is known. */
  private static volatile @Nullable String startedHere;

  private ProcessLife() {}

  /** Tells this machine's start and this pid namespace from others; 0 where that cannot be told. */
  static long home() {
    if (HERE == null) {
      return 0;
    }
    byte[] text = HERE.getBytes(StandardCharsets.UTF_8);
    return Checks.of(MemorySegment.ofArray(text), 0, text.length) | 1;
  }

  /** What proves that this process lives to who has the same store; 0 for nothing. */
  static long ofThisProcess(Object store) {
    long pid = ProcessHandle.current().pid();
    String started = startedHere;
    if (started == null && HERE != null) {
      started = started(pid);
      startedHere = started;
    }
    return of(pid, started, store);
  }

  /**
   * Whether a process certainly lives.
   *
   * @param life what that process noted; 0 for nothing
   * @param pid its id in its own namespace
   */
  static boolean isProved(long life, long pid, Object store) {
    return life != 0 && HERE != null && life == of(pid, started(pid), store);
  }

  private static long of(long pid, @Nullable String started, Object store) {
    if (started == null) {
      return 0;
    }
    byte[] text = (HERE + '|' + pid + '|' + started + '|' + store).getBytes(StandardCharsets.UTF_8);
    return Checks.of(MemorySegment.ofArray(text), 0, text.length) | 1;
  }

  /** Start of the machine and pid namespace; null where ids of processes cannot be trusted. */
  private static @Nullable String here() {
    if (!HAS_PROC) {
      return "no proc";
    }
    try {
      // A namespace may see the processes of another: then an id there is not what it is here.
      String seen = PROC.resolve("self").toRealPath().getFileName().toString();
      if (!seen.equals(Long.toString(ProcessHandle.current().pid()))) {
        return null;
      }
      return BootId.ofThisMachine() + "|" + Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
    } catch (IOException e) {
      return null;
    }
  }

  /** When a process was started; null if it has ended or cannot be seen. */
  private static @Nullable String started(long pid) {
    if (!HAS_PROC) {
      return ProcessHandle.of(pid)
          .filter(ProcessHandle::isAlive)
          .flatMap(process -> process.info().startInstant())
          .map(Instant::toString)
          .orElse(null);
    }
    try {
      byte[] stat = Files.readAllBytes(PROC.resolve(pid + "/stat"));
      return startedBy(new String(stat, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Reads the line that the kernel tells of a process.
   *
   * @return when it was started; null if it has ended and is only still known
   */
  static @Nullable String startedBy(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", STARTED + 2);
    if (fields.length <= STARTED || "ZXx".contains(fields[0])) {
      return null;
    }
    return fields[STARTED];
  }
}
