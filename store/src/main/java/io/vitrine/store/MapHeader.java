package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** The check of a map's header and of its texts. Stateless; any thread. */
final class MapHeader {
  private MapHeader() {}

  /** Whether the header matches its check; it is as long as a header is. */
  static boolean isSound(MemorySegment memory) {
    return hasTexts(memory) && Memory.get(memory, MapLayout.CHECK) == check(memory);
  }

  /** Whether it would if it told the version that is known here. */
  static boolean isDamagedVersion(MemorySegment memory) {
    MemorySegment head = ControlFile.headOf(memory, MapLayout.CHECK, MapLayout.VERSION_VALUE);
    return hasTexts(memory) && Memory.get(memory, MapLayout.CHECK) == check(head, memory);
  }

  private static boolean hasTexts(MemorySegment memory) {
    long bytes = Memory.get(memory, MapLayout.META_BYTES);
    return bytes >= 16 && bytes <= memory.byteSize() - MapLayout.META;
  }

  /** What the check must be. */
  static long check(MemorySegment memory) {
    return check(memory, memory);
  }

  private static long check(MemorySegment head, MemorySegment memory) {
    long texts = Checks.of(memory, MapLayout.META, Memory.get(memory, MapLayout.META_BYTES));
    return Checks.with(Checks.of(head, 0, MapLayout.CHECK), texts);
  }
}
