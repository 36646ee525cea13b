package io.vitrine.hashing;

/**
 * Little-endian reads from one kind of memory: how a hash function is written once for arrays and
 * segments. Stateless, for any thread; nothing outside this package sees it.
 *
 * <p>Callers check the range first: an implementation need not.
 *
 * @param <T> what is read from
 */
abstract sealed class ByteSource<T> permits ArraySource, SegmentSource {
  /* Why it costs no virtual calls: every public form passes a constant source to methods that are
   * small enough to be compiled into their caller, where the source's class is known. Loops over
   * long input are compiled on their own, and see at most two classes (array and segment), which
   * the compiler handles inline. Keep it at two: long text is encoded into an array first. */

  /** Eight bytes from {@code at}. */
  abstract long int64(T from, long at);

  /**
   * Eight bytes from {@code base + 64 * line + at}. For loops over lines: each implementation
   * computes this in the way whose checks of bounds the compiler can make before the loop.
   */
  abstract long int64(T from, long base, int line, int at);

  /** Four bytes from {@code at}. */
  abstract int int32(T from, long at);

  /** The byte at {@code at}, 0 to 255. */
  abstract int uint8(T from, long at);

  /** Four bytes from {@code at}, 0 to 2^32 - 1. */
  final long uint32(T from, long at) {
    return int32(from, at) & 0xFFFF_FFFFL;
  }
}
