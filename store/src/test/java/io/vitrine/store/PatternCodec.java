package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Values of any size that are never on the heap: a length and a seed, written as so many bytes that
 * follow from the seed. Stateless; any thread.
 */
final class PatternCodec implements Codec<PatternCodec.Pattern> {
  /** A value; its bytes are a function of both. */
  record Pattern(long bytes, long seed) {}

  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

  @Override
  public String typeName() {
    return "bytes";
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(Pattern value) {
    return value.bytes();
  }

  @Override
  public void write(Pattern value, MemorySegment target, long offset) {
    for (long i = 0; i + 8 <= value.bytes(); i += 8) {
      target.set(WORD, offset + i, (value.seed() + i) * STEP);
    }
    for (long i = value.bytes() & ~7L; i < value.bytes(); i++) {
      target.set(ValueLayout.JAVA_BYTE, offset + i, (byte) value.seed());
    }
  }

  @Override
  public Pattern read(MemorySegment source, long offset, long length) {
    long seed =
        length < 8
            ? source.get(ValueLayout.JAVA_BYTE, offset)
            : source.get(WORD, offset) * 0xF1DE_83E1_9937_733DL; // the inverse of STEP
    var value = new Pattern(length, seed);
    for (long i = 0; i + 8 <= length; i += 8) {
      if (source.get(WORD, offset + i) != (seed + i) * STEP) {
        throw new IllegalStateException("another byte than was written near " + i);
      }
    }
    for (long i = length & ~7L; i < length; i++) {
      if (source.get(ValueLayout.JAVA_BYTE, offset + i) != (byte) seed) {
        throw new IllegalStateException("another byte than was written at " + i);
      }
    }
    return value;
  }
}
