package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What kinds of memory the engine tells apart. */
class MemoryTest {
  @TempDir Path folder;

  /** On a JDK where this fails all works as before, only slower. */
  @Test
  void mappedFilesAreKnownByTheirClass() throws IOException {
    try (Arena arena = Arena.ofShared();
        FileChannel channel =
            FileChannel.open(
                folder.resolve("file"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 64, arena);
      assertTrue(Memory.isMapped(mapped));
      assertSame(mapped, Memory.known(mapped));
      Memory.set(mapped, 8, 5);
      assertEquals(5, Memory.getOf8(mapped, 0, 1));
      MemorySegment allocated = arena.allocate(64, 8);
      assertFalse(Memory.isMapped(allocated));
      assertSame(allocated, Memory.known(allocated));
      assertFalse(Memory.isMapped(MemorySegment.ofArray(new long[8])));
      assertFalse(Memory.isMapped(null));
    }
  }
}
