package io.vitrine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The door to stores. Stateless; any thread. */
public final class Stores {
  private Stores() {}

  /**
   * Opens a folder, creating a store where it is empty or absent.
   *
   * @param folder the folder; it must lie on a local file system
   * @return the store
   * @throws StoreException if the folder holds something else, or a newer format
   * @throws CorruptStoreException if the store is damaged
   */
  public static Store open(Path folder) {
    return open(folder, StoreOptions.defaults());
  }

  /**
   * Opens a folder, creating a store where it is empty or absent.
   *
   * @param folder the folder; it must lie on a local file system
   * @param options how to have it open
   * @return the store
   * @throws StoreException if the folder holds something else, or a newer format
   * @throws CorruptStoreException if the store is damaged
   */
  public static Store open(Path folder, StoreOptions options) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new StoreException(folder + ": is a file; name a folder");
    }
    try {
      Files.createDirectories(folder);
      return MappedStore.open(Surroundings.system(new DiskFiles(folder.toRealPath())), options);
    } catch (IOException e) {
      throw new StoreException(folder + ": cannot open: " + e.getMessage(), e);
    }
  }

  /**
   * Makes a store in memory, for this process only.
   *
   * @return the store, empty
   */
  public static Store inMemory() {
    try {
      return MappedStore.open(Surroundings.system(new MemoryFiles()), StoreOptions.defaults());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a store in memory", e);
    }
  }
}
