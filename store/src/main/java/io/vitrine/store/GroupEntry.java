package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** One entry that an atomic group reads or changes. For the thread that runs the group. */
final class GroupEntry {
  /** What becomes of the entry. */
  enum Task {
    READ,
    PUT,
    REMOVE
  }

  final MappedMap<?, ?> map;
  final MapEngine engine;
  final GroupPart part;

  /** Key and, for a put, value, and what was found when the group was made. */
  Scratch scratch;

  final int segment;
  Task task = Task.READ;

  /** When it was changed first, among the entries of its group; 0 for one that is only read. */
  int order;

  /** The value to be set, as it was given. */
  @Nullable Object value;

  /** Revision that the entry had when it was read, 0 for none, -1 if it was not read. */
  long readRevision = -1;

  boolean found;
  long slot;
  long oldWord;
  long newWord;
  long block;
  long lengths;
  long content;
  long oldBlock;
  long oldLengths;

  GroupEntry(MappedMap<?, ?> map, Scratch scratch) {
    this.map = map;
    this.engine = map.engine();
    this.part = engine.groupPart();
    this.scratch = scratch;
    this.segment = engine.segmentOf(scratch.hash);
  }

  /** Takes another key and value of the same key, and gives those of before back. */
  Scratch exchange(Scratch other) {
    Scratch former = scratch;
    scratch = other;
    return former;
  }

  /** Whether something is to be done. */
  boolean changes() {
    return task == Task.PUT || (task == Task.REMOVE && found);
  }

  /** Size of the entry after the change, 0 for none. */
  long newBytes() {
    return task == Task.PUT ? BlockLayout.bytes(lengths) : 0;
  }
}
