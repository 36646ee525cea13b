package io.vitrine.torture.kill;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Words in a mapped file, which outlive whoever writes them. Safe for any number of threads and
 * processes; every access is volatile, so that what is noted is in the order of the program.
 */
final class Words {
  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment memory;
  private final long first;

  private Words(MemorySegment memory, long first) {
    this.memory = memory;
    this.first = first;
  }

  /** Opens a file, creating it with zeros. */
  static Words open(Path file, int words, Arena arena) throws IOException {
    try (var open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(8L * words);
      return new Words(
          open.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, 8L * words, arena), 0);
    }
  }

  /** The words from a place on. */
  Words from(int index) {
    return new Words(memory, first + index);
  }

  private long at(int index) {
    return 8L * (first + index);
  }

  long get(int index) {
    return (long) WORD.getVolatile(memory, at(index));
  }

  void set(int index, long value) {
    WORD.setVolatile(memory, at(index), value);
  }

  long getAndAdd(int index, long delta) {
    return (long) WORD.getAndAdd(memory, at(index), delta);
  }
}
