package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Adds to the number that an entry holds, under the lock of its segment, without code of a user and
 * without garbage. A reusable holder of operand and sum, for one thread at a time.
 */
final class Addition {
  /** The types of values that can be added to. */
  enum Type {
    LONG(Long.BYTES),
    INT(Integer.BYTES),
    DOUBLE(Double.BYTES);

    final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }
  }

  private Type type = Type.LONG;
  private long delta;
  private double realDelta;
  private long sum;
  private double realSum;

  /** Sets what is to be added to a long or an int. */
  void of(Type integerType, long operand) {
    type = integerType;
    delta = operand;
  }

  /** Sets what is to be added to a double. */
  void of(double operand) {
    type = Type.DOUBLE;
    realDelta = operand;
  }

  long sum() {
    return sum;
  }

  double realSum() {
    return realSum;
  }

  /**
   * Puts the sum into the outgoing image of a scratch; the entry keeps its time to live.
   *
   * @param block a verified block with the present value, 0 for none, which counts as 0
   * @return false if the sum is no int
   */
  boolean apply(Scratch scratch, MemorySegment memory, long block, MapFile file) {
    long bits = 0;
    long expiry = 0;
    if (block != 0) {
      long lengths = BlockLayout.lengths(memory, block);
      if (BlockLayout.valueLength(lengths) != type.bytes) {
        throw file.corrupt(
            block,
            "begins a block with a value of "
                + BlockLayout.valueLength(lengths)
                + " bytes, expected "
                + type.bytes);
      }
      bits = Memory.get(memory, block + BlockLayout.valueOffset(lengths)); // zeros behind an int
      expiry = Expiry.millis(memory, block);
    }
    return apply(scratch, bits, expiry);
  }

  /** Puts the sum into the outgoing image of a scratch, where entries have no time to live. */
  boolean apply(Scratch scratch, long bits) {
    return apply(scratch, bits, 0);
  }

  private boolean apply(Scratch scratch, long bits, long expiry) {
    if (!add(bits)) {
      return false;
    }
    long lengths = BlockLayout.lengths(scratch.keyLength, type.bytes, expiry != 0);
    scratch.reserveOut(BlockLayout.bytes(lengths));
    if (expiry != 0) {
      Memory.set(scratch.out, BlockLayout.expiryOffset(lengths), expiry);
    }
    Memory.set(scratch.out, BlockLayout.valueOffset(lengths), sumBits());
    scratch.valueLength = type.bytes;
    scratch.lengths = lengths;
    return true;
  }

  private boolean add(long bits) {
    switch (type) {
      case LONG -> sum = bits + delta;
      case INT -> {
        sum = (int) bits + delta;
        return (int) sum == sum; // also where the long wrapped, which ends far from any int
      }
      case DOUBLE -> realSum = Double.longBitsToDouble(bits) + realDelta;
    }
    return true;
  }

  private long sumBits() {
    return switch (type) {
      case LONG -> sum;
      case INT -> sum & 0xFFFF_FFFFL;
      case DOUBLE -> Double.doubleToLongBits(realSum);
    };
  }
}
