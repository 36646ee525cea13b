package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A copy of what a file begins with, for a look at it: to map a file and to give that up takes
 * longer. For any number of threads, none of which may change anything.
 *
 * @param name place of the file, for messages
 * @param memory the copy, on the heap
 * @param size how many bytes the file has
 */
record CopiedFile(String name, MemorySegment memory, long size) implements MappedFile {
  /**
   * Copies the first bytes of a file, or all if it has fewer; out of reach of interrupts. It is
   * opened for both, so that who may not write to it is refused before anything is changed.
   */
  static CopiedFile of(Path file, int bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long size = channel.size();
      var copy = ByteBuffer.wrap(new byte[(int) Math.min(bytes, size)]);
      while (copy.hasRemaining()) {
        if (channel.read(copy, copy.position()) < 0) {
          throw new IOException(file + ": ends at " + copy.position() + " while it is read");
        }
      }
      return new CopiedFile(file.toString(), aligned(copy.array()), size);
    }
  }

  /** The same bytes where words may be accessed as such. */
  private static MemorySegment aligned(byte[] bytes) {
    var words = MemorySegment.ofArray(new long[(bytes.length + 7) / 8]).asSlice(0, bytes.length);
    return words.copyFrom(MemorySegment.ofArray(bytes)).asReadOnly();
  }

  @Override
  public MemorySegment remap(long bytes) {
    throw new UnsupportedOperationException(name + ": is a copy");
  }

  @Override
  public void allocate(long from, long to, long capacity) {
    throw new UnsupportedOperationException(name + ": is a copy");
  }

  @Override
  public void close() {
    // nothing is held open
  }
}
