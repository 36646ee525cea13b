package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
  private static final int TASK_SHIFT = 40;

  /** So long a close waits for changes that other threads have under way. */
  static final long CLOSE_NANOS = 1_000_000_000;

  private static final byte[] NOTHING = {};

  private final StoreFiles files;
  private final MemorySegment control;
  private final OwnedLock locks;
  private volatile boolean isUnrepaired;
  private final HeldLock lock;
  private final ChangeLog log;
  private final StoreClock clock;
  private final ConcurrentMap<String, MapEngine> engines = new ConcurrentHashMap<>();

  private final List<MapEngine> unhashed = new ArrayList<>(); // they made way for such with a hash

  /** Engines of dropped maps whose mappings are just in use, so that they cannot be closed yet. */
  private final List<MapEngine> inUse = new ArrayList<>();

  private final Set<String> passedOver = ConcurrentHashMap.newKeySet();
  private boolean closed;

  /** What was said of maps that could not be swept, or asked, since they are damaged. */
  private final Set<StoreException> damages =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  Catalogue(
      StoreFiles files, MemorySegment control, OwnedLock locks, ChangeLog log, StoreClock clock) {
    this.files = files;
    this.control = control;
    this.locks = locks;
    this.lock = new HeldLock(locks, control, ControlLayout.CATALOGUE_LOCK);
    locks.leftovers().add(this::repairLeft);
    this.log = log;
    this.clock = clock;
  }

  Tally lockWaits() {
    return locks.waits();
  }

  /** The engine of a map, or null where there is no such map. */
  @Nullable MapEngine find(String path) {
    return findFile(StorePath.file(path));
  }

  @Nullable MapEngine findFile(String file) {
    MapEngine engine = engines.get(file);
    return engine != null && isPresent(engine) ? engine : openFile(file);
  }

  private synchronized @Nullable MapEngine openFile(String file) {
    if (closed) {
      throw new IllegalStateException(files.describe(file) + ": the store is closed");
    }
    letGoOfDropped();
    MapEngine old = engines.get(file);
    if (old != null && isPresent(old)) {
      return old;
    }
    if (old != null && old.file.isThere()) { // its hash strategy was registered since
      engines.remove(file);
      unhashed.add(old); // others may just be taking it over
      old = null;
    }
    MapFile found = MapFile.openIfThere(files, file, log.epoch);
    boolean beingDropped = found != null && found.isDropped();
    if (old != null && !beingDropped) { // whoever dropped it has done with it
      engines.remove(file);
      closeDropped(old);
    }
    if (found == null) {
      return null;
    }
    if (beingDropped) {
      found.close();
      return null;
    }
    if (found.hash instanceof UnknownHash unknown) {
      logger()
          .log(
              System.Logger.Level.WARNING,
              "opened to see to it, but its entries cannot be reached: {0}",
              unknown.why());
    }
    var engine = MapEngine.of(found, log, locks, clock);
    engines.put(file, engine);
    return engine;
  }

  /**
   * Lets go of the files of maps that were dropped, by whomever: each takes a descriptor, a mapping
   * and all its room on the disk. Who drops a map deletes its file when nobody is amid a change any
   * more, and who looks something up in a mapping that is closed is told that the map was dropped.
   */
  synchronized void letGoOfDropped() {
    if (closed) {
      return; // all are closed, and none was dropped by that
    }
    List<MapEngine> again = List.copyOf(inUse);
    inUse.clear();
    again.forEach(this::closeDropped);
    for (var entry : engines.entrySet()) {
      if (isGone(entry.getValue(), entry.getKey())
          && engines.remove(entry.getKey(), entry.getValue())) {
        closeDropped(entry.getValue());
      }
    }
    for (MapEngine engine : List.copyOf(unhashed)) {
      if (isGone(engine, StorePath.file(engine.file.path))) {
        unhashed.remove(engine);
        closeDropped(engine);
      }
    }
  }

  private boolean isGone(MapEngine engine, String file) {
    try {
      return !engine.file.isThere() && !isFileOf(engine, file);
    } catch (StoreException | IllegalStateException | InternalError e) {
      return false; // it is damaged or closed, which who uses it is told
    }
  }

  /** Whether a file is still that of a map, and not of one that was made anew since. */
  private boolean isFileOf(MapEngine engine, String file) {
    try (MapFile found = MapFile.openIfThere(files, file, log.epoch)) {
      return found != null && found.mapId == engine.file.mapId;
    }
  }

  private synchronized void closeDropped(MapEngine engine) {
    try {
      engine.closeDropped();
    } catch (IllegalStateException | StoreException e) {
      inUse.add(engine); // a call of the system is just reading or writing there
    }
  }

  /** Whether a map is there, and its hash strategy as far as it is known by now. */
  private static boolean isPresent(MapEngine engine) {
    boolean isOutdated = engine.file.hash instanceof UnknownHash hash && hash.isKnownNow();
    return !isOutdated && engine.file.isThere();
  }

  /** The engine of a map, which is created where there is none. */
  MapEngine findOrCreate(String path, MapOptions<?, ?> options) {
    String file = StorePath.file(path);
    while (true) {
      MapEngine engine = findFile(file);
      if (engine != null) {
        return engine;
      }
      long record = create(path, file, options);
      if (record != 0) {
        log.maintain(record);
      }
    }
  }

  /** Creates a map; position of the record that tells of it, 0 where somebody else made it. */
  private long create(String path, String file, MapOptions<?, ?> options) {
    files.checkFolder(); // before anything is begun
    lock();
    try {
      if (files.exists(file) && !endDropOf(file)) {
        lock.unlock();
        return 0;
      }
      long id = takeId();
      begin(CREATE, id);
      MapShape shape = MapShape.of(options);
      Reserved record = append(path, id, ChangeKind.CREATED, shape.bytes());
      MapFile.create(files, file, path, shape, Math.toIntExact(id), log.epoch);
      log.commit(record.position, record.record);
      count(1);
      end();
      lock.unlock();
      return record.position;
    } catch (IOException e) {
      try {
        repairAfter(e);
      } catch (Throwable _) { // there may be no stack even for a call
        lock.isLeft = true;
      }
      throw new StoreException(path + ": cannot create: " + Io.why(e), e);
    } catch (Throwable e) {
      try {
        repairAfter(e);
      } catch (Throwable _) { // there may be no stack even for a call
        lock.isLeft = true;
      }
      throw e;
    }
  }

  /**
   * Ends the drop of a map, where a loss of power left its file and not the word that somebody was
   * at it; under the lock.
   *
   * @return whether there is no such file any more
   */
  private boolean endDropOf(String file) {
    MapFile found = MapFile.openIfThere(files, file, log.epoch);
    if (found == null || !found.isDropped()) {
      if (found != null) {
        found.close();
      }
      return found == null;
    }
    begin(DROP, found.mapId);
    finishDrop(found, -1);
    CollectionCount.set(control, fileNames().size());
    end();
    return true;
  }

  /** Removes a map; those who have it open find it dropped. */
  boolean drop(String path) {
    long record = dropNow(path);
    if (record != 0) {
      letGoOfDropped();
      log.maintain(record);
    }
    return record != 0;
  }

  /** Removes a map; position of the record that tells of it, 0 where there was none. */
  private long dropNow(String path) {
    String file = StorePath.file(path);
    files.checkFolder(); // before anything is begun
    lock();
    try {
      MapEngine engine = findFile(file);
      if (engine == null) {
        lock.unlock();
        return 0;
      }
      begin(DROP, engine.file.mapId);
      Reserved record = announceDrop(engine);
      files.delete(file);
      log.commit(record.position, record.record);
      count(-1);
      end();
      lock.unlock();
      return record.position;
    } catch (IOException e) {
      try {
        repairAfter(e);
      } catch (Throwable _) { // there may be no stack even for a call
        lock.isLeft = true;
      }
      throw new StoreException(path + ": cannot drop: " + e.getMessage(), e);
    } catch (Throwable e) {
      try {
        repairAfter(e);
      } catch (Throwable _) { // there may be no stack even for a call
        lock.isLeft = true;
      }
      throw e;
    }
  }

  /**
   * Reserves and fills the record of a drop, and only then marks the map as dropped: where the log
   * has no room, the map is as it was. Nobody changes the map between the two, so that the record
   * comes behind all of its changes.
   */
  private Reserved announceDrop(MapEngine engine) {
    try (var whole = new WholeMap(engine)) {
      whole.lock();
      Step.CATALOGUE_HELD.reached();
      MapFile map = engine.file;
      Reserved record;
      log.growth.freeing = Thread.currentThread(); // the map's own room comes back
      try {
        record = append(map.path, map.mapId, ChangeKind.DROPPED, NOTHING);
      } finally {
        log.growth.freeing = null;
      }
      Step.CATALOGUE_ANNOUNCED.reached();
      whole.markDropped();
      Step.CATALOGUE_MARKED.reached();
      return record;
    }
  }

  private void lock() {
    boolean takenOver = lock.lock();
    try {
      Step.CATALOGUE_LOCKED.reached();
      boolean isLeft = Memory.get(control, ControlLayout.CATALOGUE_MAP_ID) != 0;
      if (takenOver || isLeft || !log.beginning.isFinished()) {
        repair();
      }
    } catch (Throwable e) {
      abandon();
      throw e;
    }
  }

  /** Puts in order what a failure in this thread left, and gives the lock back. */
  private void repairAfter(Throwable failure) {
    try {
      repair();
      lock.unlock();
    } catch (Throwable e) {
      Leftovers.suppress(failure, e);
      abandon();
    }
  }

  private void abandon() {
    lock.abandonOrLeave();
    isUnrepaired = true; // for this process's own keeper of locks, if nobody else comes
  }

  /** What could not be put in order, for want of a descriptor, say, is tried again. */
  private void repairLeft() {
    if (isUnrepaired) {
      isUnrepaired = false; // first: whoever has the lock now may fail, too, and say so
      if (lock.lockIfDead()) {
        repairAndUnlock();
      } else if (lock.isLeft) {
        isUnrepaired = true;
      }
    }
  }

  private void repairAndUnlock() {
    try {
      repair();
      lock.unlock();
    } catch (Throwable e) {
      abandon();
      throw e;
    }
  }

  private void begin(long task, long id) {
    Memory.set(control, ControlLayout.CATALOGUE_TASK, CheckedWord.of(task << TASK_SHIFT | id));
    Memory.set(control, ControlLayout.CATALOGUE_RECORD, 0);
    Memory.setRelease(control, ControlLayout.CATALOGUE_MAP_ID, id);
    Step.CATALOGUE_INTENT.reached();
  }

  /** Counts a collection that was made or dropped; all of them where it is not known how many. */
  private void count(int change) {
    long before = CollectionCount.get(control);
    CollectionCount.set(control, before < 0 ? fileNames().size() : before + change);
  }

  private void end() {
    Memory.setRelease(control, ControlLayout.CATALOGUE_MAP_ID, 0);
    Step.CATALOGUE_DONE.reached();
  }

  /** Number of the next map; under the lock. */
  private long takeId() {
    long word = Memory.get(control, ControlLayout.NEXT_MAP_ID);
    if (!CheckedWord.isSound(word)) {
      throw new CorruptStoreException(
          files.describe(ControlLayout.FILE)
              + ": word at 0x40 does not match its own check; run \"vitrine repair\"");
    }
    long id = CheckedWord.value(word);
    Memory.setRelease(control, ControlLayout.NEXT_MAP_ID, CheckedWord.of(id + 1));
    return id;
  }

  private record Reserved(long position, LogRecord record) {}

  /** Reserves, names and fills a record; the caller commits it. */
  private Reserved append(String path, long id, ChangeKind kind, byte[] value) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    var record = new LogRecord();
    record.mapId = Math.toIntExact(id);
    record.kind = kind;
    record.timeNanos = clock.epochNanos();
    record.key = Arena.ofAuto().allocate(Math.max(8, bytes.length), 8);
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, record.key, 0, bytes.length);
    record.keyLength = bytes.length;
    if (value.length > 0) { // what is needed to make the map again
      record.value = Arena.ofAuto().allocate(value.length, 8);
      MemorySegment.copy(MemorySegment.ofArray(value), 0, record.value, 0, value.length);
      record.newLength = value.length;
    }
    long position = log.reserve(record.bytes(), record);
    try {
      Step.RECORD_RESERVED.reached();
      Memory.setRelease(control, ControlLayout.CATALOGUE_RECORD, position + 1);
    } catch (Throwable e) {
      try {
        log.close(position, false); // nothing names it yet
      } catch (Throwable _) {
        log.unended.positions[(int) (position >>> 3) & Unended.MASK] = position;
      }
      throw e;
    }
    log.write(position, record);
    return new Reserved(position, record);
  }

  /** Finishes what a dead process was doing, or undoes it; under the lock. */
  private void repair() {
    log.beginning.finish();
    StorePath.FOLDERS.forEach(files::deleteUnfinished);
    long id = Memory.get(control, ControlLayout.CATALOGUE_MAP_ID);
    if (id == 0) {
      return;
    }
    long task = Memory.get(control, ControlLayout.CATALOGUE_TASK);
    boolean drop = task == CheckedWord.of(DROP << TASK_SHIFT | id);
    if (!drop && task != CheckedWord.of(CREATE << TASK_SHIFT | id)) {
      end(); // nobody was at anything: the word is damaged
      return;
    }
    long record = Memory.get(control, ControlLayout.CATALOGUE_RECORD) - 1;
    MapFile file = fileOf(id);
    if (file != null && drop && file.isDropped()) {
      finishDrop(file, record);
    } else {
      if (record >= 0) {
        log.close(record, drop == (file == null));
      }
      if (file != null) {
        file.close();
      }
    }
    CollectionCount.set(control, fileNames().size());
    end();
  }

  /** Removes a map that somebody had marked as dropped, and who may have told the log of it. */
  private void finishDrop(MapFile file, long record) {
    MapEngine engine = MapEngine.of(file, log, locks, clock);
    try {
      engine.quiesce();
      long told = record; // an earlier version marked the map first
      if (told < 0) {
        Reserved late = append(file.path, file.mapId, ChangeKind.DROPPED, NOTHING);
        told = late.position;
      }
      files.delete(StorePath.file(file.path));
      log.close(told, true);
    } catch (IOException e) {
      throw new StoreException(file.path + ": cannot drop: " + e.getMessage(), e);
    } finally {
      engine.closeDropped();
    }
  }

  private @Nullable MapFile fileOf(long id) {
    for (String name : fileNames()) {
      MapFile file = openUnlessOther(name, id);
      if (file != null && file.mapId == id) {
        return file;
      }
      if (file != null) {
        file.close();
      }
    }
    return null;
  }

  /** A map's file; null where it is damaged, and that of another map than the one looked for. */
  private @Nullable MapFile openUnlessOther(String name, long id) {
    try {
      return MapFile.openIfThere(files, name, log.epoch);
    } catch (CorruptStoreException e) {
      if (DamagedMap.mayHaveId(files, name, id)) {
        damages.add(e);
        throw e;
      }
      logger().log(System.Logger.Level.WARNING, "is passed over, being damaged", e);
      return null;
    }
  }

  /** Names of the files of all collections. */
  List<String> fileNames() {
    return StorePath.files(files);
  }

  /** Engines of all maps but those that are damaged: whoever uses one of these is told. */
  List<MapEngine> all() {
    letGoOfDropped();
    var all = new ArrayList<MapEngine>();
    for (String name : fileNames()) {
      try {
        Stream.ofNullable(findFile(name)).forEach(all::add);
        passedOver.remove(name);
      } catch (StoreException e) {
        if (passedOver.add(name)) {
          logger().log(System.Logger.Level.WARNING, "is passed over, since it cannot be opened", e);
        }
      }
    }
    return all;
  }

  /** Engines of all maps, of which none is being created or dropped at this moment. */
  List<MapEngine> allAtRest() {
    lock();
    try {
      letGoOfDropped();
      return fileNames().stream().flatMap(name -> Stream.ofNullable(findFile(name))).toList();
    } finally {
      try {
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
  }

  /**
   * Waits until no change that began before is still being made in any map. One that is damaged, or
   * that cannot be put in order from here, is left out: whoever uses it is told.
   */
  void quiesce() {
    for (String name : exclusively(this::fileNames)) {
      MapEngine engine = null;
      try {
        engine = findFile(name);
        if (engine != null) {
          engine.quiesce();
        }
      } catch (StoreException e) {
        if (e.getCause() instanceof IOException) {
          throw e; // others may be amid a change of this map, which is only out of reach from here
        }
        logger().log(System.Logger.Level.WARNING, "changes under way are not waited for", e);
      } catch (IllegalStateException e) {
        if (engine == null || !engine.isDropped()) {
          throw e;
        }
      }
    }
  }

  /** Waits until what is being created or dropped at this moment is, and the log tells of it. */
  void rest() {
    exclusively(() -> true);
  }

  /** Lets go of files whose place others took. */
  void followAll() {
    engines.values().forEach(engine -> engine.file.isThere());
  }

  /** Does something while no map is being created, dropped or compacted by others. */
  <T> T exclusively(Supplier<T> action) {
    lock();
    try {
      return action.get();
    } finally {
      try {
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
  }

  /**
   * Takes over what dead processes hold.
   *
   * @throws StoreException if that failed in a map, once the others are swept
   */
  int sweep() {
    int taken = 0;
    RuntimeException failure = null;
    if (lock.lockIfDead()) {
      try {
        repairAndUnlock();
        taken++;
      } catch (StoreException e) {
        if (!isOfMap(e)) {
          throw e;
        }
        failure = e;
      }
    }
    taken += log.sweep() ? 1 : 0;
    letGoOfDropped();
    for (String name : fileNames()) {
      try {
        MapEngine engine = findFile(name);
        taken += engine == null ? 0 : MapTakeover.sweep(engine);
      } catch (StoreException e) {
        damages.add(e);
        failure = e; // the other maps are swept all the same
      }
    }
    if (failure != null) {
      throw failure;
    }
    return taken;
  }

  /** Whether it is some map that this was said of, which keeps nobody from the others. */
  boolean isOfMap(StoreException e) {
    return damages.contains(e);
  }

  private static System.Logger logger() {
    return System.getLogger(Catalogue.class.getName());
  }

  /** How much that is unfinished names a record, so that whoever finishes it ends the record. */
  int names(long position) {
    boolean isNamed =
        Memory.getAcquire(control, ControlLayout.CATALOGUE_MAP_ID) != 0
            && Memory.getAcquire(control, ControlLayout.CATALOGUE_RECORD) == position + 1;
    letGoOfDropped();
    int names = isNamed ? 1 : 0;
    for (String name : fileNames()) {
      names += names(name, position);
    }
    return names;
  }

  private int names(String name, long position) {
    try {
      MapEngine engine = findFile(name);
      return engine == null ? 0 : MapTakeover.names(engine, position);
    } catch (StoreException e) {
      if (e instanceof CorruptStoreException && !DamagedMap.mayName(files, name, position)) {
        return 0;
      }
      damages.add(e);
      throw e;
    }
  }

  private static void awaitChanges(MapEngine engine, long deadlineNanos) {
    if (engine.isReadOnly()) {
      return; // it has none, nor a number that locks could name
    }
    try {
      engine.mending.awaitChanges(deadlineNanos);
    } catch (IllegalStateException | InternalError e) {
      // it was dropped, or cut off: there is nothing to wait for
    }
  }

  /** Closes all maps at once, whose calls say why from then on. */
  void lose(String why) {
    engines.values().forEach(engine -> engine.file.lose(why));
    synchronized (this) {
      closed = true;
      engines.values().forEach(engine -> engine.file.lose(why)); // those that came meanwhile
      unhashed.forEach(engine -> engine.file.lose(why));
      engines.clear();
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    engines.values().forEach(MapEngine::end);
    long deadline = System.nanoTime() + CLOSE_NANOS;
    engines.values().forEach(engine -> awaitChanges(engine, deadline));
    engines.values().forEach(MapEngine::close);
    engines.clear();
    unhashed.forEach(MapEngine::close);
    unhashed.clear();
    inUse.forEach(MapEngine::close);
    inUse.clear();
  }
}
