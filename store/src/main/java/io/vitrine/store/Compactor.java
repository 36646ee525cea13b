package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives maps files of their size while they are in use. Safe for any number of threads and JVMs: no
 * two compact in the same store at once.
 */
final class Compactor implements AutoCloseable {
  /* First every entry is copied as it is found while writers go on, then the changes that the log
   * tells since, again and again until few are left. Only then the map's segments are locked, all
   * of them, for the time that the rest takes; see Swap. A lock that cannot be had soon is not
   * waited for: its owner may be paused, and nobody else shall wait with it.
   *
   * The new file lies in a folder of its own until it gets the map's name. What is found there
   * while nobody compacts was left by a process that died. */

  static final String FOLDER = "compaction";

  private static final int COPIES_MAX = 3;
  private static final int ROUNDS_MAX = 20;
  private static final long LEFT_BYTES = 256 << 10;
  private static final long LOCKS_NANOS = 50_000_000;
  private static final int SWAPS_MAX = 200;
  private static final long NAP_NANOS = 1_000_000;
  private static final long NAP_NANOS_MAX = 250_000_000;

  private final StoreFiles files;
  private final HeldLock lock;
  private final ChangeLog log;
  private final Catalogue catalogue;
  private final DurableWords words;

  /** Of the threads of this open. */
  private final ReentrantLock turn = new ReentrantLock();

  private volatile boolean closed;

  /** Whether one is putting a file in the place of another, and waits for nobody; see close. */
  private boolean isSwapping;

  /** Whether the store is closed although one is at it, which must touch nothing from then on. */
  private boolean isAbandoned;

  Compactor(
      StoreFiles files,
      MemorySegment control,
      OwnedLock locks,
      ChangeLog log,
      Catalogue catalogue,
      DurableWords words) {
    this.files = files;
    this.lock = new HeldLock(locks, control, ControlLayout.COMPACTION_LOCK);
    this.log = log;
    this.catalogue = catalogue;
    this.words = words;
  }

  /**
   * Compacts a map; waits until others have done.
   *
   * @return null if there is no such map
   */
  @Nullable CompactionReport compact(String path) {
    return inTurn(() -> compactInTurn(path));
  }

  private <T extends @Nullable Object> T inTurn(Supplier<T> action) {
    turn.lock();
    try {
      checkOpen();
      return action.get();
    } finally {
      turn.unlock();
    }
  }

