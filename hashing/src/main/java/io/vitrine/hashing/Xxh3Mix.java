package io.vitrine.hashing;

/** Primes and mixing steps of XXH3. Stateless, for any thread. */
final class Xxh3Mix {
  static final long PRIME32_1 = 0x9E3779B1L;
  static final long PRIME32_2 = 0x85EBCA77L;
  static final long PRIME32_3 = 0xC2B2AE3DL;
  static final long PRIME64_1 = 0x9E3779B185EBCA87L;
  static final long PRIME64_2 = 0xC2B2AE3D27D4EB4FL;
  static final long PRIME64_3 = 0x165667B19E3779F9L;
  static final long PRIME64_4 = 0x85EBCA77C2B2AE63L;
  static final long PRIME64_5 = 0x27D4EB2F165667C5L;
  static final long PRIME_MX1 = 0x165667919E3779F9L;
  static final long PRIME_MX2 = 0x9FB21C651E98DF25L;

  private Xxh3Mix() {}

  /** The last step for most lengths. */
  static long avalanche(long hash) {
    long h = (hash ^ hash >>> 37) * PRIME_MX1;
    return h ^ h >>> 32;
  }

  /** The last step for 0 to 3 bytes, that of the older XXH64. */
  static long avalanche64(long hash) {
    long h = (hash ^ hash >>> 33) * PRIME64_2;
    h = (h ^ h >>> 29) * PRIME64_3;
    return h ^ h >>> 32;
  }

  /** The 128-bit product, its halves folded into one. */
  static long fold(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }
}
