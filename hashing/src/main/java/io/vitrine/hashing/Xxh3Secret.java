package io.vitrine.hashing;

/** The secret of XXH3: 192 bytes, read eight at a time from anywhere. Immutable, for any thread. */
final class Xxh3Secret {
  /** Length in bytes. */
  static final int LENGTH = 192;

  /** The secret as it is, without a seed. */
  static final Xxh3Secret DEFAULT =
      new Xxh3Secret(
          0xbe4ba423396cfeb8L,
          0x1cad21f72c81017cL,
          0xdb979083e96dd4deL,
          0x1f67b3b7a4a44072L,
          0x78e5c0cc4ee679cbL,
          0x2172ffcc7dd05a82L,
          0x8e2443f7744608b8L,
          0x4c263a81e69035e0L,
          0xcb00c391bb52283cL,
          0xa32e531b8b65d088L,
          0x4ef90da297486471L,
          0xd8acdea946ef1938L,
          0x3f349ce33f76faa8L,
          0x1d4f0bc7c7bbdcf9L,
          0x3159b4cd4be0518aL,
          0x647378d9c97e9fc8L,
          0xc3ebd33483acc5eaL,
          0xeb6313faffa081c5L,
          0x49daf0b751dd0d17L,
          0x9e68d429265516d3L,
          0xfca1477d58be162bL,
          0xce31d07ad1b8f88fL,
          0x280416958f3acb45L,
          0x7e404bbbcafbd7afL);

  /** Its words at offsets 0, 8, 16 and so on. */
  final long[] words;

  private final byte[] bytes;

  private Xxh3Secret(long... words) {
    this.words = words;
    this.bytes = new byte[LENGTH];
    for (int i = 0; i < LENGTH; i++) {
      bytes[i] = (byte) (words[i >> 3] >>> (i << 3));
    }
  }

  /** The little-endian word at an offset in bytes. */
  long at(int offset) {
    return ArraySource.INSTANCE.int64(bytes, offset);
  }

  /** The secret with a seed added to every other word, and subtracted from those between. */
  static Xxh3Secret with(long seed) {
    if (seed == 0) {
      return DEFAULT;
    }
    long[] words = DEFAULT.words.clone();
    for (int i = 0; i < words.length; i++) {
      words[i] += i % 2 == 0 ? seed : -seed;
    }
    return new Xxh3Secret(words);
  }
}
