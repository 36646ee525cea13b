package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;

/**
 * The scale of a decimal, in the form of {@link CodecLength} with its sign in the lowest bit, then
 * its digits as {@link IntegerCodec} writes them: 1.0 and 1.00 differ, as they do for {@link
 * BigDecimal#equals}. Safe for any number of threads.
 */
final class DecimalCodec extends ItemCodec<BigDecimal> {
  static final DecimalCodec INSTANCE = new DecimalCodec();

  /** Beyond, the text of a decimal is none that {@link BigDecimal} reads back. */
  static final int SCALE_MAX = 1 << 30;

  private DecimalCodec() {
    super(CodecType.Scalar.DECIMAL);
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(BigDecimal value) {
    requireScale(value);
    return (long) CodecLength.sizeOf(folded(value.scale()))
        + IntegerCodec.bytesOf(value.unscaledValue());
  }

  static void requireScale(BigDecimal value) {
    if (value.scale() > SCALE_MAX || value.scale() < -SCALE_MAX) {
      throw new IllegalArgumentException(
          "decimal has the scale %d, expected -%d to %d"
              .formatted(value.scale(), SCALE_MAX, SCALE_MAX));
    }
  }

  @Override
  long put(BigDecimal value, MemorySegment target, long offset) {
    long place = CodecLength.put(folded(value.scale()), target, offset);
    return IntegerCodec.putBytes(value.unscaledValue(), target, place);
  }

  @Override
  BigDecimal take(CodecInput input) {
    long folded = input.takeCount();
    if (folded > folded(SCALE_MAX)) {
      throw input.corrupt("a decimal whose scale is beyond " + SCALE_MAX);
    }
    int scale = (int) (folded >>> 1) ^ -(int) (folded & 1);
    return new BigDecimal(IntegerCodec.takeBytes(input), scale);
  }

  @Override
  ItemCodec<BigDecimal> delimited() {
    return new DelimitedCodec<>(this);
  }

  private static long folded(int scale) {
    return ((long) scale << 1) ^ (scale >> 31);
  }
}
