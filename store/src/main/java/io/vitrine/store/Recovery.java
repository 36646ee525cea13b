package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a durable store anew from what a power loss left on disk: the newest checkpoint and the log
 * after it. For one thread, at the gate, while nobody has the store open.
 */
final class Recovery {
  /* Of a durable store, only checkpoints and the log are believed, and both say of every byte
   * whether it is right. The maps' files are made anew, so it does not matter which of their pages
   * came to disk, nor that the blocks of a map are reused at once.
   *
   * The log ends at its first record that is not whole. What is behind, if anything, somebody may
   * have seen, but never got a promise for. So the recovered store is another one: a new epoch,
   * and a new log file behind all positions that were ever given out.
   *
   * A recovery that does not come to its end is made again from the beginning. Up to the moment
   * when the new control file gets its name, only files were added that belong to the new epoch,
   * which nobody looks at. From that moment on the new checkpoint and the new log file count,
   * which are on disk by then; and whoever comes next makes the maps anew from them, until the
   * start of the machine is noted. The old files go last. */

  private static final String FOLDER = "recovery";
  private static final String CONTROL = FOLDER + "/" + ControlLayout.FILE;

  private final StoreFiles files;
  private final String keepIn;
  private final long formerEpoch;
  private final long epoch;
  private final Rebuild maps;
  private long checkpoint;
  private long neededTo;

  private Recovery(StoreFiles files, String keepIn, long formerEpoch, long epoch, long nextMapId) {
    this.files = files;
    this.keepIn = keepIn;
    this.formerEpoch = formerEpoch;
    this.epoch = epoch;
    this.maps =
        new Rebuild(
            files,
            epoch,
            nextMapId,
            files.describe(LogFile.FOLDER),
            (mapId, path) -> FOLDER + "/" + mapId + ".vtr");
  }

  /**
   * Recovers a store.
   *
   * @param keepIn folder for the files that are replaced, empty to delete them
   */
  static Recovered run(Surroundings surroundings, String keepIn) throws IOException {
    StoreFiles files = surroundings.files();
    long formerEpoch;
    long forcedTo;
    long nextMapId;
    try (MappedFile control = ControlFile.open(surroundings)) {
      formerEpoch = Memory.get(control.memory(), ControlLayout.EPOCH);
      forcedTo = new DurableWords(control).forcedTo();
      nextMapId = CheckedWord.value(Memory.get(control.memory(), ControlLayout.NEXT_MAP_ID));
    }
    long epoch = ControlFile.drawEpoch(surroundings);
    var recovery = new Recovery(files, keepIn, formerEpoch, epoch, nextMapId);
    recovery.neededTo = forcedTo;
    try {
      return recovery.run();
    } finally {
      recovery.maps.discard();
    }
  }

  private Recovered run() throws IOException {
    removeLeftovers();
    readNewestCheckpoint();
    long end = new LogReplay(files, formerEpoch).read(checkpoint, maps::make);
    checkEnd(end);
    var recovered =
        new Recovered(
            maps.maps().stream().map(MapBuilder::path).sorted().toList(),
            maps.maps().stream().mapToLong(MapBuilder::entries).sum());
    long start = startOfLog();
    OwnFiles.refuseFolders(files);
    beginAnew(start, end);
    nameMaps();
    deleteFormer(LogFile.FOLDER, LogFile.nameOf(start));
    deleteFormer(CheckpointWriter.FOLDER, CheckpointWriter.nameOf(start));
    try (MappedFile control = files.open(ControlLayout.FILE)) {
      var words = new DurableWords(control);
      words.bootId(files.bootId());
      words.force();
    }
    return recovered;
  }

  /** Removes what killed processes were making, a recovery among them. */
  private void removeLeftovers() throws IOException {
    for (String name : files.list(FOLDER)) {
      files.delete(FOLDER + "/" + name);
    }
    Compactor.removeLeftovers(files);
    StorePath.FOLDERS.forEach(files::deleteUnfinished);
    List.of(".", FOLDER, LogFile.FOLDER, CheckpointWriter.FOLDER).forEach(files::deleteUnfinished);
  }

  private void readNewestCheckpoint() throws IOException {
    List<String> names =
        files.list(CheckpointWriter.FOLDER).stream()
            .filter(name -> CheckpointWriter.revisionOf(name) >= 0)
            .sorted(Comparator.reverseOrder())
            .toList();
    String why = "there is none";
    for (String name : names) {
      try {
        if (readCheckpoint(CheckpointWriter.FOLDER + "/" + name)) {
          return;
        }
      } catch (CorruptStoreException e) {
        why = String.valueOf(e.getMessage());
        neededTo = Math.max(neededTo, CheckpointWriter.revisionOf(name));
        maps.discard();
      }
    }
    throw new CorruptStoreException(
        files.describe(CheckpointWriter.FOLDER)
            + ": has no checkpoint to recover the store from after the power loss: "
            + why
            + "; run \"vitrine repair\"");
  }

