package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * The maps of a store: opens, creates and drops them. Safe for any number of threads and JVMs.
 *
 * <p>Creating and dropping hold the catalogue's lock and note in the control file what is being
 * done, so that whoever takes the lock over finishes it or has its record passed over.
 */
final class Catalogue implements AutoCloseable {
  private static final long CREATE = 1;
  private static final long DROP = 2;

  private final StoreFiles files;
  private final MemorySegment control;
  private final OwnedLock locks;
  private final ChangeLog log;
  private final StoreClock clock;
  private final ConcurrentMap<String, MapEngine> engines = new ConcurrentHashMap<>();
  private final List<MapEngine> dropped = new ArrayList<>();
  private boolean closed;

  Catalogue(
      StoreFiles files, MemorySegment control, OwnedLock locks, ChangeLog log, StoreClock clock) {
    this.files = files;
    this.control = control;
    this.locks = locks;
    this.log = log;
    this.clock = clock;
  }

  /** The engine of a map, or null where there is no such map. */
  @Nullable MapEngine find(String path) {
    return findFile(StorePath.file(path));
  }

  private @Nullable MapEngine findFile(String file) {
    MapEngine engine = engines.get(file);
    if (engine != null && !engine.file.isDropped()) {
      return engine;
    }
    return openFile(file);
  }

  private synchronized @Nullable MapEngine openFile(String file) {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
    MapEngine engine = engines.get(file);
    if (engine != null) {
      if (!engine.file.isDropped()) {
        return engine;
      }
      engines.remove(file);
      dropped.add(engine);
    }
    if (!files.exists(file)) {
      return null;
    }
    try {
      engine = new MapEngine(MapFile.open(files, file, log.epoch()), log, locks, clock);
    } catch (java.nio.file.NoSuchFileException e) {
      return null; // dropped meanwhile
    } catch (IOException e) {
      throw new StoreException(files.describe(file) + ": cannot open: " + e.getMessage(), e);
    }
    if (engine.file.isDropped()) {
      engine.close();
      return null;
    }
    engines.put(file, engine);
    return engine;
  }

  /** The engine of a map, which is created where there is none. */
  MapEngine findOrCreate(String path, MapOptions<?, ?> options) {
    String file = StorePath.file(path);
    while (true) {
      MapEngine engine = findFile(file);
      if (engine != null) {
        return engine;
      }
      create(path, file, options);
    }
  }

  private void create(String path, String file, MapOptions<?, ?> options) {
    lock();
    try {
      if (files.exists(file)) {
        return;
      }
      long id = Memory.getAndAdd(control, ControlLayout.NEXT_MAP_ID, 1);
      begin(CREATE, id);
      long record = append(path, id, ChangeKind.CREATED);
      MapFile.create(files, file, path, options, Math.toIntExact(id), log.epoch());
      log.commit(record);
      end();
    } catch (IOException e) {
      repair();
      throw new StoreException(path + ": cannot create: " + e.getMessage(), e);
    } catch (Throwable e) {
      repair();
      throw e;
    } finally {
      unlock();
    }
  }

  /** Removes a map; those who have it open find it dropped. */
  boolean drop(String path) {
    String file = StorePath.file(path);
    lock();
    try {
      MapEngine engine = findFile(file);
      if (engine == null) {
        return false;
      }
      begin(DROP, engine.file.mapId);
      Memory.setRelease(engine.file.memory(), MapLayout.STATE, MapLayout.DROPPED);
      engine.quiesce();
      long record = append(path, engine.file.mapId, ChangeKind.DROPPED);
      files.delete(file);
      log.commit(record);
      end();
      return true;
    } catch (IOException e) {
      repair();
      throw new StoreException(path + ": cannot drop: " + e.getMessage(), e);
    } catch (Throwable e) {
      repair();
      throw e;
    } finally {
      unlock();
    }
  }

  private void lock() {
    if (locks.lock(control, ControlLayout.CATALOGUE_LOCK)) {
      try {
        repair();
      } catch (Throwable e) {
        unlock();
        throw e;
      }
    }
  }

  private void unlock() {
    locks.unlock(control, ControlLayout.CATALOGUE_LOCK);
  }

