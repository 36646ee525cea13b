package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges that are longer than any array. */
class LargeRangeTest {
  private static final long BYTES = Integer.MAX_VALUE + 1_000L;

  @TempDir Path folder;

  @Test
  void areRefusedWhereAStrategyKnowsArraysOnly() throws IOException {
    var options =
        new StandardOpenOption[] {
          StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE
        };
    try (FileChannel channel = FileChannel.open(folder.resolve("hole"), options);
        Arena arena = Arena.ofConfined()) {
      MemorySegment hole = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, arena);
      var own = new Fnv1a("own", 0);
      var e = assertThrows(IllegalArgumentException.class, () -> own.hash(hole, 0, BYTES));
      assertTrue(e.getMessage().contains("range of 2147484647 bytes"), e::toString);
      assertTrue(e.getMessage().contains("override"), e::toString);
      assertEquals(own.hash(new byte[9], 0, 9), own.hash(hole, BYTES - 9, 9), "goes on");
    }
  }
}
