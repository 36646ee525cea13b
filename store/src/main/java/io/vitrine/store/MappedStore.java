package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A store over its files. Safe for any number of threads. */
final class MappedStore implements Store {
  private final StoreFiles files;
  private final MappedFile controlFile;
  private final ProcessTable table;
  private final Attachment self;
  private final DurableWords words;
  private final ChangeLog log;
  private final Catalogue catalogue;
  final Checkpoints checkpoints;
  private final Durable durable;
  private final Compactor compactor;
  private final MapDoor door;
  private final ScratchPool scratches = new ScratchPool();
  private final ExpirySweep expirySweep = new ExpirySweep();
  private volatile boolean closed;

  /** Why others take this open for dead; null if they do not. */
  private volatile @Nullable String lost;

  /** Before a record that was unfinished when somebody swept last. */
  private volatile long unfinishedAt = -1;

  private MappedStore(Surroundings surroundings, MappedFile controlFile, StoreOptions options)
      throws IOException {
    this.files = surroundings.files();
    this.controlFile = controlFile;
    MemorySegment control = controlFile.memory();
    this.table = new ProcessTable(control);
    this.self = files.attach(table);
    this.words = new DurableWords(controlFile);
    ChangeLog opened = null;
    Catalogue maps = null;
    try {
      opened =
          new ChangeLog(
              files,
              control,
              self,
              surroundings.clock(),
              options,
              words,
              this::names,
              () -> unlessOfMap(this::takeOverAll));
      this.log = opened;
      OwnedLock locks = log.locks.apart();
      maps = new Catalogue(files, control, locks, log, surroundings.clock());
      this.catalogue = maps;
      log.beginning.atRestBy(catalogue);
      var force = new LogForce(files, control, words, locks, log);
      this.checkpoints =
          new Checkpoints(
              files, control, words, locks, log, force, catalogue, options.checkpointBytes());
      this.durable = new Durable(options.durability(), force, checkpoints, surroundings.clock());
      log.afterCommit(durable::committed, durable.promise().kind() == Durability.Kind.SYNC);
      this.compactor = new Compactor(files, control, locks, log, catalogue, words);
      this.door = new MapDoor(catalogue, scratches);
      if (self.foundDead()) {
        warn(unlessOfMap(this::takeOverAll));
      }
      warn(unlessOfMap(() -> reach(this::takeOverFromDead)));
      LockKeeper.keep(log.locks.leftovers());
      self.whenLost(() -> Thread.ofPlatform().daemon().name("vitrine-lost").start(this::lose));
    } catch (Throwable e) {
      if (opened == null && !self.foundDead()) {
        table.leave(self.slot()); // nothing was touched
      }
      closeAfter(e, maps, opened, self);
      throw e;
    }
  }

  /** Lets go of what an open has that failed: who tries again would run out of mappings. */
  private static void closeAfter(Throwable failure, @Nullable AutoCloseable... parts) {
    for (AutoCloseable part : parts) {
      try {
        if (part != null) {
          part.close();
        }
      } catch (Throwable e) {
        Leftovers.suppress(failure, e);
      }
    }
  }

  static MappedStore open(Surroundings surroundings, StoreOptions options) throws IOException {
    try (Gate gate = gate(surroundings)) {
      RepairPlan.resume(surroundings.files());
      PowerCheck power = PowerCheck.pass(surroundings, gate);
      MappedStore store;
      try {
        power.begin(options.durability().kind() != Durability.Kind.PROCESS);
        store = new MappedStore(surroundings, power.control, options);
      } catch (Throwable e) {
        power.giveUp(e);
        power.control.close();
        throw e;
      }
      try {
        power.end();
        store.keep(options);
      } catch (Throwable e) {
        power.giveUp(e);
        store.durable.close();
        store.leave(false);
        throw e;
      }
      return store;
    }
  }

  /**
   * Waits at the gate of a store, which is made where there is none: in a folder of something else
   * no lock file is made, nor is one opened, which might be somebody else's.
   */
  private static Gate gate(Surroundings surroundings) throws IOException {
    StoreFiles files = surroundings.files();
    Gate gate;
    try {
      gate = files.exists(ControlLayout.FILE) ? files.gateIfThere() : null;
    } catch (IOException | RuntimeException e) {
      ControlFile.look(surroundings).close(); // which may tell better what is in the way
      throw e;
    }
    if (gate == null) {
      ControlFile.look(surroundings).close();
      gate = files.gate();
      files.deleteUnfinishedOf(ControlLayout.FILE); // of who died, as there is one by now
    }
    return gate;
  }

