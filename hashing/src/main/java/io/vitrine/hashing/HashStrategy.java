package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;

/**
 * A 64-bit hash function over bytes. Safe for any number of threads; implementations are immutable.
 * Lookups and changes of a map of a store call it before they lock anything; but where the table of
 * a compact map grows, and where a map is compacted, put in order or checked, a part of the map, or
 * all of it, is locked meanwhile. So one of your own must not wait, nor use the store.
 *
 * <p>Equal content hashes equally in every form: a {@code long} is its eight little-endian bytes,
 * an {@code int} its four, text is its UTF-8 bytes (an unpaired surrogate the three that its code
 * point would have), and a range of an array or a segment is the bytes in it.
 */
public interface HashStrategy {
  /**
   * Name under which a file records this strategy and {@link HashStrategies#of} finds it.
   *
   * @return lower-case name, for example {@code rapid}
   */
  String name();

  /**
   * Number under which a file records this strategy.
   *
   * @return a positive number that never changes once released; up to 1,023 they are Vitrine's
   */
  int id();

  /**
   * Seed of this instance.
   *
   * @return the seed, 0 for strategies without one
   */
  long seed();

  /**
   * Whether the seed was drawn at random, as by {@link HashStrategies#siphash()}. A map of a store
   * that is there already then goes on with the seed that it records, while other seeds that differ
   * from it are refused.
   *
   * @return true if any seed will do that nobody else knows; false by default
   */
  default boolean isSeedDrawn() {
    return false;
  }

  /**
   * Hash of the eight little-endian bytes of a number.
   *
   * @param value any number
   * @return 64-bit hash
   */
  long hash(long value);

  /**
   * Hash of the four little-endian bytes of a number.
   *
   * @param value any number
   * @return 64-bit hash
   */
  long hash(int value);

  /**
   * Hash of a range of an array.
   *
   * @param bytes the array
   * @param offset index of the first byte
   * @param length number of bytes
   * @return 64-bit hash
   * @throws IndexOutOfBoundsException if the range does not lie within the array
   */
  long hash(byte[] bytes, int offset, int length);

  /**
   * Hash of the UTF-8 bytes of a text. An unpaired surrogate, which UTF-8 does not know, counts as
   * the three bytes that its code point would have (generalized UTF-8, or WTF-8), so that no two
   * texts are the same bytes. Nothing is allocated for text of up to 1,048,576 characters.
   *
   * @param text the text, which must not change meanwhile
   * @return 64-bit hash
   */
  long hash(CharSequence text);

  /**
   * Hash of a range of a segment, on the heap or off it.
   *
   * @param segment the segment
   * @param offset offset of the first byte
   * @param length number of bytes
   * @return 64-bit hash
   * @throws IndexOutOfBoundsException if the range does not lie within the segment
   * @throws IllegalStateException if the segment's memory has been released and bytes are to be
   *     read
   * @throws WrongThreadException if another thread owns the segment and bytes are to be read
   */
  long hash(MemorySegment segment, long offset, long length);
}
