package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums the log up in checkpoints, so that what is before one need not be kept nor read again after
 * a power loss. Safe for any number of threads and JVMs: whoever finds that enough log has come
 * makes the next one, on a thread of its own, and no two at once.
 */
final class Checkpoints implements AutoCloseable {
  /* A checkpoint begins by noting how far the log is settled: revision C. Then it writes every
   * entry of every map as it finds it while writers go on. It is no image of one moment: some
   * entries are newer than C. But whatever changed after C is told by the log after C with its
   * whole new value, so reading the log over the checkpoint gives the state at any later end of
   * the log, if only that end is not before the newest entry of the checkpoint. So the log is
   * forced up to where it reached when the last entry was read, before the checkpoint counts. A
   * map that is dropped meanwhile leaves a part of its entries; whoever drops it is waited for, so
   * that the log says what became of it.
   *
   * Nothing that is needed is deleted before what replaces it is on disk: the file, its name,
   * then the word in the control file, then older checkpoints and the log before.
   *
   * Where the disk has little room left, the next one is made early, and CheckpointRoom keeps the
   * log from taking what it needs. */

  /** How much log comes at the least until another look is taken. */
  private static final long LOOK_BYTES = 4 << 20;

  /** How long nobody tries again who found the disk full. */
  private static final long RETRY_NANOS = 1_000_000_000;

  /** What an entry takes at the most besides what it takes in its map. */
  private static final long ITEM_BYTES = CheckpointLayout.KEY;

  private final StoreFiles files;
  private final DurableWords words;
  private final HeldLock lock;
  private final ChangeLog log;
  private final LogForce force;
  private final Catalogue catalogue;
  private final long bytesMin;

  /** Position from which on a look is due; written without a lock: at worst two look. */
  private long lookAt;

  private @Nullable Thread maker;
  private volatile boolean closed;

  /** Whether the one that is being made is about to get its name; set before it is closed. */
  private volatile boolean isFinishing;

  private volatile @Nullable Throwable failure;
  private long retryAt = System.nanoTime();

  Checkpoints(
      StoreFiles files,
      MemorySegment control,
      DurableWords words,
      OwnedLock locks,
      ChangeLog log,
      LogForce force,
      Catalogue catalogue,
      long bytesMin) {
    this.files = files;
    this.words = words;
    this.lock = new HeldLock(locks, control, ControlLayout.CHECKPOINT_LOCK);
    this.log = log;
    this.force = force;
    this.catalogue = catalogue;
    this.bytesMin = bytesMin;
    log.room.whenFull(this::full);
  }

  /** Takes a look whether a checkpoint is due, where enough log has come. */
  void committed(long position) {
    if (position >= lookAt) {
      look(position);
    }
  }

  private synchronized void look(long position) {
    if (position < lookAt || maker != null || closed) {
      return;
    }
    if (!words.isDurable()) {
      lookAt = position + LOOK_BYTES; // another process may make it so
      return;
    }
    long due = words.checkpoint() + distance();
    if (position < due && !hasFailed() && !log.room.isShort(position)) {
      lookAt = Math.min(due, position + LOOK_BYTES);
      return;
    }
    begin();
  }

  private void begin() {
    long before = lookAt;
    lookAt = Long.MAX_VALUE;
    try {
      maker = Thread.ofPlatform().daemon().name("vitrine-checkpoint").start(this::makeInBackground);
    } catch (OutOfMemoryError e) { // the change at hand is made; the next ones try again
      lookAt = before;
      failure = e;
    }
  }

  /** Has a checkpoint made where log waits for one and there is no room; tells of that. */
  private String full() {
    long waiting = log.tailHint() - words.checkpoint();
    if (!words.isDurable() || waiting < ChangeLog.FILE_BYTES_MIN) {
      return "";
    }
    beginAgain();
    Throwable why = failure;
    return "; "
        + waiting
        + " bytes of the log are let go of by the next checkpoint, which "
        + (why == null ? "is being made" : "could not be made: " + why.getMessage());
  }

  /** Begins one now, unless one is being made, or could not be made just before. */
  private synchronized void beginAgain() {
    if (maker == null && !closed && System.nanoTime() - retryAt >= 0) {
      begin();
    }
  }

  /** Has one made where a force has failed, though nobody changes anything. */
  void mend() {
    if (words.isDurable() && hasFailed()) {
      beginAgain();
    }
  }

  /** Whether something that was forced may not be on disk. */
  private boolean hasFailed() {
    return words.failedTo() > words.forcedTo();
  }

  private long distance() {
    return Math.max(bytesMin, words.checkpointBytes());
  }

  /** Lets the next change take a look: a force has failed. */
  void lookSoon() {
    lookAt = 0;
  }

  private void makeInBackground() {
    boolean made = false;
    try {
      made = make();
      failure = null;
    } catch (InternalError e) {
      failed(CutOff.of(files, e));
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      failed(e); // the log stays, so nothing is lost; tried again when more of it has come
    } finally {
      end(made);
    }
  }

