package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tells one start of this machine from another: what is recorded under another one was written
 * before the power was lost, or the machine was started anew. Stateless; any thread.
 */
final class BootId {
  /** Of a machine that does not say. */
  static final long UNKNOWN = 0;

  private static final Path LINUX = Path.of("/proc/sys/kernel/random/boot_id");

  /** Once it could be read: no process outlives the start of its machine. */
  private static volatile long known = UNKNOWN;

  private BootId() {}

  /** A number that no other start of the machine has, or {@link #UNKNOWN}. */
  static long ofThisMachine() {
    long id = known;
    if (id == UNKNOWN) {
      id = read();
      known = id;
    }
    return id;
  }

  private static long read() {
    try {
      byte[] text = Files.readAllBytes(LINUX);
      return (Checks.of(MemorySegment.ofArray(text), 0, text.length) & CheckedWord.VALUE_MASK) | 1;
    } catch (IOException e) {
      return UNKNOWN; // no Linux
    }
  }
}
