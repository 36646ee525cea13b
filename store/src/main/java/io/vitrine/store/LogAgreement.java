package io.vitrine.store;

import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares what the maps hold with what the change log tells, in memory that does not grow with
 * either. For one thread.
 */
final class LogAgreement {
  /* Every value that a record sets has a mark: a hash of key, revision and value. For a segment,
   * the marks that records set are added, those of the values that they replaced are taken away,
   * and the marks of the entries that the segment holds are taken away. What is left is 0 if each
   * chain of changes leads from one to the next and ends in the entry that is there, or in none.
   *
   * Entries of a compact map have no revision of their own: their marks do without, and the sums
   * are right only where the log tells of the map since it was created.
   *
   * While others write, each segment is compared with the log up to where it reached when the
   * segment was read: a change is made under the segment's lock, so that those before are made and
   * those behind are not. Where they write so much that the log no longer has all that lies before
   * that place, nothing can be told of the segment. */

  private final Findings findings;
  private final Map<Integer, OfMap> maps = new HashMap<>();
  private final Set<Integer> others = new HashSet<>();
  private final Map<Integer, String> withoutFile = new TreeMap<>();
  private int missing;
  private final ChangeParser parser = new ChangeParser();
  private long first;
  private long listedAt;
  private long lookedAt;

  /** Whether the log tells of every change of an entry. */
  private boolean isOfEntries = true;

  LogAgreement(Findings findings) {
    this.findings = findings;
  }

  /** Says that the log tells of every change behind a position. */
  void tellsFrom(long position) {
    first = position;
  }

  /** Says that the log tells of maps only, since nobody has read it so far. */
  void leaveEntriesOut() {
    isOfEntries = false;
  }

  /** Says how far the log reached when the maps' files were listed. */
  void listedAt(long position) {
    listedAt = position;
  }

  /**
   * Says how far the log reached when the last of these files had been looked at: up to there it
   * may tell that one of them was dropped meanwhile.
   */
  void lookedAt(long position) {
    lookedAt = position;
  }

  /** Says that there is a file of a map, of which nothing else is known. */
  void hasFile(int mapId) {
    others.add(mapId);
  }

  OfMap begin(MapFile file) {
    var map =
        new OfMap(
            file.path,
            StorePath.file(file.path),
            file.hashOrOther(),
            file.segments,
            file.compact != null);
    if (!file.isHashKnown()) {
      map.leftOut.set(0, file.segments); // it cannot be told which keys belong where
    }
    maps.put(file.mapId, map);
    return map;
  }

  private static boolean isOfMap(ChangeKind kind) {
    return kind == ChangeKind.CREATED || kind == ChangeKind.DROPPED;
  }

  private static long mark(
      long keyHash, long revision, MemorySegment memory, long value, long valueBytes) {
    return Checks.with(Checks.with(Checks.of(memory, value, valueBytes), revision), keyHash);
  }

  /** One map, of which the entries are told. */
  final class OfMap {
    private final String path;
    private final String name;
    private final HashStrategy hash;
    private final long[] sums;
    private final long[] ends;
    private final BitSet leftOut = new BitSet();
    private final boolean isCompact;

    /** Whether the log tells of all changes since the map was created. */
    private boolean isToldWhole;

    private OfMap(String path, String name, HashStrategy hash, int segments, boolean isCompact) {
      this.isCompact = isCompact;
      this.path = path;
      this.name = name;
      this.hash = hash;
      this.sums = new long[segments];
      this.ends = new long[segments];
    }

    /** Says how far the log reached when a segment was read. */
    void upTo(int segment, long position) {
      ends[segment] = position;
    }

    /** Says that nothing is known of a segment. */
    void leaveOut(int segment) {
      leftOut.set(segment);
    }

    void entry(
        MemorySegment memory, int segment, long keyHash, long block, long lengths, long offset) {
      long revision = BlockLayout.revision(memory, block);
      if (revision > ends[segment]) {
        findings.damage(
            name,
            offset,
            "an entry of revision " + revision,
            "at most " + ends[segment] + ", where the log ends");
        leaveOut(segment);
      } else if (isOfEntries && (isCompact || revision > first)) {
        sums[segment] -=
            mark(
                keyHash,
                isCompact ? 0 : revision,
                memory,
                block + BlockLayout.valueOffset(lengths),
                BlockLayout.valueLength(lengths));
      }
    }

    private void change(MemorySegment source, ChangeParser.EntryPlace change) {
      if (!change.kind.isOfEntry()) {
        isToldWhole |= change.kind == ChangeKind.CREATED;
        return;
      }
      long keyHash = MapEngine.spread(hash.hash(source, change.keyOffset, change.keyLength));
      int segment = (int) keyHash & (sums.length - 1);
      if (change.revision > ends[segment]) {
        return;
      }
      if (change.newLength >= 0) {
        long revision = isCompact ? 0 : change.revision;
        sums[segment] += mark(keyHash, revision, source, change.newOffset, change.newLength);
      }
      if (change.oldLength >= 0 && (isCompact || change.previous > first)) {
        long previous = isCompact ? 0 : change.previous;
        sums[segment] -= mark(keyHash, previous, source, change.oldOffset, change.oldLength);
      }
    }

    /** Tells of segments that are not as the log tells, which was read up to a position. */
    private void tell(long reached) {
      if (isCompact && !isToldWhole) {
        return; // entries do not say whether the log tells of them
      }
      for (int segment = 0; segment < sums.length; segment++) {
        if (sums[segment] != 0 && !leftOut.get(segment) && ends[segment] <= reached) {
          findings.damage(
              name,
              0,
              "entries in segment " + segment + " of " + path + " that are not as the log tells",
              "the entries that its records lead to");
        }
      }
    }
  }

  /**
   * Reads the log once more and tells where the maps differ from it.
   *
   * @param all whether all maps were looked at
   */
  void compare(LogScan scan, boolean all) throws IOException {
    scan.walk(first, this::record);
    long reached = scan.position; // before a file that came and went, if there was one
    maps.values().forEach(map -> map.tell(reached));
    if (all && listedAt <= reached && lookedAt <= reached) {
      missing = withoutFile.size();
      withoutFile.forEach((id, name) ->
          findings.damage(name, 0, "no file", "that of map " + id + ", which was created"));
    }
  }

  /** How many maps have no file by what the log tells. */
  int missing() {
    return missing;
  }

  /** Notes a map that was created, and forgets it where it was dropped. */
  private void noteMap(MemorySegment source, ChangeParser.EntryPlace change) {
    if (change.kind == ChangeKind.DROPPED) {
      withoutFile.remove(change.mapId);
    } else if (change.revision <= listedAt && !others.contains(change.mapId)) {
      byte[] path =
          source.asSlice(change.keyOffset, change.keyLength).toArray(ValueLayout.JAVA_BYTE);
      withoutFile.put(change.mapId, StorePath.file(new String(path, StandardCharsets.UTF_8)));
    }
  }

  private void record(LogFile file, long begin, long end, long header) {
    if (RecordHeader.state(header) != RecordHeader.COMMITTED || !parser.turnTo(file, begin, end)) {
      return;
    }
    while (parser.next()) {
      OfMap map = maps.get(parser.entry.mapId);
      if (map != null && isOfEntries) {
        map.change(parser.source(), parser.entry);
      } else if (map == null && isOfMap(parser.entry.kind)) {
        noteMap(parser.source(), parser.entry);
      }
    }
  }
}
