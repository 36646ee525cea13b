package io.vitrine.hashing;

import java.util.List;

/**
 * The hash strategies there are: {@code string31}, {@code xxh3} and {@code rapid}. Stateless, for
 * any thread.
 */
public final class HashStrategies {
  private static final int SELF_TEST_LENGTH = 64;

  private HashStrategies() {}

  /**
   * The hash of {@link String#hashCode}, 31·h + c over UTF-16 units: 32 bits, zero-extended. It
   * collides easily; it is here to compare with.
   *
   * <p>Bytes and numbers are decoded from UTF-8, with U+FFFD for what is malformed, as in {@code
   * new String(bytes, UTF_8)}. It equals {@link String#hashCode} for every text without unpaired
   * surrogates; one of these counts as {@code ?}.
   *
   * @return {@code string31}, which has no seed
   */
  public static HashStrategy string31() {
    return String31.INSTANCE;
  }

  /**
   * XXH3 of 64 bits with seed 0 and the default secret: the standard, for hashes that programs in
   * other languages compute too.
   *
   * @return {@code xxh3}, which has no seed
   */
  public static HashStrategy xxh3() {
    return Xxh3.INSTANCE;
  }

  /**
   * rapidhash version 3 with seed 0: the fastest for short keys.
   *
   * @return {@code rapid} with seed 0
   */
  public static HashStrategy rapid() {
    return rapid(0);
  }

  /**
   * rapidhash version 3 with a seed of your own: with another seed, other keys collide. It is no
   * defence against a stranger who can see hashes or choose keys and measure.
   *
   * @param seed any number
   * @return {@code rapid} with that seed
   */
  public static HashStrategy rapid(long seed) {
    return new Rapid(seed);
  }

  /**
   * The strategy that a file records.
   *
   * @param name its {@link HashStrategy#name()}
   * @param seed its {@link HashStrategy#seed()}
   * @return the strategy, which hashes as the recorded one did
   * @throws IllegalArgumentException if there is no such strategy, or the seed is not 0 and the
   *     strategy has none
   */
  public static HashStrategy of(String name, long seed) {
    return switch (name) {
      case String31.NAME -> unseeded(String31.INSTANCE, seed);
      case Xxh3.NAME -> unseeded(Xxh3.INSTANCE, seed);
      case Rapid.NAME -> rapid(seed);
      default ->
          throw new IllegalArgumentException(
              "unknown hash strategy: name="
                  + name
                  + ", known="
                  + names()
                  + "; choose one of these");
    };
  }

  /**
   * Names that {@link #of} knows.
   *
   * @return the names, in the order of {@link HashStrategy#id()}
   */
  public static List<String> names() {
    return List.of(String31.NAME, Xxh3.NAME, Rapid.NAME);
  }

  /**
   * Hash of 64 bytes that never change. A file records it when it is made, and whoever opens the
   * file compares: a strategy that has come to hash otherwise would find none of the file's keys.
   *
   * @param strategy the strategy to try
   * @return its hash of the bytes 0, 197, 138, ...: each 197 more than the one before, modulo 256
   */
  public static long selfTest(HashStrategy strategy) {
    byte[] pattern = new byte[SELF_TEST_LENGTH];
    for (int i = 0; i < SELF_TEST_LENGTH; i++) {
      pattern[i] = (byte) (i * 197);
    }
    return strategy.hash(pattern, 0, SELF_TEST_LENGTH);
  }

  private static HashStrategy unseeded(HashStrategy strategy, long seed) {
    if (seed != 0) {
      throw new IllegalArgumentException(
          "hash strategy without a seed was given one: name="
              + strategy.name()
              + ", seed="
              + seed
              + "; use seed 0");
    }
    return strategy;
  }
}
