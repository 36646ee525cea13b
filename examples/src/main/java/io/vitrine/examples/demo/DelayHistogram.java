package io.vitrine.examples.demo;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of delays in nanoseconds, exact to a hundredth, up to an hour. Stateless. */
final class DelayHistogram {
  private static final long MAX_NANOS = 3_600_000_000_000L;
  private static final int DIGITS = 2;

  private DelayHistogram() {}

  static Histogram empty() {
    return new Histogram(MAX_NANOS, DIGITS);
  }

  /** Records a delay; the clock may have been set back in between. */
  static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.clamp(nanos, 0, MAX_NANOS));
  }

  /** The clock that changes are stamped with: nanoseconds since 1970. */
  static long clockNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  static String toText(Histogram histogram) {
    var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length));
  }

  static Histogram ofText(String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), MAX_NANOS);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a histogram: " + text, e);
    }
  }
}
