package io.vitrine.hashing;

import java.security.SecureRandom;
import java.util.List;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

/**
 * The hash strategies there are: {@code string31}, {@code xxh3}, {@code rapid}, {@code poly109} and
 * other primes, {@code native32}, {@code siphash}, {@code crc32c}, {@code siphash13}, and those of
 * your own that you {@link #register}. For any thread.
 */
public final class HashStrategies {
  private static final int POLY = 109;

  private static final Pattern SEED = Pattern.compile("-?[0-9]+|0[xX][0-9a-fA-F]{1,16}");

  private HashStrategies() {}

  /**
   * The hash of {@link String#hashCode}, 31·h + c over UTF-16 units: 32 bits, zero-extended. It
   * collides easily; it is here to compare with.
   *
   * <p>It equals {@link String#hashCode} for every text. Bytes and numbers are decoded from UTF-8,
   * with U+FFFD for what is malformed, as in {@code new String(bytes, UTF_8)}; but the three bytes
   * of a surrogate are that surrogate, and those of a high and a low one the pair.
   *
   * @return {@code string31}, which has no seed
   */
  public static HashStrategy string31() {
    return poly(31);
  }

  /**
   * {@link #string31} with 109 in place of 31: as slow, and with fewer collisions of short text.
   *
   * @return {@code poly109}, which has no seed
   */
  public static HashStrategy poly109() {
    return poly(POLY);
  }

  /**
   * {@link #string31} with another prime.
   *
   * @param prime the multiplier
   * @return {@code poly} and the prime, or {@code string31}; without a seed
   * @throws IllegalArgumentException if it is no prime number
   */
  public static HashStrategy poly(int prime) {
    return Poly.of(prime);
  }

  /**
   * Four bytes at a time with the multiplier 0x7A646E4D, folded to 32 bits: faster than {@link
   * #string31} with fewer collisions, and not good.
   *
   * @return {@code native32}, which has no seed
   */
  public static HashStrategy native32() {
    return Native32.INSTANCE;
  }

  /**
   * XXH3 of 64 bits with seed 0 and the default secret: the standard, for hashes that programs in
   * other languages compute too.
   *
   * @return {@code xxh3} with seed 0
   */
  public static HashStrategy xxh3() {
    return xxh3(0);
  }

