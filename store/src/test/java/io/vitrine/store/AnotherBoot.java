package io.vitrine.store;

import java.io.IOException;
import java.util.List;

/** Files on a machine that pretends to have been started at another time. */
record AnotherBoot(StoreFiles files, long bootId) implements StoreFiles {
  @Override
  public String describe(String name) {
    return files.describe(name);
  }

  @Override
  public boolean exists(String name) {
    return files.exists(name);
  }

  @Override
  public boolean isFolder(String name) {
    return files.isFolder(name);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    return files.list(folder);
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    return files.create(name, bytes, capacity, init);
  }

  @Override
  public boolean createForced(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    return files.createForced(name, bytes, capacity, init);
  }

  @Override
  public FileOutput write(String name) throws IOException {
    return files.write(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    files.rename(from, to);
  }

  @Override
  public void forceFolder(String folder) throws IOException {
    files.forceFolder(folder);
  }

  @Override
  public MappedFile open(String name) throws IOException {
    return files.open(name);
  }

  @Override
  public void delete(String name) throws IOException {
    files.delete(name);
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
  public Attachment attach(ProcessTable table) throws IOException {
    return files.attach(table);
  }

  @Override
  public void close() {
    files.close();
  }

  @Override
  public void link(String name, String second) throws IOException {
    files.link(name, second);
  }

  @Override
  public void deleteFolder(String folder) throws IOException {
    files.deleteFolder(folder);
  }
}