  private void begin(long task, long id) {
    Memory.set(control, ControlLayout.CATALOGUE_TASK, task);
    Memory.set(control, ControlLayout.CATALOGUE_RECORD, 0);
    Memory.setRelease(control, ControlLayout.CATALOGUE_MAP_ID, id);
    Step.CATALOGUE_INTENT.reached();
  }

  private void end() {
    Memory.setRelease(control, ControlLayout.CATALOGUE_MAP_ID, 0);
    Step.CATALOGUE_DONE.reached();
  }

  /** Reserves, names and fills a record; the caller commits it. */
  private long append(String path, long id, ChangeKind kind) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    var record = new LogRecord();
    record.mapId = Math.toIntExact(id);
    record.kind = kind;
    record.timeNanos = clock.epochNanos();
    record.key = Arena.ofAuto().allocate(Math.max(8, bytes.length), 8);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, record.key, 0, bytes.length);
    record.keyLength = bytes.length;
    long position = log.reserve(record.bytes());
    Memory.setRelease(control, ControlLayout.CATALOGUE_RECORD, position + 1);
    log.write(position, record);
    return position;
  }

  /** Finishes what a dead process was doing, or undoes it; under the lock. */
  private void repair() {
    StorePath.FOLDERS.forEach(files::deleteUnfinished);
    long id = Memory.get(control, ControlLayout.CATALOGUE_MAP_ID);
    if (id == 0) {
      return;
    }
    long record = Memory.get(control, ControlLayout.CATALOGUE_RECORD) - 1;
    MapFile file = fileOf(id);
    boolean drop = Memory.get(control, ControlLayout.CATALOGUE_TASK) == DROP;
    if (record >= 0) {
      log.close(record, drop == (file == null));
    }
    if (drop && file != null) {
      dropAgain(file);
    }
    if (file != null) {
      file.close();
    }
    end();
  }

  private void dropAgain(MapFile file) {
    try {
      Memory.setRelease(file.memory(), MapLayout.STATE, MapLayout.DROPPED);
      long record = append(file.path, file.mapId, ChangeKind.DROPPED);
      files.delete(StorePath.file(file.path));
      log.commit(record);
    } catch (IOException e) {
      throw new StoreException(file.path + ": cannot drop: " + e.getMessage(), e);
    }
  }

  private @Nullable MapFile fileOf(long id) {
    for (String name : fileNames()) {
      try {
        MapFile file = MapFile.open(files, name, log.epoch());
        if (file.mapId == id) {
          return file;
        }
        file.close();
      } catch (IOException e) {
        throw new StoreException(files.describe(name) + ": cannot open: " + e.getMessage(), e);
      }
    }
    return null;
  }

  private List<String> fileNames() {
    var names = new ArrayList<String>();
    for (String folder : StorePath.FOLDERS) {
      try {
        for (String name : files.list(folder)) {
          if (StorePath.isCollection(name)) {
            names.add(folder + "/" + name);
          }
        }
      } catch (IOException e) {
        throw new StoreException(files.describe(folder) + ": cannot list: " + e.getMessage(), e);
      }
    }
    return names;
  }

  /** Engines of all maps that there are. */
  List<MapEngine> all() {
    return fileNames().stream()
        .map(this::findFile)
        .filter(java.util.Objects::nonNull)
        .map(java.util.Objects::requireNonNull)
        .toList();
  }

  /** Takes over what dead processes hold. */
  int sweep() {
    int taken = 0;
    if (locks.lockIfDead(control, ControlLayout.CATALOGUE_LOCK)) {
      try {
        repair();
      } finally {
        unlock();
      }
      taken++;
    }
    taken += log.sweep() ? 1 : 0;
    for (MapEngine engine : all()) {
      taken += engine.sweep();
    }
    return taken;
  }

  /** Whether something unfinished names a record, so that whoever finishes it ends the record. */
  boolean names(long position) {
    return (Memory.getAcquire(control, ControlLayout.CATALOGUE_MAP_ID) != 0
            && Memory.getAcquire(control, ControlLayout.CATALOGUE_RECORD) == position + 1)
        || all().stream().anyMatch(engine -> engine.names(position));
  }

  @Override
  public synchronized void close() {
    closed = true;
    engines.values().forEach(MapEngine::close);
    dropped.forEach(MapEngine::close);
    engines.clear();
    dropped.clear();
  }
}
