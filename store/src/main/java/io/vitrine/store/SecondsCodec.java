package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * Seconds in eight bytes and nanoseconds in four, little-endian: an instant since 1970 or a
 * duration. Safe for any number of threads.
 *
 * @param <T> Instant or Duration
 */
abstract class SecondsCodec<T> extends FixedCodec<T> {
  static final SecondsCodec<Instant> INSTANT =
      new SecondsCodec<>(CodecType.Scalar.INSTANT) {
        @Override
        long put(Instant value, MemorySegment target, long offset) {
          return put(value.getEpochSecond(), value.getNano(), target, offset);
        }

        @Override
        Instant make(long seconds, int nanos) {
          return Instant.ofEpochSecond(seconds, nanos);
        }
      };

  static final SecondsCodec<Duration> DURATION =
      new SecondsCodec<>(CodecType.Scalar.DURATION) {
        @Override
        long put(Duration value, MemorySegment target, long offset) {
          return put(value.getSeconds(), value.getNano(), target, offset);
        }

        @Override
        Duration make(long seconds, int nanos) {
          return Duration.ofSeconds(seconds, nanos);
        }
      };

  private static final int NANOS_MAX = 999_999_999;

  private SecondsCodec(CodecType.Scalar type) {
    super(type, Long.BYTES + Integer.BYTES);
  }

  abstract T make(long seconds, int nanos);

  static long put(long seconds, int nanos, MemorySegment target, long offset) {
    target.set(CodecInput.LONG, offset, seconds);
    target.set(CodecInput.INT, offset + Long.BYTES, nanos);
    return offset + Long.BYTES + Integer.BYTES;
  }

  @Override
  final T take(CodecInput input) {
    long seconds = input.takeLong();
    int nanos = input.takeInt();
    if (nanos < 0 || nanos > NANOS_MAX) {
      throw input.corrupt(nanos + " nanoseconds, expected 0 to " + NANOS_MAX);
    }
    try {
      return make(seconds, nanos);
    } catch (DateTimeException e) {
      throw input.corrupt(seconds + " seconds are beyond what " + typeName() + " can be");
    }
  }
}
