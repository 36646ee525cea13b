package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * XXH3, 64 bits, with seed 0 and the default secret. Immutable, for any thread.
 *
 * <p>Written from the specification of the xxHash family by Yann Collet (version 0.2.0 of June
 * 2023, github.com/Cyan4973/xxHash, {@code doc/xxhash_spec.md}), and equal to its {@code
 * XXH3_64bits} bit for bit. This class does input of up to 240 bytes, {@link Xxh3Large} does what
 * is longer.
 */
final class Xxh3 implements HashStrategy {
  static final String NAME = "xxh3";
  static final int ID = 2;
  static final Xxh3 INSTANCE = new Xxh3();

  private static final int SMALL_MAX = 16;
  private static final int MEDIUM_MAX = 128;
  private static final int UPPER_MEDIUM_MAX = 240;

  private static final long EMPTY_SECRET = Xxh3Secret.at(56) ^ Xxh3Secret.at(64);
  private static final long SECRET_1_TO_3 =
      (Xxh3Secret.at(0) ^ Xxh3Secret.at(0) >>> 32) & 0xFFFF_FFFFL;
  private static final long SECRET_4_TO_8 = Xxh3Secret.at(8) ^ Xxh3Secret.at(16);
  private static final long SECRET_9_TO_16_LOW = Xxh3Secret.at(24) ^ Xxh3Secret.at(32);
  private static final long SECRET_9_TO_16_HIGH = Xxh3Secret.at(40) ^ Xxh3Secret.at(48);

  private Xxh3() {}

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
    return finish4to8(Long.rotateLeft(value, 32), Long.BYTES);
  }

  @Override
  public long hash(int value) {
    long word = value & 0xFFFF_FFFFL;
    return finish4to8(word << 32 | word, Integer.BYTES);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return hash(ArraySource.INSTANCE, bytes, offset, length);
  }

  @Override
  public long hash(CharSequence text) {
    if (text instanceof String string && AsciiSource.reads(string)) {
      return small(AsciiSource.INSTANCE, string, 0, string.length());
    }
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

  @Override
  public String toString() {
    return NAME;
  }

  private static <T> long hash(ByteSource<T> source, T from, long at, long length) {
    if (length <= SMALL_MAX) {
      return small(source, from, at, length);
    }
    if (length <= MEDIUM_MAX) {
      return medium(source, from, at, length);
    }
    if (length <= UPPER_MEDIUM_MAX) {
      return upperMedium(source, from, at, length);
    }
    return Xxh3Large.hash(source, from, at, length);
  }

  /** Up to 16 bytes. */
  private static <T> long small(ByteSource<T> source, T from, long at, long length) {
    if (length > 8) {
      long first = source.int64(from, at) ^ SECRET_9_TO_16_LOW;
      long last = source.int64(from, at + length - 8) ^ SECRET_9_TO_16_HIGH;
      return Xxh3Mix.avalanche(
          length + Long.reverseBytes(first) + last + Xxh3Mix.fold(first, last));
    }
    if (length >= 4) {
      long first = source.uint32(from, at);
      long last = source.uint32(from, at + length - 4);
      return finish4to8(first << 32 | last, length);
    }
    if (length > 0) {
      long combined =
          (long) source.uint8(from, at + (length >> 1)) << 24
              | source.uint8(from, at) << 16
              | length << 8
              | source.uint8(from, at + length - 1);
      return Xxh3Mix.avalanche64(combined ^ SECRET_1_TO_3);
    }
    return Xxh3Mix.avalanche64(EMPTY_SECRET);
  }

  private static long finish4to8(long combined, long length) {
    long h = combined ^ SECRET_4_TO_8;
    h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
    h *= Xxh3Mix.PRIME_MX2;
    h ^= (h >>> 35) + length;
    h *= Xxh3Mix.PRIME_MX2;
    return h ^ h >>> 28;
  }

  /** 17 to 128 bytes: sixteen at a time from both ends inwards. */
  private static <T> long medium(ByteSource<T> source, T from, long at, long length) {
    long end = at + length;
    long h = length * Xxh3Mix.PRIME64_1;
    if (length > 32) {
      if (length > 64) {
        if (length > 96) {
          h += step(source, from, at + 48, 96) + step(source, from, end - 64, 112);
        }
        h += step(source, from, at + 32, 64) + step(source, from, end - 48, 80);
      }
      h += step(source, from, at + 16, 32) + step(source, from, end - 32, 48);
    }
    h += step(source, from, at, 0) + step(source, from, end - 16, 16);
    return Xxh3Mix.avalanche(h);
  }

  /** 129 to 240 bytes: the secret is read a second time, three bytes on. */
  private static <T> long upperMedium(ByteSource<T> source, T from, long at, long length) {
    long h = length * Xxh3Mix.PRIME64_1;
    for (int i = 0; i < 128; i += 16) {
      h += step(source, from, at + i, i);
    }
    h = Xxh3Mix.avalanche(h);
    int chunksEnd = (int) length & -16;
    for (int i = 128; i < chunksEnd; i += 16) {
      h += step(source, from, at + i, i - 128 + 3);
    }
    h += step(source, from, at + length - 16, 119);
    return Xxh3Mix.avalanche(h);
  }

  private static <T> long step(ByteSource<T> source, T from, long at, int secret) {
    return Xxh3Mix.fold(
        source.int64(from, at) ^ Xxh3Secret.at(secret),
        source.int64(from, at + 8) ^ Xxh3Secret.at(secret + 8));
  }
}
