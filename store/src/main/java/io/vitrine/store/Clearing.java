package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Removes all entries of a map, one after the other. For one thread.
 *
 * <p>Keys are taken as they stand in the map: what one is read as may not be what it was written
 * from, such as an instance of a class that the user's codec makes of a typed value.
 */
final class Clearing<K, V> {
  private final MappedMap<K, V> map;
  private final ScratchPool scratches;
  private final GroupReader group;

  Clearing(MappedMap<K, V> map, ScratchPool scratches) {
    this.map = map;
    this.scratches = scratches;
    this.group = new GroupReader(map.engine(), true);
  }

  /** Removes an entry whose image lies among others. */
  @FunctionalInterface
  private interface Removal {
    void make(MemorySegment images, long image);
  }

  void run() {
    if (!CompactRuns.suit(map.engine())) {
      walk(this::remove);
      return;
    }
    Scratch scratch = scratches.take();
    try {
      var engine = (CompactEngine) map.engine();
      var runs = new CompactRuns<>(map, engine, scratch, WordTask.REMOVE);
      engine.file.guard(() -> {
        try {
          walk(runs::addImage);
        } finally {
          runs.end();
        }
        return true;
      });
    } finally {
      scratches.give(scratch);
    }
  }

  private void walk(Removal removal) {
    Turn turn = Turn.current();
    MapFile file = map.engine().file;
    for (int segment = 0; segment < file.segments; segment++) {
      int in = segment;
      for (long at = 0; at != WalkOrder.END; at = group.nextPlace()) {
        long place = at;
        file.guard(() -> {
          group.read(in, place);
          return true;
        });
        map.engine().log().checkMayWait();
        for (int i = 0; i < group.count(); i++) {
          turn.step();
          removal.make(group.images(), group.image(i));
        }
      }
    }
  }

  /** Removes an entry that may be void, and so would not be found by others. */
  private void remove(MemorySegment images, long image) {
    Scratch scratch = scratches.take();
    try {
      long length = BlockLayout.keyLength(BlockLayout.lengths(images, image));
      scratch.reserveOut(BlockLayout.KEY, length);
      MemorySegment.copy(images, image + BlockLayout.KEY, scratch.out, BlockLayout.KEY, length);
      map.setKey(scratch, length);
      boolean removed = map.make(scratch, Condition.PRESENT, 0, true, false);
      if (!removed && map.engine().file.compact == null) {
        map.make(scratch, Condition.EXPIRED, 0, true, false);
      }
    } finally {
      scratches.give(scratch);
    }
  }
}
