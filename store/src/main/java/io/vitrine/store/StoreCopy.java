package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes a copy of a store, as it is at one revision, into another folder. For one thread, once.
 */
final class StoreCopy implements AutoCloseable {
  /* Every entry is copied as it is found while writers go on, which is no image of one moment. But
   * whatever changed since the beginning is told by the log: reading it over the copy, up to where
   * it reached when the last entry was read, gives the state at that end.
   *
   * The copy is another store from then on: it has an epoch of its own, and its log begins behind
   * the revision that it shows. It is made under another name beside its folder, and appears
   * whole or not at all.
   *
   * The log is pinned meanwhile: what it is told to retain may be less than what comes. */

  private static final long UNFINISHED_NANOS = 50_000;
  private static final int POLL = 10_000;

  private final MappedStore store;
  private final Catalogue catalogue;
  private final ChangeLog log;
  private final Surroundings surroundings;
  private final StoreFiles files;
  private final Path fresh;
  private final long epoch;

  /** Where maps lie until all of them are there. */
  private static final String FOLDER = "copying";

  private final Rebuild maps;
  private final EntryBytes entry = new EntryBytes();

  private StoreCopy(MappedStore store, Catalogue catalogue, Path fresh) {
    this.store = store;
    this.catalogue = catalogue;
    this.log = store.log();
    this.fresh = fresh;
    this.surroundings = Surroundings.system(new DiskFiles(fresh));
    this.files = surroundings.files();
    this.epoch = ControlFile.drawEpoch(surroundings);
    this.maps =
        new Rebuild(
            files, epoch, 1, store.toString(), (mapId, path) -> FOLDER + "/" + mapId + ".vtr");
  }

  /**
   * Copies a store.
   *
   * @param target a folder that is absent or empty
   * @return the revision that the copy shows
   */
  static long write(MappedStore store, Catalogue catalogue, Path target) throws IOException {
    Path whole = placeOf(target);
    refuseWithin(store.root(), whole);
    Path parent = Objects.requireNonNull(whole.getParent(), "the root is no target");
    Files.createDirectories(parent);
    String name = String.valueOf(whole.getFileName());
    removeLeft(parent, name);
    while (true) {
      Path fresh = Files.createDirectory(parent.resolve(UnfinishedName.of(name)));
      Gate gate = gateIfOwn(fresh);
      if (gate != null) {
        try (gate) { // as long as its maker lives, and until it has its name
          return write(store, catalogue, fresh, whole);
        }
      }
    }
  }

  /** The gate of a folder that was just made; null, and no folder, if somebody took it for left. */
  private static @Nullable Gate gateIfOwn(Path fresh) throws IOException {
    Step.COPY_PLACED.reached();
    try {
      return new DiskFiles(fresh).gate();
    } catch (NoSuchFileException e) {
      if (!Files.exists(fresh)) {
        return null;
      }
      deleteAll(fresh);
      throw e;
    } catch (IOException | RuntimeException e) {
      deleteAll(fresh);
      throw e;
    }
  }

  private static long write(MappedStore store, Catalogue catalogue, Path fresh, Path whole)
      throws IOException {
    try {
      long revision;
      try (var copy = new StoreCopy(store, catalogue, fresh)) {
        revision = copy.write();
      }
      Step.COPY_WHOLE.reached();
      Files.move(fresh, whole, StandardCopyOption.ATOMIC_MOVE);
      new DiskFiles(Objects.requireNonNull(whole.getParent())).forceFolder(".");
      return revision;
    } finally {
      deleteAll(fresh);
    }
  }

  /** Removes what those left who were killed while they made a copy for the same place. */
  private static void removeLeft(Path parent, String name) throws IOException {
    try (var found = Files.newDirectoryStream(parent, other -> mayBeLeft(other, name))) {
      for (Path folder : found) {
        try {
          boolean _ =
              LockFile.whileFree(folder.resolve(DiskFiles.LOCK_FILE), () -> remove(folder, name));
        } catch (NoSuchFileException e) {
          // somebody else removed it, or it has its name by now
        }
      }
    }
  }

  /** Whether this may be a copy that nobody makes any more, nor has open as the store it may be. */
  private static boolean mayBeLeft(Path folder, String whole) {
    if (!UnfinishedName.isOf(String.valueOf(folder.getFileName()), whole)) {
      return false;
    }
    if (Files.isRegularFile(folder.resolve(DiskFiles.LOCK_FILE), LinkOption.NOFOLLOW_LINKS)) {
      return true;
    }
    removeIfEmpty(folder);
    return false;
  }

