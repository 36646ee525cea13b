package io.vitrine.store;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Draws values of the data model that come back exactly as they went. */
final class RandomCodecValues {
  private final Random random;

  RandomCodecValues(long seed) {
    this.random = new Random(seed);
  }

  @Nullable Object value(int depth) {
    return switch (random.nextInt(depth == 0 ? 8 : 12)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2, 3 -> integer();
      case 4 -> floating();
      case 5, 6 -> text();
      case 7 -> bytes();
      case 8, 9 -> list(depth - 1);
      case 10 -> map(depth - 1);
      default -> new TypedValue("T" + random.nextInt(10), untyped(depth - 1));
    };
  }

  Object present(int depth) {
    Object value = null;
    while (value == null) {
      value = value(depth);
    }
    return value;
  }

  String text() {
    int[] codePoints = new int[random.nextInt(10) == 0 ? random.nextInt(400) : random.nextInt(12)];
    int range = new int[] {0x80, 0x800, 0x10000, 0x110000}[random.nextInt(4)];
    for (int i = 0; i < codePoints.length; i++) {
      int drawn = random.nextInt(range);
      codePoints[i] = drawn >= 0xD800 && drawn < 0xE000 ? 0xFFFD : drawn;
    }
    return new String(codePoints, 0, codePoints.length);
  }

  byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private Number integer() {
    if (random.nextInt(8) > 0) {
      return random.nextLong() >> random.nextInt(64);
    }
    BigInteger big = new BigInteger(random.nextInt(300), random);
    BigInteger signed = random.nextBoolean() ? big.negate() : big;
    return signed.bitLength() < 64 ? (Number) signed.longValue() : signed;
  }

  private Double floating() {
    return switch (random.nextInt(4)) {
      case 0 -> (double) random.nextInt(4096) / 8;
      case 1 -> (double) random.nextFloat();
      case 2 -> Double.longBitsToDouble(random.nextLong());
      default ->
          List.of(-0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE)
              .get(random.nextInt(4));
    };
  }

  private List<@Nullable Object> list(int depth) {
    var list = new ArrayList<@Nullable Object>();
    for (int i = random.nextInt(6); i > 0; i--) {
      list.add(value(depth));
    }
    return list;
  }

  private Map<@Nullable Object, @Nullable Object> map(int depth) {
    var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (int i = random.nextInt(6); i > 0; i--) {
      map.put(random.nextInt(3) == 0 ? integer() : text(), value(depth));
    }
    return map;
  }

  private @Nullable Object untyped(int depth) {
    Object value = value(depth);
    return value instanceof TypedValue ? text() : value;
  }

  /** Equality that looks into arrays, and at the order of maps. */
  static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return x.size() == y.size()
          && IntStream.range(0, x.size()).allMatch(i -> same(x.get(i), y.get(i)));
    }
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      return same(new ArrayList<>(x.keySet()), new ArrayList<>(y.keySet()))
          && same(new ArrayList<>(x.values()), new ArrayList<>(y.values()));
    }
    if (a instanceof TypedValue x && b instanceof TypedValue y) {
      return x.name().equals(y.name()) && same(x.content(), y.content());
    }
    return Objects.deepEquals(a, b);
  }
}
