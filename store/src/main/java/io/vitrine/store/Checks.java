package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Checksums of headers, blocks and records. Stateless; any thread.
 *
 * <p>A word at a time is joined by exclusive or, multiplied and rotated, in the manner of Fowler,
 * Noll and Vo: each step has an inverse, so that a change within one word always gives another
 * checksum. What is left of a range of 128 bytes and more goes through four such chains side by
 * side first.
 */
final class Checks {
  /* A block is checked by every lookup. A processor works at several lookups at once, as far as
   * their instructions find room in its window, so it is the number of instructions that counts:
   * three for a word here. */

  /** Up to so many bytes go through one chain. */
  static final int CHAIN_BYTES_MAX = 127;

  private static final HashStrategy RAPID = HashStrategies.rapid(0x5649_5452_494E_45L);

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int LINE_BYTES = 64;

  private static final long SEED = 0x2D35_8DCC_AA6C_78A5L;

  /* What every step multiplies by. Were it final, the compiler would write it into each step anew,
   * ten bytes long; so it reads it once. Nobody sets it. */
  @SuppressWarnings({"FieldMayBeFinal", "NonFinalStaticField"})
  private static long prime = 0x9E37_79B9_7F4A_7C15L;

  private static final long LAST = 0x8BB8_4B93_962E_ACC9L;

  private Checks() {}

  /** Checksum of a range. */
  static long of(MemorySegment memory, long offset, long bytes) {
    return end(chain(memory, offset, bytes));
  }

  /** The chain over a range, for further words to join. */
  static long chain(MemorySegment memory, long offset, long bytes) {
    long sum = begin(bytes);
    long at = offset;
    if (bytes > CHAIN_BYTES_MAX) {
      at = offset + (bytes & -(CHAIN_BYTES_MAX + 1L));
      sum = lanes(memory, offset, at, sum);
    }
    long end = offset + (bytes & -8);
    for (; end - at >= LINE_BYTES; at += LINE_BYTES) {
      for (int i = 0; i < 8; i++) {
        sum = step(sum, Memory.peekOf8(memory, at, i));
      }
    }
    for (; at < end; at += 8) {
      sum = step(sum, Memory.peek(memory, at));
    }
    if ((bytes & 7) != 0) {
      sum = step(sum, tail(memory, at, (int) bytes & 7));
    }
    return sum;
  }

  /** The chain over words of an array, which is that over the same bytes elsewhere. */
  static long chain(long[] words, int from, int count) {
    long sum = begin(8L * count);
    int at = from;
    if (count > CHAIN_BYTES_MAX / 8) {
      at = from + (count & -((CHAIN_BYTES_MAX + 1) / 8));
      sum = lanes(words, from, at, sum);
    }
    for (; at < from + count; at++) {
      sum = step(sum, Words.get(words, at));
    }
    return sum;
  }

  /**
   * The chain over a word and an array padded with zeros to whole words, which is that over the
   * same bytes elsewhere.
   *
   * @param first the word
   * @param rest with the word longer than {@link #CHAIN_BYTES_MAX} bytes
   */
  static long chain(long first, byte[] rest) {
    int words = 1 + ((rest.length + 7) >>> 3);
    long sum = begin(8L * words);
    int inLanes = words & -((CHAIN_BYTES_MAX + 1) / 8);
    long sum0 = step(sum, first);
    long sum1 = step(sum + 1, (long) WORDS.get(rest, 0));
    long sum2 = step(sum + 2, (long) WORDS.get(rest, 8));
    long sum3 = step(sum + 3, (long) WORDS.get(rest, 16));
    int at = 24;
    for (int last = 8 * (inLanes - 1) - 32; at < last; at += 32) {
      sum0 = step(sum0, (long) WORDS.get(rest, at));
      sum1 = step(sum1, (long) WORDS.get(rest, at + 8));
      sum2 = step(sum2, (long) WORDS.get(rest, at + 16));
      sum3 = step(sum3, (long) WORDS.get(rest, at + 24));
    }
    sum0 = step(sum0, (long) WORDS.get(rest, at));
    sum1 = step(sum1, (long) WORDS.get(rest, at + 8));
    sum2 = step(sum2, (long) WORDS.get(rest, at + 16));
    sum3 = step(sum3, wordOf(rest, at + 24));
    sum = step(step(step(sum0, sum1), sum2), sum3);
    for (at += 32; at < rest.length; at += 8) {
      sum = step(sum, wordOf(rest, at));
    }
    return sum;
  }

  /** A word of an array, which may end within it. */
  private static long wordOf(byte[] bytes, int at) {
    int after = at + 8 - bytes.length;
    return after <= 0
        ? (long) WORDS.get(bytes, at)
        : (long) WORDS.get(bytes, bytes.length - 8) >>> (8 * after);
  }

