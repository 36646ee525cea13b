package io.vitrine.store;

/**
 * Makes the changes of one map that the log of a store in use tells in a file that nobody uses yet.
 * For one thread.
 */
final class MapReplay {
  private final ChangeLog log;
  private final MapBuilder map;
  private final LogPins.Pin pin;
  private final ChangeView change = new ChangeView();
  private long position;

  /** Begins where a log is pinned, and moves the pin on. */
  MapReplay(ChangeLog log, MapBuilder map, LogPins.Pin pin) {
    this.log = log;
    this.map = map;
    this.pin = pin;
    this.position = pin.position();
  }

  /** How many bytes of the log have not been read. */
  long left() {
    return log.end() - position;
  }

  /**
   * Reads on to the first record that is not finished.
   *
   * @throws RetentionException if the log does not reach back to where reading goes on
   */
  void read() {
    read(false);
  }

  /**
   * Reads on to the end, while all segments of the map are locked: records that are not finished
   * are of other maps then, or of a group that has been decided.
   *
   * @throws RetentionException if the log does not reach back to where reading goes on
   */
  void readAll() {
    read(true);
  }

  private void read(boolean mapIsLocked) {
    try {
      walk(mapIsLocked);
    } catch (IllegalStateException e) {
      log.checkOpen();
      checkRetained(); // the file may have been let go meanwhile
      throw e;
    }
    checkRetained();
  }

  private void walk(boolean mapIsLocked) {
    checkRetained();
    long until = log.end(); // others may write faster than this reads
    LogFile file = log.fileOrNull(position);
    while (file != null && position < until) {
      if (position == file.end) {
        pin.advance(position);
        file = log.fileOrNull(position);
        continue;
      }
      long at = file.skipFileHeader(position);
      long header = Memory.getAcquire(file.memory, file.offset(at));
      int state = RecordHeader.state(header);
      if (state == 0 || (state == RecordHeader.RESERVED && !mapIsLocked)) {
        return;
      }
      long end = at + file.checkedBytes(at, header);
      if (state == RecordHeader.COMMITTED
          || (state == RecordHeader.RESERVED && RecordHeader.isDecided(header))) {
        make(file, at, end);
      }
      position = end;
    }
  }

  private void make(LogFile file, long at, long end) {
    change.read(file, at, end);
    while (change.next()) {
      if (change.mapId() == map.mapId()) {
        map.make(change);
      }
    }
  }

  private void checkRetained() {
    if (position < log.first()) {
      throw new RetentionException(
          "changes after revision "
              + position
              + " left the log before they were copied; let it retain more, see"
              + " StoreOptions.retainBytes");
    }
  }
}
