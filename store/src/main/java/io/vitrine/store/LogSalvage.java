package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads every record of a log that proves itself by its check, over damaged ones and damaged
 * headers away. For one thread, while nobody has the store open.
 */
final class LogSalvage {
  /** Takes the changes that were made, in their order. */
  @FunctionalInterface
  interface Visitor {
    void change(MemorySegment source, ChangeParser.EntryPlace change) throws IOException;
  }

  /** What a record says of a map's creation. */
  record Created(String path, MapShape shape, long revision) {}

  private final StoreFiles files;
  private final long epoch;
  private final Map<Integer, Created> created = new HashMap<>();

  /** Maps that were dropped, and by which revision at the latest. */
  private final Map<Integer, Long> dropped = new HashMap<>();

  private boolean isAnyUnknown;
  private final ChangeParser parser = new ChangeParser();
  private int lastMapId;
  private long expected = -1;
  private long gapless;
  private long beginning;
  private long reached;
  private boolean hasGarbageAtEnd;
  private long end;

  /** What is not whole from here on was never promised, and is no gap. */
  private long forcedTo = Long.MAX_VALUE;

  LogSalvage(StoreFiles files, long epoch) {
    this.files = files;
    this.epoch = epoch;
  }

  /** Maps that were created and not dropped, by their numbers, as far as the log tells. */
  Map<Integer, Created> created() {
    return created;
  }

  /** Whether a whole record, or the checkpoint, says that a map was dropped. */
  boolean isDropped(int mapId) {
    return dropped.containsKey(mapId);
  }

  /**
   * How many maps were dropped since a control file was written.
   *
   * @param revision what it was written after
   * @param mapAtHand the map that was being dropped by then, 0 for none
   */
  long droppedMaps(long revision, int mapAtHand) {
    return dropped.entrySet().stream()
        .filter(each -> each.getValue() >= revision || each.getKey() == mapAtHand)
        .count();
  }

  /**
   * Takes for dropped what was created before a checkpoint that does not have it, where records are
   * missing since: the one of the drop is among them.
   *
   * @param saved numbers of the maps that the checkpoint has
   */
  void savedAt(long revision, Set<Integer> saved) {
    created
        .entrySet()
        .removeIf(each -> {
          boolean isGone =
              each.getValue().revision() < Math.min(revision, gapless)
                  && !saved.contains(each.getKey());
          if (isGone) {
            dropped.put(each.getKey(), revision - 1);
          }
          return isGone;
        });
  }

  /** Whether what the log tells of each map's creation could be read. */
  boolean knowsAllMaps() {
    return !isAnyUnknown;
  }

  /** The largest number of a map that the log names. */
  int lastMapId() {
    return lastMapId;
  }

  /** A position behind everything that the log's files have room for. */
  long end() {
    return end;
  }

  /**
   * Reads the log for what it says of the maps themselves.
   *
   * @param known maps that there were before what the log tells, by their numbers
   */
  void readCatalogue(Map<Integer, Created> known) throws IOException {
    created.putAll(known);
    known.keySet().forEach(mapId -> lastMapId = Math.max(lastMapId, mapId));
    read((source, change) -> {
      lastMapId = Math.max(lastMapId, change.mapId);
      if (change.kind == ChangeKind.DROPPED) {
        created.remove(change.mapId);
        dropped.put(change.mapId, change.revision);
      } else if (change.kind == ChangeKind.CREATED && change.newLength > 0) {
        note(source, change);
      }
    });
  }

  private void note(MemorySegment source, ChangeParser.EntryPlace change) {
    byte[] path = source.asSlice(change.keyOffset, change.keyLength).toArray(ValueLayout.JAVA_BYTE);
    try {
      MapShape shape =
          MapShape.read(source, change.newOffset, change.newLength, files.describe("log"));
      String name = new String(path, StandardCharsets.UTF_8);
      created
          .entrySet()
          .removeIf(e -> e.getKey() < change.mapId && e.getValue().path().equals(name));
      Created saved = created.get(change.mapId); // by a checkpoint, from which on all is told
      long revision = Math.max(change.revision, saved == null ? 0 : saved.revision());
      created.put(change.mapId, new Created(name, shape, revision));
    } catch (StoreException e) {
      isAnyUnknown =
          true; // a hash strategy that is not known here: the map's own header may tell more
    }
  }

  /**
   * Behind the last place where records may be missing: what a change from there on says of a key
   * is the newest that there is, unless a later change says more.
   */
  long gapless() {
    return gapless;
  }

  /** Where the first file that is left begins: what came before, nothing is known of. */
  long beginning() {
    return beginning;
  }

  /** Says where the log ended at the least: if it no longer goes there, its end is missing. */
  void reachedTo(long position) {
    reached = position;
    noteMissingEnd();
  }

  /**
   * Says that the power was lost, and up to where the log was on disk by then: what is torn behind
   * was never promised, and so nothing is missing there.
   */
  void wasForcedTo(long position) {
    forcedTo = position;
  }

  /** Whether the log went on once behind the end that is left. */
  boolean isEndMissing() {
    return reached > expected;
  }

  /** What follows the end that is left may say something else of each key. */
  private void noteMissingEnd() {
    if ((hasGarbageAtEnd && expected < forcedTo) || isEndMissing()) {
      gapless = Long.MAX_VALUE;
    }
  }

  /** Hands on all changes that were made. */
  void read(Visitor visitor) throws IOException {
    expected = -1;
    gapless = 0;
    hasGarbageAtEnd = false;
    for (long start : LogScan.starts(files)) {
      try (LogFile file = LogFile.openUnchecked(files, start, epoch)) {
        end = Math.max(end, start + Math.max(MapLayout.PAGE, file.memory.byteSize()));
        if (expected < 0) {
          beginning = start;
          gapless = start; // there may have been files before, or they are retained no longer
        }
        if (expected < 0 || expected == start) {
          expected = start + LogLayout.FIRST_RECORD;
        }
        read(file, visitor);
      }
    }
    noteMissingEnd();
  }

  private void read(LogFile file, Visitor visitor) throws IOException {
    long position = file.start + LogLayout.FIRST_RECORD;
    while (position + 8 <= file.end) {
      long header = Memory.get(file.memory, file.offset(position));
      long bytes = RecordHeader.bytes(header);
      boolean fits =
          RecordHeader.isSound(header)
              && RecordHeader.state(header) != 0
              && bytes > 0
              && bytes <= file.end - position;
      boolean isRecord = fits && parser.turnToIfRecord(file, position, position + bytes);
      if (isRecord && position != expected) {
        gapless = expected < forcedTo ? position : gapless; // pages come to disk in any order
        expected = position;
      }
      if (position == expected) {
        boolean isSkipped = fits && !wasMade(header); // what was made and is damaged is a gap
        hasGarbageAtEnd = header != 0 && !isRecord && !isSkipped;
        expected += isRecord || isSkipped ? bytes : 0;
      }
      while (isRecord && wasMade(header) && parser.next()) {
        visitor.change(parser.source(), parser.entry);
      }
      position += isRecord ? bytes : 8;
    }
  }

  /** Whether the changes of a record were made, or will be. */
  private static boolean wasMade(long header) {
    return RecordHeader.state(header) == RecordHeader.COMMITTED
        || (RecordHeader.state(header) == RecordHeader.RESERVED && RecordHeader.isDecided(header));
  }
}