  /** Lets the log begin, and makes the store survive a loss of power, where that is asked for. */
  private void keep(StoreOptions options) throws IOException {
    Durability durability = options.durability();
    if (!log.beginning.isFinished()) {
      catalogue.rest(); // so that what somebody began who died is finished
    }
    if (options.logsFromStart() || durability.kind() != Durability.Kind.PROCESS) {
      log.begin();
    }
    if (durability.kind() != Durability.Kind.PROCESS && !words.isDurable()) {
      files.forceFolder(".");
      var backoff = new Backoff();
      while (!checkpoints.make()) {
        backoff.pause();
      }
      words.state(DurableWords.YES);
      words.force();
    }
    durable.start();
  }

  /**
   * Stops at once, since another process goes on in this one's place: what is mapped is given up,
   * in the middle of whatever is being done, as if this process were killed.
   */
  private void lose() {
    String why =
        files.describe("")
            + ": this open lost its kernel locks, since its own process closed another descriptor"
            + " of store.lock, and was taken for dead by a process that could not see it; open the"
            + " store again, and leave store.lock out when files are copied";
    synchronized (this) {
      if (closed) {
        return;
      }
      lost = why;
      closed = true;
    }
    var logger = System.getLogger(MappedStore.class.getName());
    logger.log(System.Logger.Level.ERROR, why);
    for (Runnable step :
        List.<Runnable>of(
            compactor::lose,
            () -> catalogue.lose(why),
            compactor::close,
            durable::close,
            () -> LockKeeper.forget(log.locks.leftovers()),
            log::close,
            self::close,
            controlFile::close,
            files::close)) {
      try {
        step.run();
      } catch (RuntimeException e) {
        logger.log(System.Logger.Level.WARNING, this + ": cannot be given up cleanly", e);
      }
    }
  }

  private void checkOpen() {
    if (closed) {
      String why = lost;
      if (why != null) {
        throw new StoreException(why);
      }
      throw new IllegalStateException("store " + files.describe("") + " is closed");
    }
  }

  /** Where its files lie; null for those in memory. */
  @Nullable Path root() {
    return files.root();
  }

  /** Makes a call of an open store, whose files may have been cut off. */
  private <T extends @Nullable Object> T reach(Supplier<T> call) {
    return told(() -> CutOff.guard(files, call));
  }

  /** Makes a call of an open store, and says so if it was closed meanwhile. */
  private <T extends @Nullable Object> T told(Supplier<T> call) {
    checkOpen();
    try {
      return call.get();
    } catch (IllegalStateException e) {
      if (MapFile.ALREADY_CLOSED.equals(e.getMessage())) {
        checkOpen(); // says what is closed, and the JVM does not
      }
      throw e;
    }
  }

  @Override
  public <K, V> StoreMap<K, V> map(String path, MapOptions<K, V> options) {
    return reach(() -> door.map(catalogue.findOrCreate(path, options), path, options));
  }

  @Override
  public <K, V> @Nullable StoreMap<K, V> mapIfThere(String path, MapOptions<K, V> options) {
    return reach(() -> door.mapIfThere(path, options));
  }

  @Override
  public @Nullable StoreMap<Object, Object> genericMap(String path) {
    return reach(() -> door.genericMap(path));
  }

  @Override
  public List<String> list(String prefix) {
    return reach(() -> door.list(prefix));
  }

  @Override
  public @Nullable MapInfo describe(String path) {
    return reach(() -> door.describe(path));
  }

  @Override
  public StoreStatistics statistics() {
    return reach(() -> door.statistics(table.count(self), log, durable.forces()));
  }

  @Override
  public @Nullable MapStatistics statistics(String path) {
    return reach(() -> door.statistics(path));
  }

  @Override
  public boolean drop(String path) {
    return reach(() -> catalogue.drop(path));
  }

  @Override
  public <R extends @Nullable Object> R atomically(
      Function<? super AtomicGroup, ? extends R> body) {
    return told(() -> CutOff.guardUsers(files, () -> MappedGroup.run(this, scratches, body)));
  }

  @Override
  public long snapshot(Path target) {
    return reach(() -> {
      try {
        return StoreCopy.write(this, catalogue, target);
      } catch (IOException e) {
        throw new StoreException(target + ": cannot copy the store there: " + Io.why(e), e);
      }
    });
  }

  @Override
  public @Nullable CompactionReport compact(String path) {
    return reach(() -> compactor.compact(path));
  }

  @Override
  public List<CompactionReport> compact(CompactOptions options) {
    return reach(() -> compactor.compact(options));
  }

  /** Whether this is the log of this store. */
  boolean isLog(ChangeLog other) {
    return other == log;
  }

  @Override
  public long epoch() {
    checkOpen();
    return log.epoch;
  }

  @Override
  public long revision() {
    return reach(() -> begun().settle());
  }

  @Override
  public long reservedRevision() {
    return reach(() -> begun().end());
  }

  @Override
  public long oldestRevision() {
    return reach(() -> begun().first());
  }

  @Override
  public Tailer tailer(long fromRevision) {
    return reach(() -> new LogTailer(begun(), LogPlaces.recordAt(log, fromRevision), fromRevision));
  }