  private synchronized void end(boolean made) {
    maker = null;
    try {
      retryAt = System.nanoTime() + (made ? 0 : RETRY_NANOS);
      if (!closed) {
        long distance = made ? distance() : Math.max(LOOK_BYTES, distance() / 4);
        long due = (made ? words.checkpoint() : log.tailHint()) + distance;
        lookAt = made ? Math.min(due, log.tailHint() + LOOK_BYTES) : due;
      }
    } catch (Throwable e) {
      lookAt = 0; // so that the next change takes a look
      throw e;
    }
  }

  /** Tells of the first of several failures; who finds no room is told of them, too. */
  private void failed(Throwable e) {
    boolean isFirst = failure == null;
    failure = e;
    if (isFirst && !closed) {
      System.getLogger(Checkpoints.class.getName())
          .log(
              System.Logger.Level.WARNING,
              files.describe(CheckpointWriter.FOLDER)
                  + ": a checkpoint could not be made, so the change log grows until one can be: "
                  + e.getMessage());
    }
  }

  /**
   * Makes a checkpoint unless somebody is at it.
   *
   * @return whether it was made
   */
  boolean make() throws IOException {
    StoreEvents.CheckpointMade event = StoreEvents.checkpoint();
    if (!lock.lockIfFree()) {
      return false;
    }
    try {
      files.deleteUnfinished(CheckpointWriter.FOLDER); // of one who died with the lock
      if (hasFailed()) {
        log.awaitSettled(log.roll()); // what comes from here on shares no page with what failed
      }
      long from = log.settle();
      long bytes;
      try (var writer = new CheckpointWriter(files, log.epoch, from)) {
        boolean dropped = false;
        List<MapEngine> engines = catalogue.allAtRest();
        long expected = expectedBytes(engines);
        makeRoom(expected);
        log.room.begin(expected);
        for (MapEngine engine : engines) {
          dropped |= !write(engine, writer);
        }
        if (dropped) {
          catalogue.rest();
        }
        long end = log.end();
        force.force(from, end);
        beginToFinish();
        bytes = writer.finish(end);
      }
      words.checkpoint(from, bytes);
      words.force();
      deleteOthers(from);
      log.room.end();
      log.giveBack();
      StoreEvents.end(event, from, bytes);
      return true;
    } finally {
      isFinishing = false;
      try {
        log.room.end();
        lock.unlock();
      } catch (Throwable _) {
        lock.isLeft = true;
      }
    }
  }

  /** Where the disk has no room for a checkpoint, what the log retains without need goes. */
  private void makeRoom(long expected) throws IOException {
    long wanted = expected + CheckpointRoom.SPARE;
    if (words.usableBytes() + log.retention.mayGiveUp() < wanted) {
      return; // in vain
    }
    while (words.usableBytes() < wanted && log.giveUpOldest()) {
      // so much less is retained
    }
  }

  /** From here on the one that is being made waits for nobody else, and gets its name. */
  private synchronized void beginToFinish() {
    checkOpen();
    isFinishing = true;
  }

  private void checkOpen() {
    if (closed) {
      throw new StoreException("checkpoint given up: the store is being closed");
    }
  }

  /** About how large a checkpoint becomes. */
  private static long expectedBytes(List<MapEngine> engines) {
    long bytes = 0;
    for (MapEngine engine : engines) {
      try {
        MapStatistics map = StatisticsReader.read(engine);
        bytes += map.liveBytes() + ITEM_BYTES * map.entries();
      } catch (IllegalStateException | StoreException e) {
        // it was dropped, or its counters are damaged, which the checkpoint has no need of
      }
    }
    return bytes;
  }

  /** Writes a map; false if it was dropped meanwhile. */
  private boolean write(MapEngine engine, CheckpointWriter writer) throws IOException {
    try {
      MapFile map = engine.file;
      writer.map(map.mapId, map.path, MapShape.of(map));
      var entry = new EntryBytes();
      var group = new GroupReader(engine);
      for (int segment = 0; segment < map.segments; segment++) {
        for (long at = 0; at != WalkOrder.END; at = group.nextPlace()) {
          checkOpen();
          group.read(segment, at);
          for (int i = 0; i < group.count(); i++) {
            group.entry(i, entry);
            writer.entry(entry);
          }
          log.room.written(writer.bytes());
        }
      }
      return true;
    } catch (IllegalStateException e) {
      if (!engine.isDropped()) {
        throw e;
      }
      return false;
    }
  }

  private void deleteOthers(long revision) throws IOException {
    for (String name : files.list(CheckpointWriter.FOLDER)) {
      long other = CheckpointWriter.revisionOf(name);
      if (other >= 0 && other < revision) {
        files.delete(CheckpointWriter.FOLDER + "/" + name);
      }
    }
  }

  /**
   * Gives up a checkpoint that is being made, and waits until that is done. Not for long where it
   * waits for another process, which may be paused: then it ends when it meets what is closed.
   */
  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      running = maker;
    }
    if (running != null
        && !Io.join(running, System.nanoTime() + Catalogue.CLOSE_NANOS)
        && isFinishing) {
      Io.join(running);
    }
  }
}
