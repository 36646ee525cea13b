package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files of a store in a folder on disk, to be looked at and never written. Safe for any number
 * of threads.
 */
final class ReadOnlyFiles implements StoreFiles {
  private final Path root;
  private final DiskFiles disk;
  private final OpenFiles open = new OpenFiles();

  ReadOnlyFiles(Path root) {
    this.root = root;
    this.disk = new DiskFiles(root);
  }

  /** What a call that writes is answered with. */
  static UnsupportedOperationException refused(String what) {
    return new UnsupportedOperationException(
        what + ": the store is open for reading only; open it with Stores.open to change it");
  }

  @Override
  public void knowBy(String name) throws IOException {
    disk.knowBy(name);
  }

  @Override
  public void checkFolder() {
    disk.checkFolder();
  }

  @Override
  public String describe(String name) {
    return disk.describe(name);
  }

  @Override
  public boolean exists(String name) {
    return disk.exists(name);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return disk.list(folder);
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init) {
    throw refused(describe(name));
  }

  @Override
  public MappedFile open(String name) throws IOException {
    disk.checkFolder();
    var _ = DiskFiles.refuseSpecial(root.resolve(name));
    return open.note(Io.call(() -> DiskFile.readOnly(root.resolve(name))));
  }

  @Override
  public @Nullable Object identity(String name) {
    return disk.identity(name);
  }

  @Override
  public @Nullable String findCutOff() {
    return open.findCutOff();
  }

  @Override
  public void delete(String name) {
    throw refused(describe(name));
  }

  @Override
  public void deleteUnfinished(String folder) {
    throw refused(describe(folder));
  }

  @Override
  public long bootId() {
    return disk.bootId();
  }

  @Override
  public Attachment attach(ProcessTable table) {
    return new Bystander(describe(""));
  }

  @Override
  public void close() {
    disk.close();
  }

  /** Who looks on and is not among the processes that have the store open. */
  private record Bystander(String store) implements Attachment {
    @Override
    public int slot() {
      throw refused(store);
    }

    @Override
    public long incarnation() {
      throw refused(store);
    }

    @Override
    public boolean foundDead() {
      return false;
    }

    @Override
    public boolean isAlive(int slot, long incarnation) {
      return true; // for all that can be seen from here
    }

    @Override
    public int[] dead() {
      return new int[0];
    }

    @Override
    public boolean bury(int slot, long incarnation) {
      throw refused(store);
    }

    @Override
    public void close() {
      // nobody knew
    }
  }
}