  /** Reads a checkpoint, unless it is that of a recovery which did not come to its end. */
  private boolean readCheckpoint(String name) throws IOException {
    try (CheckpointReader reader = CheckpointReader.open(files, name)) {
      if (reader.epoch() != formerEpoch) {
        return false;
      }
      checkpoint = reader.revision;
      MapBuilder map = null;
      for (int kind = reader.next(); kind != CheckpointLayout.END; kind = reader.next()) {
        if (kind == CheckpointLayout.MAP) {
          map = maps.begin(reader.mapId(), reader.path(), reader.shape());
        } else if (map != null) {
          map.put(reader.entry());
        }
      }
      neededTo = Math.max(neededTo, reader.logEnd());
      return true;
    }
  }

  /** Refuses a log that ends before what was on disk: then it was not only the power. */
  private void checkEnd(long end) {
    if (end < neededTo || maps.hasUnknown()) {
      throw new CorruptStoreException(
          files.describe(LogFile.FOLDER)
              + ": is whole up to revision "
              + end
              + ", expected at least "
              + neededTo
              + (maps.hasUnknown() ? ", with changes of maps that it does not know" : "")
              + "; run \"vitrine repair\"");
    }
  }

  /** Where the new log begins: behind all there ever was. */
  private long startOfLog() throws IOException {
    long start = checkpoint;
    for (String name : files.list(LogFile.FOLDER)) {
      long other = LogFile.startOf(name);
      if (other >= 0) {
        try (MappedFile file = files.open(LogFile.FOLDER + "/" + name)) {
          start = Math.max(start, other + Math.max(MapLayout.PAGE, file.size()));
        }
      }
    }
    return MapLayout.pages(start + 1) << MapLayout.PAGE_SHIFT;
  }

  /** Makes the new log, checkpoint and control file, which count once the last has its name. */
  private void beginAnew(long start, long end) throws IOException {
    String log = LogFile.nameOf(start);
    String saved = CheckpointWriter.nameOf(start);
    boolean isMade = false;
    try {
      LogFile.create(files, start, ChangeLog.FILE_BYTES_MIN, epoch, true);
      createControl(start, writeCheckpoint(start), end);
      isMade = true;
      keepFormer(log, saved);
      files.rename(CONTROL, ControlLayout.FILE);
    } catch (Throwable e) { // no room for one of them, say
      if (!isMade || files.exists(CONTROL)) { // else it has its name
        for (String name : List.of(CONTROL, saved, log)) {
          files.delete(name); // among those of before it would be damage
        }
      }
      throw e;
    }
    files.forceFolder(".");
  }

  /** Gives the files of before, which are still all there, second names under which they stay. */
  private void keepFormer(String log, String saved) throws IOException {
    if (keepIn.isEmpty()) {
      return;
    }
    files.link(ControlLayout.FILE, keepIn + "/" + ControlLayout.FILE);
    for (String folder : OwnFiles.FOLDERS) {
      for (String former : OwnFiles.in(files, folder)) {
        if (!former.equals(log) && !former.equals(saved)) {
          files.link(former, keepIn + "/" + former);
        }
      }
    }
  }

  private long writeCheckpoint(long revision) throws IOException {
    try (var writer = new CheckpointWriter(files, epoch, revision)) {
      for (MapBuilder map : maps.maps()) {
        writer.map(map.mapId(), map.path(), map.shape());
        map.forEach(writer::entry);
      }
      return writer.finish(revision);
    }
  }

  private void createControl(long start, long bytes, long end) throws IOException {
    ControlFile.create(
        files,
        CONTROL,
        epoch,
        memory -> {
          set(memory, ControlLayout.NEXT_MAP_ID, maps.nextMapId());
          CollectionCount.set(memory, maps.maps().size());
          set(memory, ControlLayout.LOG_TAIL, start);
          set(memory, ControlLayout.LOG_FIRST, start);
          set(memory, ControlLayout.LOG_SETTLED, start);
          set(memory, ControlLayout.LOG_LAST, start);
          set(memory, ControlLayout.LOG_BASE, start);
          set(memory, ControlLayout.DURABLE, DurableWords.YES);
          set(memory, ControlLayout.FORCED_TO, start);
          set(memory, ControlLayout.CHECKPOINT, start);
          set(memory, ControlLayout.CHECKPOINT_BYTES, bytes);
          set(memory, ControlLayout.RECOVERED_TO, end);
          Memory.set(memory, ControlLayout.FORMER_EPOCH, formerEpoch);
        });
  }

  private static void set(MemorySegment memory, long offset, long value) {
    Memory.set(memory, offset, CheckedWord.of(value));
  }

  /** Puts the maps in the place of those before; others that are there were dropped. */
  private void nameMaps() throws IOException {
    Set<String> names = new HashSet<>();
    for (var map : maps.closed().entrySet()) {
      String name = StorePath.file(map.getValue());
      files.rename(map.getKey(), name);
      names.add(name);
    }
    for (String folder : StorePath.FOLDERS) {
      for (String name : OwnFiles.in(files, folder)) {
        if (!names.contains(name)) {
          files.delete(name);
        }
      }
    }
  }

  private void deleteFormer(String folder, String kept) throws IOException {
    for (String name : OwnFiles.in(files, folder)) {
      if (!kept.equals(name)) {
        files.delete(name);
      }
    }
  }
}
