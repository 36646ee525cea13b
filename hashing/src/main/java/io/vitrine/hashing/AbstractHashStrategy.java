package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;

/**
 * A strategy that only has to say how it hashes arrays and segments: numbers and text are written
 * as bytes into a buffer that is lent for the time of the call, without allocation. Begin with it
 * for a strategy of your own, and override the rest where that is faster.
 */
public abstract class AbstractHashStrategy implements HashStrategy {
  private final String name;
  private final int id;
  private final long seed;

  /**
   * A strategy.
   *
   * @param name its {@link HashStrategy#name()}
   * @param id its {@link HashStrategy#id()}
   * @param seed its {@link HashStrategy#seed()}
   */
  protected AbstractHashStrategy(String name, int id, long seed) {
    this.name = name;
    this.id = id;
    this.seed = seed;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final int id() {
    return id;
  }

  @Override
  public final long seed() {
    return seed;
  }

  @Override
  public long hash(long value) {
    return octets(value, Long.BYTES);
  }

  @Override
  public long hash(int value) {
    return octets(value, Integer.BYTES);
  }

  @Override
  public long hash(CharSequence text) {
    Utf8Buffer utf8 = Utf8Buffer.encode(text);
    long hash = hash(utf8, utf8.length);
    utf8.release();
    return hash;
  }

  /** Hash of the first bytes of a lent buffer, which stays lent. */
  long hash(Utf8Buffer buffer, int length) {
    return hash(buffer.bytes, 0, length);
  }

  /**
   * Hash of a range of a segment. This one hands segments over a {@code byte[]} to {@link
   * #hash(byte[], int, int)} and others, of up to 12,289 bytes, after a copy; longer ones in an
   * array that is allocated.
   *
   * @throws IllegalArgumentException if the range is longer than an array can be, 2,147,483,639
   *     bytes, and not over one
   */
  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    return SegmentCopy.hash(this, segment, offset, length);
  }

  /** Tells no seed that was drawn: it is a secret. */
  @Override
  public String toString() {
    return seed == 0 || isSeedDrawn() ? name : name + "(seed=" + seed + ")";
  }

  private long octets(long value, int count) {
    Utf8Buffer buffer = Utf8Buffer.lend();
    ArraySource.put(buffer.bytes, value);
    long hash = hash(buffer, count);
    buffer.release();
    return hash;
  }
}
