package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

/** What a scratch keeps between two calls: each thread may have one, and there may be many. */
class ScratchTest {
  @Test
  void nothingLargeIsKept() {
    var scratch = new Scratch(Scratch.NOBODY);
    scratch.reserveOut(1 << 20);
    scratch.reserveIn(1 << 20);
    assertEquals(1 << 20, scratch.out.byteSize());
    scratch.record.key = scratch.out;
    scratch.record.value = scratch.out;
    scratch.record.old = scratch.in;
    var out = new WeakReference<>(scratch.out);
    var in = new WeakReference<>(scratch.in);
    scratch.trim();
    assertTrue(scratch.out.byteSize() < 1 << 20 && scratch.in.byteSize() < 1 << 20);
    for (long since = System.nanoTime(); out.get() != null || in.get() != null; System.gc()) {
      assertTrue(System.nanoTime() - since < 60_000_000_000L, "the images are kept");
    }
  }

  @Test
  void whatIsSmallStaysAsItIs() {
    var scratch = new Scratch(Scratch.NOBODY);
    scratch.record.value = scratch.out;
    MemorySegment out = scratch.out;
    scratch.trim();
    assertSame(out, scratch.out);
    assertSame(out, scratch.record.value);
  }
}
