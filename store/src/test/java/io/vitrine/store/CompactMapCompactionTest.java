package io.vitrine.store;

import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Maps whose entries lie in the bucket tables get files of their size like the others. */
class CompactMapCompactionTest extends CompactionTest {
  private static final int BYTES = 20;

  @Override
  MapOptions<Long, byte[]> bytes() {
    return MapOptions.of(Codecs.longs(), new FixedBytes(BYTES)).withSegments(8).compact();
  }

  @Override
  MapOptions<Integer, Long> numbers() {
    return MapOptions.of(Codecs.ints(), Codecs.longs()).withSegments(8).compact();
  }

  @Override
  int times() {
    return 20;
  }

  @Override
  byte[] value(int number) {
    byte[] value = new byte[BYTES];
    value[0] = (byte) number;
    return value;
  }

  @Override
  int numberOf(byte @Nullable [] value) {
    return Objects.requireNonNull(value)[0];
  }

  @Override
  byte[] anyValue(Random random) {
    byte[] value = new byte[BYTES];
    random.nextBytes(value);
    return value;
  }
}
