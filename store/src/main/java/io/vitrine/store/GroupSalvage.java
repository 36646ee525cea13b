package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Finishes atomic groups that dead writers had decided, in maps that are made anew: of these nobody
 * takes a segment over any more. For one thread, while nobody has the store open.
 */
final class GroupSalvage {
  /* A segment whose intent names a group has been locked since the group was made, so that nothing
   * newer of its keys is anywhere. Whether the group was decided says its record's header, and what
   * is to be made the record. An older record that is gone was ended, with all that it told. */

  private final StoreFiles files;
  private final long epoch;
  private final ChangeParser parser = new ChangeParser();

  GroupSalvage(StoreFiles files, long epoch) {
    this.files = files;
    this.epoch = epoch;
  }

  /**
   * Makes what is left of the groups in a map.
   *
   * @return what to tell people of groups whose record is damaged or gone
   */
  List<String> finish(MapSalvage salvage) throws IOException {
    MapImage image = salvage.image();
    MemorySegment memory = image.memory();
    int unknown = 0;
    for (int segment = 0; segment < image.shape().segments(); segment++) {
      long at = image.segmentAt(segment);
      if (Memory.get(memory, at + SegmentLayout.LOCK) != 0
          && Memory.get(memory, at + SegmentLayout.INTENT_SLOT) == SegmentLayout.GROUP
          && !finish(salvage, segment, Memory.get(memory, at + SegmentLayout.INTENT_RECORD) - 1)) {
        unknown++;
      }
    }
    return unknown == 0
        ? List.of()
        : List.of(
            image.path()
                + ": an atomic group was being made in "
                + unknown
                + " of its segments, and its record is damaged or gone: it may be made in part");
  }

  private boolean finish(MapSalvage salvage, int segment, long record) throws IOException {
    long start =
        LogScan.starts(files).stream().mapToLong(s -> s).filter(s -> s <= record).max().orElse(-1);
    if (start < 0) {
      return true; // not reserved yet, or so long ago that all is done
    }
    try (LogFile file = LogFile.openUnchecked(files, start, epoch)) {
      if ((record & 7) != 0 || record < start + LogLayout.FIRST_RECORD || record > file.end - 8) {
        return false;
      }
      long header = Memory.get(file.memory, file.offset(record));
      long bytes = RecordHeader.bytes(header);
      if (!RecordHeader.isSound(header)
          || RecordHeader.state(header) == 0
          || bytes > file.end - record) {
        return false;
      }
      // A repair before this one may have committed it while other maps had it unfinished.
      if (RecordHeader.state(header) == RecordHeader.PASSED_OVER
          || !RecordHeader.isDecided(header)) {
        return true; // nothing is made
      }
      if (!parser.turnTo(file, record, record + bytes)) {
        return false;
      }
      while (parser.next()) {
        salvage.finish(parser.source(), parser.entry, segment);
      }
      return true;
    }
  }
}
