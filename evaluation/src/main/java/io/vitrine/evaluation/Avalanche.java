package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.util.Random;

/**
 * What becomes of a hash when one bit of a key is flipped: each bit of it should flip half of the
 * times. For one thread.
 *
 * <p>Keys are random printable ASCII; flipped are the seven bits of each character that leave it
 * ASCII. Only the lower 32 bits of a hash are looked at if there are never any others.
 */
final class Avalanche {
  static final int[] LENGTHS = {1, 2, 4, 8, 16, 32};

  private static final int BITS = 7;
  private static final long SEED = 1_234_567;

  private final int length;
  private final int trials;
  private final int[][] flips; // how often, by input bit and output bit
  private final long[] counts = new long[Long.SIZE + 1]; // by number of bits flipped at once
  private int width = Integer.SIZE;

  private Avalanche(int length, int trials) {
    this.length = length;
    this.trials = trials;
    this.flips = new int[length * BITS][Long.SIZE];
  }

  /**
   * Flips.
   *
   * @param strategy what hashes
   * @param length length of the keys
   * @param trials how many keys
   */
  static Avalanche of(HashStrategy strategy, int length, int trials) {
    var avalanche = new Avalanche(length, trials);
    var random = new Random(SEED + length);
    byte[] key = new byte[length];
    for (int trial = 0; trial < trials; trial++) {
      for (int i = 0; i < length; i++) {
        key[i] = (byte) (' ' + random.nextInt('~' - ' ' + 1));
      }
      avalanche.flipAll(strategy, key);
    }
    return avalanche;
  }

  private void flipAll(HashStrategy strategy, byte[] key) {
    long before = strategy.hash(key, 0, length);
    if (before >>> Integer.SIZE != 0) {
      width = Long.SIZE;
    }
    for (int bit = 0; bit < length * BITS; bit++) {
      int flip = 1 << bit % BITS;
      key[bit / BITS] ^= (byte) flip;
      long changed = before ^ strategy.hash(key, 0, length);
      key[bit / BITS] ^= (byte) flip;
      counts[Long.bitCount(changed)]++;
      int[] row = flips[bit];
      for (; changed != 0; changed &= changed - 1) {
        row[Long.numberOfTrailingZeros(changed)]++;
      }
    }
  }

  /** Bits of the hash, 32 or 64. */
  int width() {
    return width;
  }

  /** How many bits flip on average; half of {@link #width} at best. */
  double meanFlips() {
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += (double) i * counts[i];
    }
    return sum / trials / (length * BITS);
  }

  /** How far the worst pair of an input bit and an output bit is from one half: 0 to 0.5. */
  double worstBias() {
    double worst = 0;
    for (int[] row : flips) {
      for (int bit = 0; bit < width; bit++) {
        worst = Math.max(worst, Math.abs((double) row[bit] / trials - 0.5));
      }
    }
    return worst;
  }

  /** Shares of flips by the number of bits flipped at once, 0 to {@link #width}. */
  double[] distribution() {
    double[] shares = new double[width + 1];
    for (int i = 0; i <= width; i++) {
      shares[i] = (double) counts[i] / trials / (length * BITS);
    }
    return shares;
  }

  /**
   * How often each output bit flips with each input bit, as a text: row by row of input bits, a
   * character each, {@code 0} for never up to {@code d} ({@code 0} + 52) for always.
   */
  String matrix() {
    var matrix = new StringBuilder();
    for (int[] row : flips) {
      for (int bit = 0; bit < width; bit++) {
        matrix.append((char) ('0' + Math.round(52.0 * row[bit] / trials)));
      }
    }
    return matrix.toString();
  }
}
