package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.time.LocalDate;

/** Days since 1970-01-01 in eight bytes, little-endian. Safe for any number of threads. */
final class DateCodec extends FixedCodec<LocalDate> {
  static final DateCodec INSTANCE = new DateCodec();

  private DateCodec() {
    super(CodecType.Scalar.DATE, Long.BYTES);
  }

  @Override
  long put(LocalDate value, MemorySegment target, long offset) {
    target.set(CodecInput.LONG, offset, value.toEpochDay());
    return offset + Long.BYTES;
  }

  @Override
  LocalDate take(CodecInput input) {
    long day = input.takeLong();
    try {
      return LocalDate.ofEpochDay(day);
    } catch (DateTimeException e) {
      throw input.corrupt("day " + day + " since 1970 is beyond what a date can be");
    }
  }
}