  private static long lanes(long[] words, int from, int to, long seed) {
    long sum0 = seed;
    long sum1 = seed + 1;
    long sum2 = seed + 2;
    long sum3 = seed + 3;
    for (int at = from; at < to; at += 4) {
      sum0 = step(sum0, Words.get(words, at));
      sum1 = step(sum1, Words.get(words, at + 1));
      sum2 = step(sum2, Words.get(words, at + 2));
      sum3 = step(sum3, Words.get(words, at + 3));
    }
    return step(step(step(sum0, sum1), sum2), sum3);
  }

  private static long lanes(MemorySegment memory, long from, long to, long seed) {
    long sum0 = seed;
    long sum1 = seed + 1;
    long sum2 = seed + 2;
    long sum3 = seed + 3;
    for (long at = from; at < to; at += LINE_BYTES) {
      for (int i = 0; i < 8; i += 4) {
        sum0 = step(sum0, Memory.peekOf8(memory, at, i));
        sum1 = step(sum1, Memory.peekOf8(memory, at, i + 1L));
        sum2 = step(sum2, Memory.peekOf8(memory, at, i + 2L));
        sum3 = step(sum3, Memory.peekOf8(memory, at, i + 3L));
      }
    }
    return step(step(step(sum0, sum1), sum2), sum3);
  }

  private static long tail(MemorySegment memory, long at, int bytes) {
    long word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (memory.get(ValueLayout.JAVA_BYTE, at + i) & 0xFFL) << (8 * i);
    }
    return word;
  }

  /** What the chain of a range begins with. */
  static long begin(long bytes) {
    return SEED ^ bytes;
  }

  /** Joins the next word of a range to the chain. */
  static long step(long sum, long word) {
    return Long.rotateLeft((sum ^ word) * prime, 29);
  }

  /** Joins a last word to the chain; only the highest half of what comes out is to be used. */
  static long last(long sum, long word) {
    return (sum ^ word) * prime;
  }

  /** Checksum of a range whose words are all in the chain. */
  static long end(long sum) {
    return fold(sum ^ SEED, sum + LAST);
  }

  /**
   * Copies what lies behind three words, padded with zeros to whole words, into an array, and joins
   * it to the chain of a longer range.
   *
   * @param first offset of the three words
   * @param to an array of the range's exact length, at most {@link #CHAIN_BYTES_MAX}
   * @return the chain
   */
  static long copyBehind3(MemorySegment memory, long first, byte[] to, long sum) {
    int length = to.length;
    long joined = sum;
    int at = 0;
    if (length >= 64) {
      joined = copyLine(memory, first, to, joined);
      at = 64;
    }
    long offset = first + 24;
    for (; at + 8 <= length; at += 8) {
      long word = Memory.peek(memory, offset + at);
      WORDS.set(to, at, word);
      joined = step(joined, word);
    }
    if (at < length) {
      long word = Memory.peek(memory, offset + at);
      joined = step(joined, word);
      for (int i = at; i < length; i++) {
        to[i] = (byte) (word >>> (8 * (i - at)));
      }
    }
    return joined;
  }

  /**
   * Copies a key of one word and an array behind it, padded with zeros to whole words.
   *
   * @param to where the key goes
   * @param value an array that others may change meanwhile; each byte is read once
   * @return the chain over what was written
   */
  static long copyBehindKey(MemorySegment memory, long to, long key, byte[] value) {
    Memory.set(memory, to, key);
    int length = value.length;
    long bytes = Long.BYTES + LogLayout.padded(length);
    if (bytes > CHAIN_BYTES_MAX) {
      if ((length & 7) != 0) {
        Memory.set(memory, to + bytes - 8, 0);
      }
      Memory.copy(value, memory, to + Long.BYTES);
      return chain(memory, to, bytes);
    }
    long sum = step(begin(bytes), key);
    int at = 0;
    for (; at + LINE_BYTES <= length; at += LINE_BYTES) {
      for (int i = 0; i < 8; i++) {
        long word = (long) WORDS.get(value, at + 8 * i);
        Memory.setOf8(memory, to + 8 + at, i, word);
        sum = step(sum, word);
      }
    }
    for (; at < length; at += 8) {
      long word = at + 8 <= length ? (long) WORDS.get(value, at) : lastOf(value, at);
      Memory.set(memory, to + 8 + at, word);
      sum = step(sum, word);
    }
    return sum;
  }

  private static long lastOf(byte[] bytes, int at) {
    long word = 0;
    for (int i = at; i < bytes.length; i++) {
      word |= (bytes[i] & 0xFFL) << (8 * (i - at));
    }
    return word;
  }

  private static long copyLine(MemorySegment from, long first, byte[] to, long sum) {
    long joined = sum;
    for (int i = 0; i < 8; i++) {
      long word = Memory.peekOf8(from, first + 24, i);
      WORDS.set(to, 8 * i, word);
      joined = step(joined, word);
    }
    return joined;
  }

  /** Joins a checksum with a further word. */
  static long with(long check, long word) {
    return RAPID.hash(check ^ Long.rotateLeft(word * prime, 29));
  }

  private static long fold(long a, long b) {
    return (a * b) ^ Math.unsignedMultiplyHigh(a, b);
  }
}
