package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.EndOfStack;
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

  @Test
  void anImageAndItsWordsAreOneWhateverFails() throws InterruptedException {
    int failed = 0;
    for (int frames = 0; frames < 300; frames++) {
      var grown = new Scratch(Scratch.NOBODY);
      failed += fails(frames, () -> grown.reserveOut(4096));
      failed += fails(frames, () -> grown.reserveIn(4096));
      assertImagesAreWords(grown, frames);
      var trimmed = new Scratch(Scratch.NOBODY);
      trimmed.reserveOut(1 << 20);
      trimmed.reserveIn(1 << 20);
      failed += fails(frames, trimmed::trim);
      assertImagesAreWords(trimmed, frames);
    }
    assertTrue(failed > 0, "there was always stack enough");
  }

  @Test
  void aRecordIsWrittenBehindOneThatCouldNotBe() throws InterruptedException {
    int failed = 0;
    MemorySegment log = MemorySegment.ofArray(new long[64]);
    for (int frames = 0; frames < 300; frames++) {
      var scratch = new Scratch(Scratch.NOBODY);
      scratch.record.words = scratch.outWords;
      scratch.record.keyOffset = BlockLayout.KEY;
      scratch.record.keyLength = Long.BYTES;
      failed += fails(frames, () -> scratch.record.writeImage(log, 0, 0, 0));
      scratch.record.writeImage(log, 0, 0, 0);
    }
    assertTrue(failed > 0, "there was always stack enough");
  }

  private static int fails(int frames, Runnable work) throws InterruptedException {
    Throwable thrown = EndOfStack.run(frames, work);
    if (thrown == null) {
      return 0;
    }
    assertInstanceOf(StackOverflowError.class, thrown);
    return 1;
  }

  private static void assertImagesAreWords(Scratch scratch, int frames) {
    assertSame(wordsOf(scratch.out), scratch.outWords, () -> frames + " frames from the end");
    assertSame(wordsOf(scratch.in), scratch.inWords, () -> frames + " frames from the end");
  }

  /** The words of an image, or those of none where it lies outside of the heap. */
  private static Object wordsOf(MemorySegment image) {
    return image.heapBase().orElse(Words.NONE);
  }
}
