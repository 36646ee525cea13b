package io.vitrine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The door to stores. Stateless; any thread. */
public final class Stores {
  private Stores() {}

  /**
   * Opens a folder, creating a store where it is empty or absent.
   *
   * @param folder the folder; it must lie on a local file system
   * @return the store
   * @throws StoreException if the folder holds something else, or a newer format, or lies on a file
   *     system of a network
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
   * @throws StoreException if the folder holds something else, or a newer format, or lies on a file
   *     system of a network
   * @throws CorruptStoreException if the store is damaged
   */
  public static Store open(Path folder, StoreOptions options) {
    IoThread.expect();
    BasicFileAttributes found = refuseOdd(folder);
    try {
      if (found == null) {
        Files.createDirectories(folder);
      }
      FileSystemKind.check(folder, found);
      var files = new DiskFiles(folder.toRealPath());
      return reach(
          files,
          () ->
              Io.call(() -> {
                Store store = MappedStore.open(Surroundings.system(files), options);
                IoThread.expectMore(); // a map's file, most often
                return store;
              }));
    } catch (IOException e) {
      throw new StoreException(folder + ": cannot open: " + Io.why(e), e);
    }
  }

  /**
   * Refuses a path that no collection of Vitrine has. A store itself keeps maps under any names;
   * but a name that is empty, {@code .} or {@code ..}, or has {@code ?}, {@code #}, {@code \\} or a
   * control character cannot be said by clients, and so by no collection.
   *
   * @param path for example {@code /maps/prices}
   * @throws IllegalArgumentException if one of the names behind the kind is such a one
   */
  public static void requireNames(String path) {
    StorePath.requireNames(path);
  }

  /**
   * Checks a store, file by file: every header, every entry and every record of the change log, and
   * that they agree. It may be in use meanwhile: each segment of a map is locked for the moment in
   * which it is looked at, some 20 milliseconds for 100,000 entries.
   *
   * @param folder the store's folder
   * @return what was found
   * @throws StoreException if the folder holds no store, or one of a newer format
   */
  public static CheckReport check(Path folder) {
    return check(folder, CheckOptions.defaults());
  }

  /**
   * Checks a store, or some of its maps. Where this process may not write, as in a backup on a
   * read-only file system, nobody may write to the store by another way meanwhile: the check could
   * not wait for them, and might tell of damage where a change is being made.
   *
   * @param folder the store's folder
   * @param options what to look at
   * @return what was found
   * @throws StoreException if the folder holds no store, or one of a newer format
   * @throws IllegalArgumentException if there is no map of a path that is to be looked at
   */
  public static CheckReport check(Path folder, CheckOptions options) {
    if (options.takeOver()) {
      try (Store store = open(existing(folder))) {
        store.sweep();
      }
    }
    try {
      Path real = existing(folder).toRealPath();
      Path control = real.resolve(ControlLayout.FILE);
      if (Files.exists(control) && !Files.isWritable(control)) {
        var files = new ReadOnlyFiles(real);
        return reach(files, () -> StoreCheck.runUnseen(files, options));
      }
      var files = new DiskFiles(real);
      return reach(files, () -> StoreCheck.run(files, options));
    } catch (IOException e) {
      throw new StoreException(folder + ": cannot check: " + Io.why(e), e);
    }
  }

  /**
   * Repairs a damaged store: every file that is damaged is made anew from what can be proved, and
   * what cannot is reported. Nobody else may have the store open. Killed in between, it is made
   * again or brought to its end by the next repair.
   *
   * @param folder the store's folder
   * @return what was done, and what had to be given up
   * @throws StoreException if the folder holds no store, or one that is open somewhere, or one of a
   *     newer format
   */
  public static RepairReport repair(Path folder) {
    return repair(folder, RepairOptions.defaults());
  }

