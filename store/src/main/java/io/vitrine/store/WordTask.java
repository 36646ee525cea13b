package io.vitrine.store;

/** What becomes of an entry whose key and value take a word each. */
enum WordTask {
  PUT,
  PUT_IF_ABSENT,
  COMPARE_AND_SET,
  REMOVE,
  ADD_LONG,
  ADD_INT,
  ADD_DOUBLE;

  /** Answer to an addition whose sum is no int. */
  static final long NO_INT = Long.MIN_VALUE;

  /** Whether the change is made. */
  boolean isDone(boolean found, long old, long operand, long expected) {
    return switch (this) {
      case PUT, ADD_LONG, ADD_DOUBLE -> true;
      case PUT_IF_ABSENT -> !found;
      case COMPARE_AND_SET -> found && old == expected;
      case REMOVE -> found;
      case ADD_INT -> {
        long sum = (int) old + operand;
        yield sum == (int) sum;
      }
    };
  }

  /** The word to set. */
  long value(long old, long operand) {
    return switch (this) {
      case PUT, PUT_IF_ABSENT, COMPARE_AND_SET -> operand;
      case REMOVE -> 0;
      case ADD_LONG -> old + operand;
      case ADD_INT -> ((int) old + operand) & 0xFFFF_FFFFL;
      case ADD_DOUBLE ->
          Double.doubleToLongBits(Double.longBitsToDouble(old) + Double.longBitsToDouble(operand));
    };
  }

  boolean isAddition() {
    return this == ADD_LONG || this == ADD_INT || this == ADD_DOUBLE;
  }
}
