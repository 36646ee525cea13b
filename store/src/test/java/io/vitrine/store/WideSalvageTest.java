package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** The same where lines are wide. */
class WideSalvageTest extends CompactSalvageTest {
  @Override
  MapOptions<Long, Long> options() {
    return MapOptions.of(Codecs.longs(), new Wide()).withSegments(4).compact();
  }

  /** A number eight times. */
  private static final class Wide implements Codec<Long> {
    private static final int TIMES = 8;

    @Override
    public String typeName() {
      return "!Wide";
    }

    @Override
    public int fixedSize() {
      return TIMES * Long.BYTES;
    }

    @Override
    public long sizeOf(Long value) {
      return fixedSize();
    }

    @Override
    public void write(Long value, MemorySegment target, long offset) {
      for (int i = 0; i < TIMES; i++) {
        Codecs.longs().write(value, target, offset + (long) i * Long.BYTES);
      }
    }

    @Override
    public Long read(MemorySegment source, long offset, long length) {
      Long first = Codecs.longs().read(source, offset, Long.BYTES);
      for (int i = 1; i < TIMES; i++) {
        if (!first.equals(
            Codecs.longs().read(source, offset + (long) i * Long.BYTES, Long.BYTES))) {
          throw new IllegalArgumentException("half of a value");
        }
      }
      return first;
    }
  }
}