  /**
   * XXH3 of 64 bits with a seed of your own, {@code XXH3_64bits_withSeed}.
   *
   * @param seed any number
   * @return {@code xxh3} with that seed
   */
  public static HashStrategy xxh3(long seed) {
    return Xxh3.of(seed);
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
   * SipHash-2-4 with a seed that is drawn now and that nobody knows: for keys from strangers, who
   * cannot find any that collide. A map of a store keeps the seed with which it was created, and
   * whoever may read its file may read it.
   *
   * @return {@code siphash} with a {@linkplain HashStrategy#isSeedDrawn() drawn} seed
   */
  public static HashStrategy siphash() {
    return SipHash.seeded(new SecureRandom().nextLong(), true, true);
  }

  /**
   * SipHash-2-4 with a seed of your own, which should be secret and drawn at random.
   *
   * @param seed any number
   * @return {@code siphash} with that seed
   */
  public static HashStrategy siphash(long seed) {
    return SipHash.seeded(seed, true, false);
  }

  /**
   * SipHash-1-3 with a seed that is drawn now: faster than {@link #siphash()}, with a smaller
   * margin.
   *
   * @return {@code siphash13} with a {@linkplain HashStrategy#isSeedDrawn() drawn} seed
   */
  public static HashStrategy siphash13() {
    return SipHash.seeded(new SecureRandom().nextLong(), false, true);
  }

  /**
   * SipHash-1-3 with a seed of your own: faster than {@link #siphash(long)}, with a smaller margin.
   *
   * @param seed any number, secret and drawn at random
   * @return {@code siphash13} with that seed
   */
  public static HashStrategy siphash13(long seed) {
    return SipHash.seeded(seed, false, false);
  }

  /**
   * CRC-32C, 32 bits, zero-extended: no hash, but often taken for one; it is here to compare with.
   *
   * @return {@code crc32c}, which has no seed
   */
  public static HashStrategy crc32c() {
    return Crc32c.INSTANCE;
  }

  /**
   * The strategy of a name for a new map: with seed 0, or with one that is drawn where that is the
   * point of it, as of {@link #siphash()}.
   *
   * @param name its {@link HashStrategy#name()}
   * @return the strategy
   * @throws IllegalArgumentException if there is no such strategy
   */
  public static HashStrategy of(String name) {
    return switch (name) {
      case SipHash.NAME -> siphash();
      case SipHash.NAME13 -> siphash13();
      default -> of(name, 0);
    };
  }

  /**
   * The strategy that a file records.
   *
   * @param name its {@link HashStrategy#name()}
   * @param seed its {@link HashStrategy#seed()}
   * @return the strategy, which hashes as the recorded one did
   * @throws IllegalArgumentException if there is no such strategy, or the seed is not 0 and the
   *     strategy has none, or what was registered makes none with that seed
   */
  public static HashStrategy of(String name, long seed) {
    return switch (name) {
      case Poly.STRING31_NAME -> unseeded(string31(), seed);
      case Native32.NAME -> unseeded(native32(), seed);
      case Crc32c.NAME -> unseeded(crc32c(), seed);
      case Xxh3.NAME -> xxh3(seed);
      case Rapid.NAME -> rapid(seed);
      case SipHash.NAME -> siphash(seed);
      case SipHash.NAME13 -> siphash13(seed);
      default -> {
        HashStrategy poly = Poly.named(name);
        yield poly == null ? OwnStrategies.of(name, seed) : unseeded(poly, seed);
      }
    };
  }

  /**
   * The strategy that a user names.
   *
   * @param text a name, for {@link #of(String)}, or a name, a colon and a seed: a decimal number
   *     from -2^63 to 2^64-1, or a hexadecimal one of up to 16 digits after {@code 0x}
   * @return the strategy
   * @throws IllegalArgumentException if it is neither, there is no such strategy, or it has no seed
   */
  public static HashStrategy parse(String text) {
    int colon = text.indexOf(':');
    return colon < 0
        ? of(text)
        : of(text.substring(0, colon), seed(text, text.substring(colon + 1)));
  }

  private static long seed(String text, String digits) {
    try {
      if (!SEED.matcher(digits).matches()) { // the JDK takes a plus, and the digits of any script
        throw new NumberFormatException(digits);
      }
      if (digits.startsWith("0x") || digits.startsWith("0X")) {
        return Long.parseUnsignedLong(digits, 2, digits.length(), 16);
      }
      return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          text + ": the seed \"" + digits + "\" is no number of 64 bits, as 42, -1 or 0x2A are", e);
    }
  }

  /**
   * Makes a strategy of your own known by its name, in this process, so that {@link #of} finds it
   * and a store can be opened that records it. Every process that opens the store has to do so.
   *
   * @param name its {@link HashStrategy#name()}: 1 to 64 lower-case letters, digits and {@code _ -
   *     .}, the first a letter
   * @param factory makes the strategy with a seed; what it makes has this name and that seed, and
   *     hashes the same bytes equally in every form; 0 must be a seed. If it has no other, it
   *     throws {@link IllegalArgumentException} for them
   * @throws NullPointerException if the name, the factory or what that makes is null
   * @throws IllegalArgumentException if the name is none or taken, or the strategy does not keep
   *     what is said here: numbers, text of all kinds, arrays from an offset on and segments of all
   *     kinds are tried against arrays of the same bytes; nothing is registered then, nor where it
   *     throws an exception meanwhile
   */
  public static void register(String name, LongFunction<? extends HashStrategy> factory) {
    OwnStrategies.register(name, factory);
  }

  /**
   * Names that {@link #of} knows: those that are built in, in the order of {@link
   * HashStrategy#id()}, then those registered, by name. Of {@code poly} it is only 109.
   *
   * @return the names
   */
  public static List<String> names() {
    return OwnStrategies.after(builtIn());
  }

  static List<String> builtIn() {
    return List.of(
        Poly.STRING31_NAME,
        Xxh3.NAME,
        Rapid.NAME,
        Poly.PREFIX + POLY,
        Native32.NAME,
        SipHash.NAME,
        Crc32c.NAME,
        SipHash.NAME13);
  }

  /**
   * Hash of inputs that never change, of all lengths to 136 and of some beyond at which strategies
   * take another way. A file records it when it is made, and whoever opens the file compares, by
   * {@link #isSelfTest}: a strategy that has come to hash otherwise would find none of the file's
   * keys.
   *
   * @param strategy the strategy to try
   * @return its hashes of bytes i·197 modulo 256, of 166 lengths from 0 to 2,100, each added after
   *     the sum so far was rotated by 5 bits and multiplied by an odd number
   */
  public static long selfTest(HashStrategy strategy) {
    return SelfTest.of(strategy);
  }

  /**
   * Whether a strategy hashes as the one did whose self-test a file records.
   *
   * @param strategy the strategy to try
   * @param recorded what {@link #selfTest} was when the file was made; in files from before 27
   *     November 2026 it is of 28 lengths only, and is known, too
   * @return whether it is that of the strategy
   */
  public static boolean isSelfTest(HashStrategy strategy, long recorded) {
    return SelfTest.of(strategy) == recorded || SelfTest.before(strategy) == recorded;
  }

  /**
   * Whether a strategy of your own hashes numbers, ranges of arrays and segments of all kinds, on
   * the heap and native, as it hashes arrays of the same bytes: what a store relies on, whose keys
   * lie in all of these. Tried with the inputs of {@link #selfTest}, which knows arrays alone.
   *
   * @param strategy the strategy to try
   * @return a sentence that names the strategy and the first form that it hashes otherwise, or an
   *     empty text if there is none
   */
  public static String unequalForm(HashStrategy strategy) {
    return OwnStrategies.unequalForm(strategy);
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