  /** Takes over unless a map is damaged, which keeps nobody from the others; says what that was. */
  private @Nullable StoreException unlessOfMap(IntSupplier takeover) {
    try {
      int _ = takeover.getAsInt();
      return null;
    } catch (StoreException e) {
      if (!catalogue.isOfMap(e)) {
        throw e;
      }
      return e;
    }
  }

  private static void warn(@Nullable StoreException failure) {
    if (failure != null) {
      System.getLogger(MappedStore.class.getName())
          .log(System.Logger.Level.WARNING, "not taken over from a dead process", failure);
    }
  }

  @Override
  public int sweep() {
    return reach(() -> {
      files.checkFolder(); // so that it is noticed soon
      return takeOverFromDead();
    });
  }

  private int takeOverFromDead() {
    int[] dead = self.dead();
    int taken = 0;
    StoreException failure = null;
    if (dead.length > 0) {
      long[] incarnations = IntStream.of(dead).mapToLong(table::incarnation).toArray();
      try {
        taken = takeOverAll();
        for (int i = 0; i < dead.length; i++) {
          self.bury(dead[i], incarnations[i]);
        }
      } catch (StoreException e) {
        if (!catalogue.isOfMap(e)) {
          throw e;
        }
        failure = e; // the rest is seen to all the same
      }
    }
    catalogue.followAll();
    catalogue.letGoOfDropped();
    log.letGo();
    taken += endUnfinished();
    log.retention.byAge();
    if (failure != null) {
      throw failure;
    }
    return taken;
  }

  /**
   * Ends records that nobody is at. One that is unfinished at two sweeps, and whose writer lives,
   * may be of a change that failed: the lock of its segment is then as a dead process would have
   * left it.
   */
  private int endUnfinished() {
    log.endDead();
    long settled = log.settle();
    if (settled == log.end()) {
      return 0;
    }
    if (settled != unfinishedAt) {
      unfinishedAt = settled;
      return 0;
    }
    int taken = takeOverAll();
    log.endDead();
    return taken;
  }

  @Override
  public int sweepExpired() {
    try {
      return reach(() -> expirySweep.sweep(catalogue.all()));
    } catch (IllegalStateException e) {
      checkOpen();
      return 0; // somebody dropped the map at hand
    }
  }

  /** The process's place among the others; a test lets it go to play dead. */
  Attachment attachment() {
    return self;
  }

  /** Engines of all maps. */
  List<MapEngine> engines() {
    return catalogue.all();
  }

  private int names(long position) {
    return catalogue.names(position);
  }

  /** Takes over what dead processes hold. */
  int takeOverAll() {
    int taken;
    try {
      taken = catalogue.sweep();
    } catch (StoreException e) {
      boolean _ = catalogue.isOfMap(e) && compactor.sweep();
      throw e;
    }
    return compactor.sweep() ? taken + 1 : taken;
  }

  /** What is recorded about durability. */
  DurableWords words() {
    return words;
  }

  /** What this open promises. */
  Durability promise() {
    return durable.promise();
  }

  /** The log of the store, which tells of every change from now on. */
  private ChangeLog begun() {
    log.begin();
    return log;
  }

  /** The log of the store. */
  ChangeLog log() {
    return log;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    CutOff.guard(
        files,
        () -> {
          closeAll();
          return true;
        });
  }

  private void closeAll() {
    compactor.close();
    try {
      durable.close();
    } finally {
      leaveInOrder();
    }
  }

  private void leaveInOrder() {
    if (!isDurable()) {
      leave(false);
      return;
    }
    @Nullable Gate gate;
    try {
      gate = files.gateUntil(System.nanoTime() + Catalogue.CLOSE_NANOS);
    } catch (IOException | StoreException e) {
      leave(false);
      throw new StoreException(this + ": cannot be left in order: " + e.getMessage(), e);
    }
    if (gate == null) { // somebody is there who may be paused: the next start of the machine
      leave(false); // finds what to look for, but all that was promised is on disk
      return;
    }
    try {
      leave(true);
    } finally {
      gate.close();
    }
  }

  /** Detaches; the last one of a durable store leaves all of it on disk, if the disk takes it. */
  private void leave(boolean clean) {
    catalogue.close();
    LockKeeper.forget(log.locks.leftovers());
    try {
      log.close(); // from here on nobody of this process can change anything
      log.locks.leftovers().awaitThreads(System.nanoTime() + Catalogue.CLOSE_NANOS);
      if (clean && table.isAlone(self.slot())) {
        CleanClose.tryForce(files, words);
      }
      if (!compactor.hasLeft()) { // else whoever comes next takes us for dead, and removes it
        table.leave(self.slot());
      }
    } finally {
      self.close();
      controlFile.close();
      files.close();
    }
  }

  /** Whether there is something to bring to disk; not where the control file has been cut off. */
  private boolean isDurable() {
    try {
      return words.isDurable();
    } catch (InternalError e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return files.describe("");
  }
}
