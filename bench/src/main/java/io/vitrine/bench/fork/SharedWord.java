package io.vitrine.bench.fork;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Words of a mapped file that two JVMs have open, each in cache lines of its own. */
final class SharedWord implements AutoCloseable {
  private static final long BYTES = 4096;
  private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory;

  SharedWord(Path folder) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            folder.resolve("word"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      memory = channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
    }
  }

  long get(int number) {
    return (long) WORDS.getAcquire(memory, number * 256L);
  }

  void set(int number, long value) {
    WORDS.setRelease(memory, number * 256L, value);
  }

  @Override
  public void close() {
    arena.close();
  }
}
