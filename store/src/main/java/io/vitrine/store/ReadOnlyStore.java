package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that is only looked at: nothing of it is written, nobody knows of it, and every change is
 * refused. Safe for any number of threads.
 */
final class ReadOnlyStore implements Store {
  private final StoreFiles files;
  private final MappedFile controlFile;
  private final ProcessTable table;
  private final ChangeLog log;
  private final Catalogue catalogue;
  private final MapDoor door;
  private volatile boolean closed;

  private ReadOnlyStore(Surroundings surroundings, MappedFile controlFile) throws IOException {
    this.files = surroundings.files();
    this.controlFile = controlFile;
    MemorySegment control = controlFile.memory();
    this.table = new ProcessTable(control);
    Attachment bystander = files.attach(table);
    this.log =
        new ChangeLog(
            files,
            control,
            bystander,
            surroundings.clock(),
            new StoreOptions(Long.MAX_VALUE),
            new DurableWords(controlFile),
            _ -> 1,
            () -> null); // what dead processes hold is left to those who may write
    this.catalogue =
        new Catalogue(files, control, new OwnedLock(bystander), log, surroundings.clock());
    this.door = new MapDoor(catalogue, new ScratchPool());
  }

  static Store open(Surroundings surroundings) throws IOException {
    if (!surroundings.files().exists(ControlLayout.FILE)) {
      throw new StoreException(
          surroundings.files().describe("")
              + ": is no store: it has no "
              + ControlLayout.FILE
              + "; name the folder of a store");
    }
    MappedFile control = ControlFile.open(surroundings);
    try {
      surroundings.files().knowBy(ControlLayout.FILE);
      RepairPlan.refuseUnfinished(surroundings.files());
      refuseUnrecovered(surroundings.files(), control);
      return new ReadOnlyStore(surroundings, control);
    } catch (IOException | RuntimeException e) {
      control.close();
      throw e;
    }
  }

  /** Refuses a store that a power loss left, as far as can be told from here. */
  private static void refuseUnrecovered(StoreFiles files, MappedFile control) {
    var words = new DurableWords(control);
    boolean same = files.bootId() == BootId.UNKNOWN || words.bootId() == files.bootId();
    if (words.isDurable() && !words.isClean() && !same) {
      throw new StoreException(
          files.describe("")
              + ": was left by a loss of power, or on another machine while it was open, and has to"
              + " be recovered from its log; open it with Stores.open once");
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("store " + files.describe("") + " is closed");
    }
  }

  /** Makes a call of an open store, whose files may have been cut off. */
  private <T extends @Nullable Object> T reach(Supplier<T> call) {
    checkOpen();
    try {
      return CutOff.guard(files, call);
    } catch (IllegalStateException e) {
      if (MapFile.ALREADY_CLOSED.equals(e.getMessage())) {
        checkOpen(); // says what is closed, and the JVM does not
      }
      throw e;
    }
  }

  @Override
  public <K, V> StoreMap<K, V> map(String path, MapOptions<K, V> options) {
    return reach(() -> {
      MapEngine engine = catalogue.find(path);
      if (engine == null) {
        throw ReadOnlyFiles.refused("map " + path + " is not there and cannot be created");
      }
      return door.map(engine, path, options);
    });
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
    return reach(() -> door.statistics(table.count(), log, new Tally()));
  }

  @Override
  public @Nullable MapStatistics statistics(String path) {
    return reach(() -> door.statistics(path));
  }

  @Override
  public boolean drop(String path) {
    throw ReadOnlyFiles.refused("map " + path + " cannot be dropped");
  }

  @Override
  public <R extends @Nullable Object> R atomically(
      Function<? super AtomicGroup, ? extends R> body) {
    throw ReadOnlyFiles.refused("no atomic group can be made");
  }

  @Override
  public long snapshot(Path target) {
    throw ReadOnlyFiles.refused("a copy cannot be made, since its makers wait for writers in line");
  }

  @Override
  public @Nullable CompactionReport compact(String path) {
    throw ReadOnlyFiles.refused("map " + path + " cannot be compacted");
  }

  @Override
  public List<CompactionReport> compact(CompactOptions options) {
    throw ReadOnlyFiles.refused("no map can be compacted");
  }

  @Override
  public long epoch() {
    checkOpen();
    return log.epoch;
  }

  @Override
  public long revision() {
    return reach(() -> {
      long unlogged = log.unlogged.newest(); // before the end, which it may give way to
      return Math.max(unlogged, log.settle());
    });
  }

  @Override
  public long reservedRevision() {
    return reach(() -> {
      long unlogged = log.unlogged.newest();
      return Math.max(unlogged, log.end());
    });
  }

  @Override
  public long oldestRevision() {
    return reach(() -> log.first());
  }

  @Override
  public Tailer tailer(long fromRevision) {
    return reach(() -> {
      log.begin();
      return new LogTailer(log, LogPlaces.recordAt(log, fromRevision), fromRevision);
    });
  }

  @Override
  public int sweep() {
    return reach(() -> {
      catalogue.followAll(); // what files take that are gone comes back when nobody maps them
      catalogue.letGoOfDropped();
      log.letGo();
      return 0;
    });
  }

  @Override
  public int sweepExpired() {
    checkOpen();
    return 0;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      catalogue.close();
      log.close();
      controlFile.close();
      files.close();
    }
  }

  @Override
  public String toString() {
    return files.describe("");
  }
}
