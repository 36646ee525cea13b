package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever the bytes are: a value or {@link CorruptStoreException}. */
class CodecFuzzTest {
  private static final int ROUNDS = 20_000;

  enum Size {
    SMALL,
    BIG
  }

  record Inner(long a, @Nullable String b) {}

  @SuppressWarnings("ArrayRecordComponent") // A component type that codecs must take.
  record Outer(
      int a,
      @Nullable String b,
      byte @Nullable [] c,
      @Nullable Inner d,
      @Nullable Size e,
      @Nullable Object f,
      @Nullable List<String> g,
      @Nullable Map<String, Long> h,
      @Nullable Double i) {}

  record Holders(
      @Nullable List<Inner> list,
      @Nullable Map<Size, List<Integer>> map,
      @Nullable Set<String> set,
      short s,
      char c) {}

  private final List<Codec<?>> codecs = new ArrayList<>();

  CodecFuzzTest() {
    codecs.add(Codecs.strings());
    codecs.add(Codecs.any());
    codecs.add(Codecs.records(Outer.class));
    codecs.add(Codecs.of(Codecs.records(Outer.class).typeName()));
    codecs.add(Codecs.forClass(Size.class));
    codecs.add(Codecs.forClass(Map.class));
    codecs.add(Codecs.booleans());
    for (String type :
        List.of(
            "uuid",
            "instant",
            "date",
            "duration",
            "decimal",
            "integer",
            "char",
            "short",
            "byte",
            "float",
            "!Own",
            "list<string?>",
            "list<list<int>>",
            "set<decimal>",
            "map<uuid,list<any?>?>",
            "map<string,map<char,!Own>>")) {
      codecs.add(Codecs.of(type));
      codecs.add(Codecs.plain(type));
    }
    codecs.add(Codecs.records(Holders.class));
    codecs.add(Codecs.sets(Codecs.lists(Codecs.strings())));
    codecs.add(Codecs.maps(Codecs.integers(), Codecs.sets(Codecs.instants())));
  }

  /** A few of the codecs, others each round. */
  private List<Codec<?>> some(int round) {
    int from = round % (codecs.size() / 8) * 8;
    return codecs.subList(from, from + 8);
  }

  @Test
  void randomBytes() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      for (Codec<?> codec : some(i)) {
        readOrCorrupt(codec, bytes, seed);
      }
    }
  }

  @Test
  void damagedBytes() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var values = new RandomCodecValues(seed);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] any = CodecBytes.write(Codecs.any(), values.present(4));
      readOrCorrupt(Codecs.any(), damage(any, random), seed);
      byte[] record = CodecBytes.write(Codecs.records(Outer.class), outer(values, random));
      byte[] damaged = damage(record, random);
      for (Codec<?> codec : some(i)) {
        readOrCorrupt(codec, damaged, seed);
      }
    }
  }

  /** What is read is written again as other bytes of the same value, or as the very same. */
  @Test
  void whatIsReadCanBeWritten() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < ROUNDS / 4; i++) {
      byte[] bytes = new byte[random.nextInt(24)];
      random.nextBytes(bytes);
      for (int k = random.nextInt(bytes.length + 1); k > 0; k--) {
        bytes[random.nextInt(bytes.length)] &= 3;
      }
      for (Codec<?> codec : codecs) {
        rewrite(codec, bytes, seed);
      }
    }
  }

  private static <T> void rewrite(Codec<T> codec, byte[] bytes, long seed) {
    T value;
    try {
      value = CodecBytes.read(codec, bytes);
    } catch (CorruptStoreException e) {
      return;
    }
    try {
      T again = CodecBytes.roundTrip(codec, value);
      assertTrue(
          RandomCodecValues.same(value, again) || String.valueOf(value).contains("[B@"),
          () -> codec + " on " + CodecBytes.hex(bytes) + ", seed " + seed);
    } catch (RuntimeException e) {
      throw new AssertionError(codec + " on " + CodecBytes.hex(bytes) + ", seed " + seed, e);
    }
  }

  @Test
  void everyTruncationIsCorrupt() {
    long seed = System.nanoTime();
    var values = new RandomCodecValues(seed);
    for (int i = 0; i < 1_000; i++) {
      byte[] whole = CodecBytes.write(Codecs.any(), values.present(3));
      var source = MemorySegment.ofArray(whole);
      for (int length = 0; length < whole.length; length++) {
        assertTrue(isCorrupt(Codecs.any(), source, length), "seed " + seed + " length " + length);
      }
    }
  }

  private static Outer outer(RandomCodecValues values, Random random) {
    return new Outer(
        random.nextInt(),
        random.nextBoolean() ? null : values.text(),
        random.nextBoolean() ? null : values.bytes(),
        random.nextBoolean() ? null : new Inner(random.nextLong(), values.text()),
        random.nextBoolean() ? null : Size.BIG,
        random.nextBoolean() ? null : values.present(2),
        random.nextBoolean() ? null : List.of(values.text(), values.text()),
        random.nextBoolean() ? null : Map.of(values.text(), random.nextLong()),
        random.nextBoolean() ? null : random.nextDouble());
  }

  private static byte[] damage(byte[] bytes, Random random) {
    byte[] damaged = Arrays.copyOf(bytes, Math.max(0, bytes.length + random.nextInt(3) - 1));
    for (int i = random.nextInt(3); i >= 0 && damaged.length > 0; i--) {
      damaged[random.nextInt(damaged.length)] =
          (byte) (random.nextBoolean() ? random.nextInt() : 0xFF << random.nextInt(8));
    }
    return damaged;
  }

  private static void readOrCorrupt(Codec<?> codec, byte[] bytes, long seed) {
    try {
      CodecBytes.read(codec, bytes);
    } catch (CorruptStoreException e) {
      assertTrue(e.getMessage() != null);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(codec + " on " + CodecBytes.hex(bytes) + ", seed " + seed, e);
    }
  }

  private static boolean isCorrupt(Codec<?> codec, MemorySegment source, long length) {
    try {
      codec.read(source, 0, length);
      return false;
    } catch (CorruptStoreException e) {
      return true;
    }
  }
}
