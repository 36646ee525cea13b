package io.vitrine.evaluation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The article's ranking of multipliers in place of 31. Stateless, for any thread. */
final class Primes {
  private static final int FROM = 26;
  private static final int TO = 256;

  private Primes() {}

  /** The score of {@link Buckets} of each prime from 26 to 256, by the prime. */
  static Map<String, Object> scores(List<String> keys) {
    var scores = new LinkedHashMap<String, Object>();
    for (int prime = FROM; prime <= TO; prime++) {
      if (isPrime(prime)) {
        int multiplier = prime;
        scores.put(Integer.toString(prime), Buckets.of(keys, key -> hash(key, multiplier)).score());
      }
    }
    return scores;
  }

  private static long hash(String key, int multiplier) {
    int h = 0;
    for (int i = 0; i < key.length(); i++) {
      h = multiplier * h + key.charAt(i);
    }
    return Integer.toUnsignedLong(h);
  }

  private static boolean isPrime(int number) {
    for (int i = 2; i * i <= number; i++) {
      if (number % i == 0) {
        return false;
      }
    }
    return true;
  }
}