  /**
   * Repairs a damaged store.
   *
   * @param folder the store's folder
   * @param options how
   * @return what was done, and what had to be given up
   * @throws StoreException if the folder holds no store, or one that is open somewhere, or one of a
   *     newer format
   */
  public static RepairReport repair(Path folder, RepairOptions options) {
    try {
      var files = new DiskFiles(existing(folder).toRealPath());
      return reach(files, () -> StoreRepair.runAlone(Surroundings.system(files), options));
    } catch (IOException e) {
      throw new StoreException(folder + ": cannot repair: " + Io.why(e), e);
    }
  }

  /** Does something with files of which a page may be out of reach. */
  private static <T> T reach(StoreFiles files, Io.Operation<T> operation) throws IOException {
    try {
      return operation.run();
    } catch (InternalError e) {
      throw CutOff.of(files, e);
    }
  }

  /** Refuses what can be no folder of a store; what is there, null for nothing. */
  private static @Nullable BasicFileAttributes refuseOdd(Path folder) {
    if (!folder.getFileSystem().equals(FileSystems.getDefault())) {
      throw new StoreException(
          folder + ": lies in " + folder.getFileSystem() + "; name a folder on a disk");
    }
    try {
      // asked once: between two questions somebody else may make the folder
      var found = Files.readAttributes(folder, BasicFileAttributes.class);
      if (found.isDirectory()) {
        return found;
      }
      throw new StoreException(folder + ": is a file; name a folder");
    } catch (IOException e) {
      // not there, or out of reach: who makes or reads it is told
    }
    if (Files.isSymbolicLink(folder)) {
      throw new StoreException(
          folder + ": is a link that leads to nothing, or back to itself; name a folder");
    }
    return null;
  }

  /** Refuses a folder that is none of a store. */
  private static Path existing(Path folder) {
    boolean isThere = refuseOdd(folder) != null;
    for (String part : List.of(ControlLayout.FILE, "maps", LogFile.FOLDER, RepairPlan.FOLDER)) {
      if (Files.exists(folder.resolve(part))) {
        return folder;
      }
    }
    if (!isThere && Files.notExists(folder)) {
      throw new StoreException(
          folder + ": is not a store: it does not exist; name the folder of one");
    }
    try {
      Files.readAttributes(folder.resolve(ControlLayout.FILE), BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      // as it seemed
    } catch (IOException e) {
      throw new StoreException(folder + ": cannot be looked at: " + Io.why(e), e);
    }
    throw new StoreException(folder + ": is not a store: it has no " + ControlLayout.FILE);
  }

  /**
   * Opens a store to look at it: on a read-only file system, without permission to write, or while
   * others write. Nothing is written and nobody waits for this open. Calls that change something
   * throw {@link UnsupportedOperationException}.
   *
   * <p>Reads take no lock. Where writers change what is looked at so fast that no read comes
   * through for about a second, it throws a {@link StoreException}; so does a snapshot that meets a
   * change whose writer is paused or dead, since only who may write can finish it.
   *
   * @param folder the folder of a store
   * @return the store
   * @throws StoreException if the folder holds no store, or a newer format
   * @throws CorruptStoreException if the store is damaged
   */
  public static Store openReadOnly(Path folder) {
    var _ = refuseOdd(folder);
    try {
      var files = new ReadOnlyFiles(folder.toRealPath());
      return reach(files, () -> ReadOnlyStore.open(Surroundings.system(files)));
    } catch (IOException e) {
      throw new StoreException(folder + ": cannot open: " + Io.why(e), e);
    }
  }

  /**
   * Makes a store in memory, for this process only.
   *
   * @return the store, empty
   */
  public static Store inMemory() {
    return inMemory(StoreOptions.defaults());
  }

  /**
   * Makes a store in memory, for this process only.
   *
   * @param options how to have it open; what is in memory survives no loss of power
   * @return the store, empty
   * @throws IllegalArgumentException if the durability is another one than {@code PROCESS}
   */
  public static Store inMemory(StoreOptions options) {
    if (options.durability().kind() != Durability.Kind.PROCESS) {
      throw new IllegalArgumentException(
          "durability is " + options.durability() + ", expected process for a store in memory");
    }
    try {
      return MappedStore.open(Surroundings.system(new MemoryFiles()), options);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a store in memory", e);
    }
  }
}
