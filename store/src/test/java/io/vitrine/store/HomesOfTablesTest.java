package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.AbstractHashStrategy;
import io.vitrine.hashing.HashStrategies;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tables of compact maps are built anew with all of their entries, wherever the homes of these lie:
 * in one line, in long runs of full lines, and across the end.
 */
class HomesOfTablesTest {
  private static final int KEYS = 6_000;
  private static final long SEED = 261_126;

  @TempDir Path folder;

  /** Where the home lines of keys lie, as the highest bits of their hashes. */
  enum Homes {
    ANYWHERE(1) {
      @Override
      long tag(SplittableRandom random) {
        return random.nextLong() >>> Slot.TAG_SHIFT;
      }
    },
    AT_THE_END(2) {
      @Override
      long tag(SplittableRandom random) {
        return (1L << Slot.TAG_BITS) - 1;
      }
    },
    AT_THE_BEGINNING(3) {
      @Override
      long tag(SplittableRandom random) {
        return 0;
      }
    },
    HALF_IN_ONE_LINE(4) {
      @Override
      long tag(SplittableRandom random) {
        return random.nextBoolean() ? 1L << (Slot.TAG_BITS - 1) : ANYWHERE.tag(random);
      }
    },
    A_QUARTER_AT_THE_END(5) {
      @Override
      long tag(SplittableRandom random) {
        return random.nextInt(4) == 0 ? AT_THE_END.tag(random) : ANYWHERE.tag(random);
      }
    },
    FEW(6) {
      @Override
      long tag(SplittableRandom random) {
        return random.nextLong(20) << (Slot.TAG_BITS - 5);
      }
    };

    private final long seed;

    Homes(long seed) {
      this.seed = seed;
    }

    static Homes of(long seed) {
      return Arrays.stream(values()).filter(h -> h.seed == seed).findFirst().orElse(ANYWHERE);
    }

    /** That of one key. */
    abstract long tag(SplittableRandom random);
  }

  /** Hashes numbers to where they are told to lie. */
  private static final class Told extends AbstractHashStrategy {
    Told(long seed) {
      super("told-homes", 2_002, seed);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      long key =
          length == Long.BYTES
              ? ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(offset)
              : length;
      long tag = Homes.of(seed()).tag(new SplittableRandom(SEED + key));
      return unspread(tag << Slot.TAG_SHIFT | (key & 0xFF_FFFF));
    }

    /** What the engine spreads to a hash. */
    private static long unspread(long hash) {
      long mixed = hash ^ hash >>> 29 ^ hash >>> 58;
      long product = mixed * inverse(0x9E37_79B9_7F4A_7C15L);
      return product ^ product >>> 32;
    }

    private static long inverse(long odd) {
      long inverse = odd;
      for (int i = 0; i < 6; i++) {
        inverse *= 2 - odd * inverse;
      }
      return inverse;
    }
  }

  @BeforeAll
  static void register() {
    HashStrategies.register("told-homes", Told::new);
    long hash = 0x0123_4567_89AB_CDEFL;
    assertEquals(hash, MapEngine.spread(Told.unspread(hash)));
  }

  @ParameterizedTest
  @EnumSource(Homes.class)
  void nothingIsLostAsTablesGrow(Homes homes) {
    MapOptions<Long, Long> options =
        MapOptions.of(Codecs.longs(), Codecs.longs())
            .withSegments(1)
            .withHash(new Told(homes.seed))
            .compact();
    var expected = new HashMap<Long, Long>();
    var random = new SplittableRandom(SEED);
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", options);
      for (long key = 0; key < KEYS; key++) {
        map.put(key, -key);
        expected.put(key, -key);
        if (random.nextInt(16) == 0) { // leaves lines that overflowed
          long other = random.nextLong(key + 1);
          assertEquals(expected.remove(other) != null, map.remove(other));
        }
      }
      assertTrue(map.statistics().tableGrowths() > 2, "tables did not grow");
      check(expected, map);
    }
    CheckReport report = Stores.check(folder);
    assertTrue(report.isClean(), report::toString);
    try (Store store = Stores.open(folder)) {
      check(expected, store.map("/maps/a", options));
    }
  }

  private static void check(Map<Long, Long> expected, StoreMap<Long, Long> map) {
    assertEquals(expected.size(), map.size());
    for (long key = 0; key < KEYS; key++) {
      assertEquals(expected.get(key), map.get(key), "key " + key);
    }
    assertNull(map.get(-1L));
  }
}
