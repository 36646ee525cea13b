package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * SipHash-2-4 and SipHash-1-3, 64 bits, with a secret key of 128: for keys from strangers.
 * Immutable, for any thread.
 *
 * <p>Written from Jean-Philippe Aumasson and Daniel J. Bernstein, "SipHash: a fast short-input PRF"
 * (INDOCRYPT 2012), and equal to its test vectors. 2-4 is what the paper proposes; 1-3, with half
 * of the rounds, is what hash tables commonly take (Rust, Ruby, Python).
 *
 * <p>A seed of 64 bits gives the key: its two halves are the next two numbers of SplitMix64 that
 * begins with the seed. So a seed of 0 does as well as any, as long as nobody knows it.
 */
final class SipHash implements HashStrategy {
  static final String NAME = "siphash";
  static final int ID = 6;
  static final String NAME13 = "siphash13";
  static final int ID13 = 8;

  private static final long INIT0 = 0x736f6d6570736575L;
  private static final long INIT1 = 0x646f72616e646f6dL;
  private static final long INIT2 = 0x6c7967656e657261L;
  private static final long INIT3 = 0x7465646279746573L;

  private final long seed;
  private final long k0;
  private final long k1;
  private final boolean full;
  private final boolean drawn;

  private SipHash(long seed, long k0, long k1, boolean full, boolean drawn) {
    this.seed = seed;
    this.k0 = k0;
    this.k1 = k1;
    this.full = full;
    this.drawn = drawn;
  }

  /** SipHash-2-4 if {@code full}, otherwise 1-3, with the key that a seed gives. */
  static SipHash seeded(long seed, boolean full, boolean drawn) {
    long step = 0x9E37_79B9_7F4A_7C15L;
    return new SipHash(seed, stirred(seed + step), stirred(seed + 2 * step), full, drawn);
  }

  /** The same with a key of 128 bits, as the paper has it. */
  static SipHash keyed(long k0, long k1, boolean full) {
    return new SipHash(0, k0, k1, full, false);
  }

  private static long stirred(long z) {
    long y = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    y = (y ^ y >>> 27) * 0x94D0_49BB_1331_11EBL;
    return y ^ y >>> 31;
  }

  @Override
  public String name() {
    return full ? NAME : NAME13;
  }

  @Override
  public int id() {
    return full ? ID : ID13;
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public boolean isSeedDrawn() {
    return drawn;
  }

  @Override
  public long hash(long value) {
    return hash(null, null, value, 1, (long) Long.BYTES << 56);
  }

  @Override
  public long hash(int value) {
    return hash(null, null, 0, 0, (long) Integer.BYTES << 56 | (value & 0xFFFF_FFFFL));
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return hash(ArraySource.INSTANCE, bytes, offset, length);
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
    return array == null
        ? hash(SegmentSource.INSTANCE, segment, offset, length)
        : hash(ArraySource.INSTANCE, array, segment.address() + offset, length);
  }

  /** Tells no seed: it is a secret. */
  @Override
  public String toString() {
    return name();
  }

  private <T> long hash(ByteSource<T> source, T from, long at, long length) {
    long last = length << 56;
    long tail = at + (length & -Long.BYTES);
    for (int i = 0; i < (length & 7); i++) {
      last |= (long) source.uint8(from, tail + i) << (Byte.SIZE * i);
    }
    return hash(source, from, at, length >>> 3, last);
  }

  /**
   * So many words from {@code at}, then the last one, which has the length. Without a source there
   * is at most one before it, {@code at} itself.
   */
  private <T> long hash(
      @Nullable ByteSource<T> source, @Nullable T from, long at, long words, long last) {
    long v0 = k0 ^ INIT0;
    long v1 = k1 ^ INIT1;
    long v2 = k0 ^ INIT2;
    long v3 = k1 ^ INIT3;
    int rounds = full ? 2 : 1;
    for (long i = 0; i <= words + 1; i++) {
      long word = 0;
      if (i < words) {
        word = source == null || from == null ? at : source.int64(from, at + i * Long.BYTES);
      } else if (i == words) {
        word = last;
      } else {
        v2 ^= 0xFF;
        rounds = full ? 4 : 3;
      }
      v3 ^= word;
      for (int round = 0; round < rounds; round++) {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
      v0 ^= word;
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }
}