  private @Nullable CompactionReport compactInTurn(String path) {
    while (!lock.lockIfFree()) {
      checkOpen();
      Nap.nanos(NAP_NANOS);
    }
    try {
      removeLeftovers();
      MapEngine engine = catalogue.find(path);
      return engine == null ? null : compact(engine);
    } finally {
      try {
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
  }

  /** Compacts the maps that are worth it, unless somebody is at it. */
  List<CompactionReport> compact(CompactOptions options) {
    return inTurn(() -> compactInTurn(options));
  }

  private List<CompactionReport> compactInTurn(CompactOptions options) {
    var reports = new ArrayList<CompactionReport>();
    List<MapEngine> sparse =
        catalogue.all().stream().filter(engine -> isSparse(engine, options)).toList();
    if (sparse.isEmpty() || !lock.lockIfFree()) {
      return reports;
    }
    try {
      removeLeftovers();
      for (MapEngine engine : sparse) {
        CompactionReport report = isSparse(engine, options) ? compact(engine) : null;
        if (report != null) {
          reports.add(report);
        }
      }
    } finally {
      try {
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
    return reports;
  }

  private static boolean isSparse(MapEngine engine, CompactOptions options) {
    MapFile file = engine.file;
    try {
      return file.isHashKnown()
          && file.isThere()
          && file.look(memory -> {
            long free = StatisticsReader.freeBytes(file, file.mapped());
            long allocated = file.word(memory, MapLayout.ALLOCATED);
            return free > options.freeShareMin() * allocated
                && free - file.word(memory, MapLayout.LEFT_FREE) > options.freeBytesMin();
          });
    } catch (IllegalStateException e) {
      if (!engine.isDropped()) {
        throw e;
      }
      return false;
    }
  }

  /** Removes what a dead process left that was compacting, if one did. */
  boolean sweep() {
    if (!lock.lockIfDead()) {
      return false;
    }
    try {
      removeLeftovers();
    } finally {
      try {
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
    return true;
  }

  private void removeLeftovers() {
    try {
      removeLeftovers(files);
    } catch (IOException e) {
      throw new StoreException(
          files.describe(FOLDER) + ": cannot be emptied: " + e.getMessage(), e);
    }
  }

  /** Removes what a dead process left that was compacting; only while nobody compacts. */
  static void removeLeftovers(StoreFiles files) throws IOException {
    for (String name : files.list(FOLDER)) {
      files.delete(FOLDER + "/" + name);
    }
    files.deleteUnfinished(FOLDER);
  }

  private void checkOpen() {
    if (closed) {
      throw new StoreException("compaction given up: the store is being closed");
    }
  }

  private @Nullable CompactionReport compact(MapEngine engine) {
    engine.file.checkHashKnown();
    StoreEvents.Compaction event = StoreEvents.compaction();
    CompactionReport report = null;
    for (int copies = 1; report == null; copies++) {
      try {
        report = copyAndSwap(engine);
        followNow(engine);
      } catch (RetentionException e) {
        if (copies == COPIES_MAX) {
          throw e;
        }
      } catch (IllegalStateException e) {
        if (!engine.isDropped()) {
          throw e;
        }
        return null;
      } catch (IOException e) {
        followNow(engine); // only the new name may not be on disk
        throw new StoreException(engine.file.path + ": cannot be compacted: " + e.getMessage(), e);
      }
    }
    Step.COMPACTION_DONE.reached();
    StoreEvents.end(event, engine.file.name(), report);
    return report;
  }

  private CompactionReport copyAndSwap(MapEngine engine) throws IOException {
    MapFile map = engine.file;
    String name = FOLDER + "/" + map.mapId + ".vtr";
    boolean swapped = false;
    try (LogPins.Pin pin = log.pins.pin(log);
        MapBuilder fresh = MapBuilder.successor(files, name, map, log.epoch)) {
      Step.COMPACTION_BEGUN.reached();
      fresh.reserveFor(map);
      copy(engine, fresh);
      Step.COMPACTION_COPIED.reached();
      var replay = new MapReplay(log, fresh, pin);
      catchUp(replay);
      if (!words.isDurable()) { // else the file is made anew after a power loss
        fresh.force();
        catchUp(replay);
      }
      long before = map.look(memory -> map.word(memory, MapLayout.ALLOCATED));
      long pause = swap(engine, fresh, replay);
      swapped = true;
      files.forceFolder(folderOf(StorePath.file(map.path)));
      return new CompactionReport(map.path, fresh.entries(), before, fresh.allocatedBytes(), pause);
    } finally {
      if (!swapped) {
        delete(name);
      }
    }
  }

  /** Deletes what was being made, unless it may be another's by now, who removed it before. */
  private synchronized void delete(String name) throws IOException {
    if (!isAbandoned) {
      files.delete(name);
    }
  }

  /** Lets go of the old file, once no other mapping of the new one takes room for addresses. */
  private static void followNow(MapEngine engine) {
    try {
      engine.file.isThere();
    } catch (StoreException e) {
      // the compaction is made; whoever uses the map is told what is the matter
    }
  }

  private static String folderOf(String file) {
    return file.substring(0, file.lastIndexOf('/'));
  }

  private void copy(MapEngine engine, MapBuilder fresh) {
    var group = new GroupReader(engine);
    var entry = new EntryBytes();
    for (int segment = 0; segment < engine.file.segments; segment++) {
      for (long at = 0; at != WalkOrder.END; at = group.nextPlace()) {
        checkOpen();
        group.read(segment, at);
        for (int i = 0; i < group.count(); i++) {
          group.entry(i, entry);
          fresh.put(entry);
        }
      }
    }
  }

  private void catchUp(MapReplay replay) {
    for (int round = 0; round < ROUNDS_MAX && replay.left() > LEFT_BYTES; round++) {
      checkOpen();
      replay.read();
    }
    replay.read();
  }

  /** Swaps the files as soon as all locks can be had; how long writers had to wait. */
  private long swap(MapEngine engine, MapBuilder fresh, MapReplay replay) {
    long nap = NAP_NANOS;
    for (int tries = 0; tries < SWAPS_MAX; tries++) {
      checkOpen();
      var swap = new Swap(engine, fresh, files);
      if (Objects.requireNonNull(
          catalogue.exclusively(() -> {
            begin();
            try {
              engine.checkUsable();
              return engine.file.isThere() && swap.make(LOCKS_NANOS, replay::readAll);
            } finally {
              end();
            }
          }))) {
        return swap.pauseNanos();
      }
      Nap.nanos(nap);
      nap = Math.min(NAP_NANOS_MAX, 2 * nap);
      catchUp(replay);
    }
    throw new StoreException(
        engine.file.path
            + ": cannot be compacted: a writer that is paused has a lock of it; try again when it"
            + " goes on");
  }

  private synchronized void begin() {
    checkOpen();
    isSwapping = true;
  }

  private synchronized void end() {
    isSwapping = false;
    notifyAll();
  }

  /**
   * Gives up a compaction that is being made, and waits until that is done. Not for long where it
   * waits for another process, which may be paused: then it ends when it meets what is closed, and
   * what it has made is removed by whoever opens the store next.
   */
  @Override
  public void close() {
    long deadline = System.nanoTime() + Catalogue.CLOSE_NANOS;
    closed = true;
    boolean interrupted = Thread.interrupted();
    boolean isEnded = false;
    for (long left = 1; !isEnded && left > 0; left = deadline - System.nanoTime()) {
      try {
        isEnded = turn.tryLock(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (isEnded) {
      turn.unlock();
    } else {
      interrupted |= abandon();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Gives up a compaction at once, whose lock is another's by now, and so is what lies where it
   * makes its file.
   */
  void lose() {
    closed = true;
    if (abandon()) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a compaction was given up that may leave behind what it has made. */
  synchronized boolean hasLeft() {
    return isAbandoned;
  }

  /** Waits until no file is put in another's place; whether it was interrupted. */
  private synchronized boolean abandon() {
    boolean interrupted = false;
    while (isSwapping) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    isAbandoned = true;
    return interrupted;
  }
}
