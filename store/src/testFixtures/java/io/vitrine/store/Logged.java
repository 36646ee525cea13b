package io.vitrine.store;

import java.nio.file.Path;

/** Opens stores whose log tells of every change from the start. Stateless; any thread. */
public final class Logged {
  /** The default options, with the log from the start. */
  public static final StoreOptions OPTIONS = StoreOptions.defaults().withLogFromStart();

  private Logged() {}

  /**
   * Opens a folder.
   *
   * @param folder the folder
   * @return the store
   */
  public static Store open(Path folder) {
    return Stores.open(folder, OPTIONS);
  }

  /**
   * Makes a store in memory.
   *
   * @return the store
   */
  public static Store inMemory() {
    return Stores.inMemory(OPTIONS);
  }
}
