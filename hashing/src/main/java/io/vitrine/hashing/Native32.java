package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The fast alternative to 31·h + c of Peter Lawrey's article on {@code String.hashCode}: four bytes
 * at a time as a little-endian int, h·0x7A646E4D + int in 64 bits, once more multiplied at the end
 * and folded with h ^ (h &gt;&gt;&gt; 25) to 32 bits, zero-extended. Immutable, for any thread.
 *
 * <p>The article reads whole ints beyond the end of the text, where padding happens to be zero.
 * Here the last one to three bytes are an int with zeros above, so the hashes are those of the
 * article, also where something else follows. A text and the same with zero bytes up to the next
 * multiple of four therefore collide.
 */
final class Native32 implements HashStrategy {
  static final String NAME = "native32";
  static final int ID = 5;
  static final Native32 INSTANCE = new Native32();

  private static final long MULTIPLIER = 0x7A64_6E4DL;

  /* Its powers, modulo 2^64. */
  private static final long POWER2 = 0x3A83_E087_BFAE_4329L;
  private static final long POWER3 = 0xAA84_C945_4E49_D155L;
  private static final long POWER4 = 0xFECE_1414_8B5A_7C91L;

  private static final int FOLD = 25;
  private static final int BLOCK = 2 * Long.BYTES;

  private Native32() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int id() {
    return ID;
  }

  @Override
  public long seed() {
    return 0;
  }

  @Override
  public long hash(long value) {
    return finish((int) value * MULTIPLIER + (int) (value >>> 32));
  }

  @Override
  public long hash(int value) {
    return finish(value);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return hash(ArraySource.INSTANCE, bytes, offset, offset + (long) length);
  }

  @Override
  public long hash(CharSequence text) {
    Utf8Buffer utf8 = Utf8Buffer.encode(text);
    long hash = hash(ArraySource.INSTANCE, utf8.bytes, 0, utf8.length);
    utf8.release();
    return hash;
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    if (array == null) {
      return hash(SegmentSource.INSTANCE, segment, offset, offset + length);
    }
    long at = segment.address() + offset;
    return hash(ArraySource.INSTANCE, array, at, at + length);
  }

  @Override
  public String toString() {
    return NAME;
  }

  /** Sixteen bytes at a time while there are so many: the same sum, in a shorter chain. */
  private static <T> long hash(ByteSource<T> source, T from, long at, long end) {
    long h = 0;
    long next = at;
    if (end - next >= BLOCK) {
      h = block(source, from, next);
      for (next += BLOCK; end - next >= BLOCK; next += BLOCK) {
        h = h * POWER4 + block(source, from, next);
      }
    }
    for (; end - next >= Integer.BYTES; next += Integer.BYTES) {
      h = h * MULTIPLIER + source.int32(from, next);
    }
    if (next < end) {
      int last = 0;
      for (long i = end - 1; i >= next; i--) {
        last = last << Byte.SIZE | source.uint8(from, i);
      }
      h = h * MULTIPLIER + last;
    }
    return finish(h);
  }

  /** What sixteen bytes add. */
  private static <T> long block(ByteSource<T> source, T from, long at) {
    long low = source.int64(from, at);
    long high = source.int64(from, at + Long.BYTES);
    return (int) low * POWER3
        + (low >> Integer.SIZE) * POWER2
        + (int) high * MULTIPLIER
        + (high >> Integer.SIZE);
  }

  private static long finish(long sum) {
    long h = sum * MULTIPLIER;
    return Integer.toUnsignedLong((int) h ^ (int) (h >>> FOLD));
  }
}
