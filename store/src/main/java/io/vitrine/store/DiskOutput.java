package io.vitrine.store;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file on disk that is written from its beginning to its end. For one thread; by a stream and not
 * by a channel, which an interrupt would close.
 */
final class DiskOutput implements FileOutput {
  private final Path fresh;
  private final Path target;
  private final OwnFolder own;
  private final FileOutputStream out;

  DiskOutput(Path fresh, Path target, OwnFolder own) throws IOException {
    this.fresh = fresh;
    this.target = target;
    this.own = own;
    this.out = new FileOutputStream(fresh.toFile());
  }

  @Override
  public void write(byte[] bytes, int length) {
    try {
      out.write(bytes, 0, length);
    } catch (IOException e) {
      throw new StoreFullException(
          target + ": cannot be written: " + e.getMessage() + "; free some space", e);
    }
  }

  @Override
  public void finish() throws IOException {
    out.getFD().sync();
    out.close();
    own.check(); // to write it may have taken long
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    DiskFiles.forceNameOf(target);
  }

  @Override
  public void close() throws IOException {
    out.close();
    Files.deleteIfExists(fresh);
  }
}
