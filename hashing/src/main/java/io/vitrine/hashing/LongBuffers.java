package io.vitrine.hashing;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The buffers for texts of more than {@link Utf8Buffer#LENGTH_MAX} characters, which may have three
 * megabytes each. Any thread may borrow one and gives it back. Nobody waits: whoever finds none
 * makes one, and of two that are given back to one place the last stays. They are kept until memory
 * is short, when the garbage collector takes them.
 */
final class LongBuffers {
  private static final int PLACES = 16;

  private static final AtomicReferenceArray<@Nullable SoftReference<Utf8Buffer>> KEPT =
      new AtomicReferenceArray<>(PLACES);

  private LongBuffers() {}

  /** A buffer that is nobody else's until it is given back. */
  static Utf8Buffer lend() {
    SoftReference<Utf8Buffer> kept = KEPT.getAndSet(place(), null);
    Utf8Buffer buffer = kept == null ? null : kept.get();
    return buffer == null ? Utf8Buffer.ofLong() : buffer;
  }

  /** Keeps a buffer that {@link #lend} gave, for the next one. */
  static void giveBack(Utf8Buffer buffer) {
    KEPT.setRelease(place(), buffer.kept);
  }

  private static int place() {
    return (int) Thread.currentThread().threadId() & PLACES - 1;
  }
}
