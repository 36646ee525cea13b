package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * A file mapped into memory as one piece. Safe for any number of threads; after {@link #close}
 * every access to its memory throws {@link IllegalStateException}.
 */
interface MappedFile extends AutoCloseable {
  /** Place of the file, for messages. */
  String name();

  /** The mapping at hand; it may end before the file does, see {@link #remap}. */
  MemorySegment memory();

  /**
   * Maps at least so many bytes, all of which the file has.
   *
   * @return the new mapping; earlier ones stay valid
   */
  MemorySegment remap(long bytes);

  /** Present size in bytes. */
  long size() throws IOException;

  /**
   * Makes a range exist on disk by writing zeros, and the file at least as large as said. Only
   * under the growth lock of a file that others know.
   *
   * @throws StoreFullException if there is no room; the file keeps what it had
   */
  void allocate(long from, long to, long capacity);

  /**
   * Has a range mapped that was allocated and will be written to, so that who does so need not wait
   * for the system, page by page. Changes nothing, whoever else writes there.
   *
   * @param from a multiple of 8
   */
  default void bringNear(long from, long to) {
    // what is in memory is near
  }

  /** How many bytes the disk has left; as many as there can be where it does not tell. */
  default long usableBytes() {
    return Long.MAX_VALUE;
  }

  /** Brings a range to disk, which has come there when this returns. */
  default void force(long from, long to) throws IOException {
    // there is no disk to bring it to
  }

  @Override
  void close();
}
