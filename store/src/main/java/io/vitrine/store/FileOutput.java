package io.vitrine.store;

import java.io.IOException;

/**
 * A file that is written from its beginning to its end and gets its name when it is whole. For one
 * thread.
 */
interface FileOutput extends AutoCloseable {
  /**
   * Writes on.
   *
   * @throws StoreFullException if there is no room
   */
  void write(byte[] bytes, int length) throws IOException;

  /** Brings the content to disk, gives the file its name and brings that to disk as well. */
  void finish() throws IOException;

  /** Lets go of the file, which leaves nothing behind unless it was finished. */
  @Override
  void close() throws IOException;
}
