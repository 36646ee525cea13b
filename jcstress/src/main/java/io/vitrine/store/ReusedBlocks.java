package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A slot, a version and three blocks, of which the writer uses again what it replaced. */
final class ReusedBlocks {
  private static final long SEGMENT = 0;
  private static final long SLOT = 128;
  private static final long FIRST = 256;
  private static final long SECOND = 320;
  private static final long THIRD = 384;
  private static final long END = 8;

  private final MemorySegment memory = MemorySegment.ofArray(new long[64]);

  ReusedBlocks() {
    fill(FIRST, 1);
    Memory.set(memory, SLOT, FIRST);
  }

  private void fill(long block, long value) {
    Memory.set(memory, block, value);
    Memory.set(memory, block + END, value);
  }

  private void swing(long block, long value) {
    fill(block, value);
    Memory.setRelease(memory, SLOT, block);
  }

  /** Updates three times: the third time in the block that the first time replaced. */
  void update() {
    swing(SECOND, 2);
    swing(THIRD, 3);
    MapEngine.moveVersion(memory, SEGMENT); // for both that were replaced
    swing(FIRST, 4);
  }

  long version() {
    return Memory.getAcquire(memory, SEGMENT + SegmentLayout.VERSION);
  }

  void copy(JJ_Result result) {
    long block = Memory.getAcquire(memory, SLOT);
    result.r1 = Memory.get(memory, block);
    result.r2 = Memory.get(memory, block + END);
  }
}
