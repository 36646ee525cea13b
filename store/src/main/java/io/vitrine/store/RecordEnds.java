package io.vitrine.store;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Ends records of the log that dead writers reserved, where the maps that they were about are made
 * anew and so can no longer say what became of them. For one thread, while nobody has the store
 * open.
 */
final class RecordEnds {
  private final StoreFiles files;
  private final long epoch;
  private final Map<Integer, MapBuilder> rebuilt;
  private final Set<Integer> dropped;
  private final boolean all;
  private final ChangeParser parser = new ChangeParser();

  /**
   * Makes the task.
   *
   * @param rebuilt the maps made anew, by their numbers
   * @param dropped numbers of the maps whose files say that they were dropped, and go
   * @param all whether to end also those that nothing is known of, for their writers would no
   *     longer be taken for dead
   */
  RecordEnds(
      StoreFiles files,
      long epoch,
      Map<Integer, MapBuilder> rebuilt,
      Set<Integer> dropped,
      boolean all) {
    this.files = files;
    this.epoch = epoch;
    this.rebuilt = rebuilt;
    this.dropped = dropped;
    this.all = all;
  }

  void run() throws IOException {
    List<Long> starts = LogScan.starts(files);
    if (starts.isEmpty()) {
      return;
    }
    try (var scan = new LogScan(files, epoch)) {
      scan.walk(starts.getFirst(), this::endIfReserved);
    }
  }

  private void endIfReserved(LogFile file, long begin, long end, long header) {
    if (RecordHeader.state(header) != RecordHeader.RESERVED) {
      return;
    }
    boolean known = false;
    boolean made = RecordHeader.isDecided(header);
    if (parser.turnTo(file, begin, end)) {
      while (parser.next()) {
        MapBuilder map = rebuilt.get(parser.entry.mapId);
        if (map != null) {
          known = true;
          made |= isMade(map);
        } else if (parser.entry.kind == ChangeKind.DROPPED
            && dropped.contains(parser.entry.mapId)) {
          known = true;
          made = true;
        }
      }
    }
    if (known || all) {
      int state = made ? RecordHeader.COMMITTED : RecordHeader.PASSED_OVER;
      Memory.setRelease(file.memory, file.offset(begin), RecordHeader.withState(header, state));
    }
  }

  /** Whether the map shows the change at hand. */
  private boolean isMade(MapBuilder map) {
    ChangeParser.EntryPlace change = parser.entry;
    long revision = map.revisionOf(parser.source(), change.keyOffset, change.keyLength);
    return change.newLength < 0 ? revision == 0 : revision >= change.revision;
  }
}
