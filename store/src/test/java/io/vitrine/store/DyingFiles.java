package io.vitrine.store;

import java.io.IOException;
import java.util.List;

/** Files of a process that dies at its n-th change of a name, before it is made. For one thread. */
final class DyingFiles implements StoreFiles {
  /** The process is gone. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1;
  }

  private final StoreFiles files;
  private int left;

  DyingFiles(StoreFiles files, int n) {
    this.files = files;
    this.left = n;
  }

  private void live() {
    if (--left <= 0) {
      throw new Death();
    }
  }

  @Override
  public String describe(String name) {
    return files.describe(name);
  }

  @Override
  public boolean exists(String name) {
    return files.exists(name);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return files.list(folder);
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    live();
    return files.create(name, bytes, capacity, init);
  }

  @Override
  public FileOutput write(String name) throws IOException {
    FileOutput out = files.write(name);
    return new FileOutput() {
      @Override
      public void write(byte[] bytes, int length) throws IOException {
        out.write(bytes, length);
      }

      @Override
      public void finish() throws IOException {
        live();
        out.finish();
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  @Override
  public MappedFile open(String name) throws IOException {
    return files.open(name);
  }

  @Override
  public void delete(String name) throws IOException {
    live();
    files.delete(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    live();
    files.rename(from, to);
  }

  @Override
  public void link(String name, String second) throws IOException {
    live();
    files.link(name, second);
  }

  @Override
  public void deleteFolder(String folder) throws IOException {
    live();
    files.deleteFolder(folder);
  }

  @Override
  public void deleteUnfinished(String folder) {
    files.deleteUnfinished(folder);
  }

  @Override
  public Gate gate() throws IOException {
    return files.gate();
  }

  @Override
  public long bootId() {
    return files.bootId();
  }

  @Override
  public Attachment attach(ProcessTable table) throws IOException {
    return files.attach(table);
  }

  @Override
  public void close() {
    files.close();
  }
}
