package io.vitrine.collections;

/** How many segments a collection may be asked to have. Stateless; any thread. */
final class Segments {
  private static final int MAX = 1 << 16;

  private Segments() {}

  /** Refuses what no collection can have, before a store or a server is asked. */
  static void check(int count) {
    if (count < 1 || count > MAX || Integer.bitCount(count) != 1) {
      throw new IllegalArgumentException(
          "segments is " + count + ", expected a power of two from 1 to " + MAX);
    }
  }
}
