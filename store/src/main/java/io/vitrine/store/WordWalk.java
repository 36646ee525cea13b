package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** Walks over entries whose key is a word and whose value is at most one. For one thread. */
final class WordWalk {
  /** Takes an entry. */
  @FunctionalInterface
  interface Visitor {
    void visit(long key, long word);
  }

  private final MapEngine engine;
  private final GroupReader group;

  WordWalk(MapEngine engine) {
    this.engine = engine;
    this.group = new GroupReader(engine);
  }

  /** Hands on every entry, in the order of a cursor. */
  void forEach(Visitor visitor) {
    for (int segment = 0; segment < engine.file.segments; segment++) {
      for (long at = 0; at != WalkOrder.END; at = group.nextPlace()) {
        group.read(segment, at);
        for (int i = 0; i < group.count(); i++) {
          visit(group.images(), group.image(i), visitor);
        }
      }
    }
  }

  private void visit(MemorySegment images, long image, Visitor visitor) {
    if (!engine.expiry.isVoid(images, image)) {
      long value = image + BlockLayout.valueOffset(BlockLayout.lengths(images, image));
      visitor.visit(
          Memory.get(images, image + BlockLayout.KEY), Memory.get(images, value)); // zeros behind
    }
  }
}