  /** Of who died before there was a lock; a maker that comes to it only now makes another one. */
  private static void removeIfEmpty(Path folder) {
    try {
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(folder);
      }
    } catch (IOException e) {
      // there is something in it, so it is no copy that was begun, or somebody's
    }
  }

  /** Removes a folder under another name: its maker, if it comes only now, finds none. */
  private static boolean remove(Path folder, String name) throws IOException {
    Path left = folder.resolveSibling(UnfinishedName.of(name));
    Files.move(folder, left, StandardCopyOption.ATOMIC_MOVE);
    deleteAll(left);
    return true;
  }

  /** Where the copy is moved to in the end: of a link, the folder that it leads to. */
  private static Path placeOf(Path target) throws IOException {
    refuseTaken(target);
    if (!Files.isDirectory(target)) {
      if (Files.isSymbolicLink(target)) {
        throw new StoreException(
            target + ": is a link that leads to nothing; name an empty folder or a new one");
      }
      return target.toAbsolutePath().normalize();
    }
    Path folder = target.toRealPath();
    if (isMounted(folder)) {
      throw new StoreException(
          target
              + ": is where a file system is mounted, which nothing can be moved into the place of;"
              + " name a folder within it");
    }
    return folder;
  }

  /** Whether a folder is on another file system than the one above it, as far as is known. */
  private static boolean isMounted(Path folder) {
    Path above = folder.getParent();
    try {
      return above != null && !Files.getFileStore(folder).equals(Files.getFileStore(above));
    } catch (IOException e) {
      return false; // the system does not tell
    }
  }

  private static void refuseTaken(Path target) throws IOException {
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new StoreException(target + ": is a file; name an empty folder or a new one");
    }
    if (Files.isDirectory(target)) {
      try (var found = Files.list(target)) {
        if (found.findAny().isPresent()) {
          throw new StoreException(target + ": is not empty; name an empty folder or a new one");
        }
      }
    }
  }

  /** A copy among a store's own files would be taken for part of it. */
  private static void refuseWithin(@Nullable Path store, Path target) throws IOException {
    Path above = target;
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (store != null && above != null && above.toRealPath().startsWith(store)) {
      throw new StoreException(
          target + ": lies in the folder of the store itself; name a folder elsewhere");
    }
  }

  private long write() throws IOException {
    long end;
    try (LogPins.Pin pin = log.pins.pin(log)) {
      List<MapEngine> engines = catalogue.allAtRest();
      engines.forEach(engine -> engine.file.checkHashKnown()); // before any of them is copied
      for (MapEngine engine : engines) {
        copy(engine);
      }
      catalogue.rest(); // the log tells of every map that was dropped meanwhile
      Step.COPY_READ.reached();
      end = replay(pin, log.end());
    }
    writeLogAndControl(end);
    for (MapBuilder map : maps.maps()) {
      map.force();
    }
    nameMaps();
    for (String folder : StorePath.FOLDERS) {
      if (Files.isDirectory(fresh.resolve(folder))) {
        files.forceFolder(folder);
      }
    }
    files.forceFolder(".");
    return end;
  }

  /**
   * Gives the maps the names of their files: before the end there may be several of one path, since
   * the log also tells of those that were dropped before their successors were met.
   */
  private void nameMaps() throws IOException {
    for (Map.Entry<String, String> map : maps.closed().entrySet()) {
      files.rename(map.getKey(), StorePath.file(map.getValue()));
    }
    files.deleteFolder(FOLDER);
  }

  private void copy(MapEngine engine) throws IOException {
    MapFile map = engine.file;
    MapBuilder builder = maps.begin(map.mapId, map.path, MapShape.of(map));
    try {
      builder.reserveFor(map);
      var group = new GroupReader(engine);
      for (int segment = 0; segment < map.segments; segment++) {
        for (long at = 0; at != WalkOrder.END; at = group.nextPlace()) {
          group.read(segment, at);
          for (int i = 0; i < group.count(); i++) {
            group.entry(i, entry);
            builder.put(entry);
          }
        }
      }
    } catch (IllegalStateException e) {
      if (!engine.isDropped()) {
        throw e;
      }
    }
  }

  /** Makes the changes from a pin on to the first record that ends behind a place of the log. */
  private long replay(LogPins.Pin pin, long to) {
    Tailer tailer = store.tailer(pin.position());
    while (tailer.revision() < to) {
      int read =
          tailer.poll(
              change -> {
                maps.make(change);
                return change.revision() < to;
              },
              POLL);
      pin.advance(tailer.revision());
      if (read == 0 && tailer.revision() < to) {
        Nap.nanos(UNFINISHED_NANOS); // a writer is between reserving and committing
      }
    }
    return tailer.revision();
  }

  private void writeLogAndControl(long revision) throws IOException {
    long start = MapLayout.pages(revision + 1) << MapLayout.PAGE_SHIFT;
    LogFile.create(files, start, ChangeLog.FILE_BYTES_MIN, epoch, true);
    ControlFile.create(
        files,
        ControlLayout.FILE,
        epoch,
        memory -> {
          set(memory, ControlLayout.NEXT_MAP_ID, maps.nextMapId());
          CollectionCount.set(memory, maps.maps().size());
          set(memory, ControlLayout.LOG_TAIL, start);
          set(memory, ControlLayout.LOG_FIRST, start);
          set(memory, ControlLayout.LOG_SETTLED, start);
          set(memory, ControlLayout.LOG_LAST, start);
          set(memory, ControlLayout.LOG_BASE, start);
          set(memory, ControlLayout.BOOT_ID, files.bootId());
        });
  }

  private static void set(MemorySegment memory, long offset, long value) {
    Memory.set(memory, offset, CheckedWord.of(value));
  }

  /** Deletes a folder, last the lock file, by which what a killed process left of it is known. */
  private static void deleteAll(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Path lock = folder.resolve(DiskFiles.LOCK_FILE);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!file.equals(lock)) {
              Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure)
              throws IOException {
            if (dir.equals(folder)) {
              Files.deleteIfExists(lock);
            }
            Files.deleteIfExists(dir); // an empty one others remove, too
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() {
    maps.close();
    files.close();
  }
}
