package io.vitrine.evaluation;

import io.vitrine.hashing.AbstractHashStrategy;
import io.vitrine.hashing.HashStrategies;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;
import net.openhft.hashing.Access;
import net.openhft.hashing.LongHashFunction;

/**
 * The hash functions of zero-allocation-hashing as strategies, with seeds. Stateless, for any
 * thread. On arrays that library reads through {@code Unsafe}, of which the JVM warns unless it is
 * started with {@code --sun-misc-unsafe-memory-access=allow}; on segments it reads as we do.
 */
public final class AdaptedStrategies {
  private static final int FIRST_ID = 2_000_000;
  private static final Map<String, LongFunction<LongHashFunction>> ALL = all();

  private AdaptedStrategies() {}

  /** Makes them known by their names; does nothing where they are. */
  public static synchronized void register() {
    for (String name : names()) {
      if (!HashStrategies.names().contains(name)) {
        HashStrategies.register(name, seed -> new Adapted(name, seed));
      }
    }
  }

  /**
   * Their names.
   *
   * @return {@code zah-} and the name of the function
   */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /* A seed of 0 means the function without one, where that is something else. */
  private static Map<String, LongFunction<LongHashFunction>> all() {
    var all = new LinkedHashMap<String, LongFunction<LongHashFunction>>();
    all.put("zah-xx", LongHashFunction::xx);
    all.put("zah-xx3", LongHashFunction::xx3);
    all.put("zah-wy", LongHashFunction::wy_3);
    all.put(
        "zah-farmna",
        seed -> seed == 0 ? LongHashFunction.farmNa() : LongHashFunction.farmNa(seed));
    all.put(
        "zah-farmuo",
        seed -> seed == 0 ? LongHashFunction.farmUo() : LongHashFunction.farmUo(seed));
    all.put(
        "zah-city",
        seed -> seed == 0 ? LongHashFunction.city_1_1() : LongHashFunction.city_1_1(seed));
    all.put("zah-murmur3", LongHashFunction::murmur_3);
    all.put("zah-metro", LongHashFunction::metro);
    return all;
  }

  /** One of them. */
  private static final class Adapted extends AbstractHashStrategy {
    private final LongHashFunction function;

    Adapted(String name, long seed) {
      super(name, FIRST_ID + names().indexOf(name), seed);
      this.function = Objects.requireNonNull(ALL.get(name)).apply(seed);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      return function.hashBytes(bytes, offset, length);
    }

    @Override
    public long hash(MemorySegment segment, long offset, long length) {
      Objects.checkFromIndexSize(offset, length, segment.byteSize());
      return function.hash(segment, SegmentAccess.INSTANCE, offset, length);
    }
  }

  /** Reads segments, with all their checks. */
  private static final class SegmentAccess extends Access<MemorySegment> {
    private static final SegmentAccess INSTANCE = new SegmentAccess();
    private static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT =
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Override
    public long getLong(MemorySegment input, long offset) {
      return input.get(LONG, offset);
    }

    @Override
    public long getUnsignedInt(MemorySegment input, long offset) {
      return input.get(INT, offset) & 0xFFFF_FFFFL;
    }

    @Override
    public int getInt(MemorySegment input, long offset) {
      return input.get(INT, offset);
    }

    @Override
    public int getUnsignedShort(MemorySegment input, long offset) {
      return input.get(SHORT, offset) & 0xFFFF;
    }

    @Override
    public int getShort(MemorySegment input, long offset) {
      return input.get(SHORT, offset);
    }

    @Override
    public int getByte(MemorySegment input, long offset) {
      return input.get(ValueLayout.JAVA_BYTE, offset);
    }

    @Override
    public ByteOrder byteOrder(MemorySegment input) {
      return ByteOrder.LITTLE_ENDIAN;
    }

    @Override
    protected Access<MemorySegment> reverseAccess() {
      throw new UnsupportedOperationException("all is little-endian here");
    }
  }
}
