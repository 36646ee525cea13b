package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Draws values of the data model, with a liking for what is hard to write. */
final class RandomValues {
  static final List<String> HARD =
      List.of(
          "",
          " ",
          "a ",
          " a",
          "true",
          "True",
          "TRUE",
          "yes",
          "Yes",
          "no",
          "NO",
          "on",
          "off",
          "y",
          "n",
          "Y",
          "N",
          "null",
          "Null",
          "~",
          ".5",
          "5.",
          "1e3",
          "1E+3",
          "0x1F",
          "0o17",
          "017",
          "0b101",
          "1:30",
          "190:20:30",
          "2001-01-01",
          "2001-12-14t21:59:43.10-05:00",
          "a: b",
          "a:",
          ": a",
          "a #b",
          "#",
          "a, b",
          "?",
          "? a",
          "a?",
          "[",
          "]",
          "{",
          "}",
          "[a]",
          "{a}",
          "-",
          "- a",
          "--",
          "---",
          "...",
          "--- a",
          "a\n...\nb",
          "\n",
          "\r\n",
          "\t",
          "a\tb",
          "&a",
          "*a",
          "!a",
          "!!str a",
          "|",
          ">",
          "|-",
          "%",
          "%YAML 1.2",
          "@a",
          "`a",
          "'",
          "''",
          "'a'",
          "\"",
          "\"a\"",
          "\\",
          "\\n",
          "<<",
          "=",
          "1_000",
          "_1",
          "+1",
          "-1",
          "+",
          ".inf",
          "-.INF",
          ".nan",
          ".",
          "..",
          "inf",
          "nan",
          "a\u0085b",
          "a\u00a0b",
          "\u2028",
          "\u2029",
          "\ufeff",
          "a\ufeff",
          "\u0000",
          "\u001f",
          "\u007f",
          "\u0080",
          "\u009f",
          "\u00e9t\u00e9",
          "\u6f22\u5b57",
          "\ud83d\ude00",
          "a\ud83d\ude00b",
          "\ufffd",
          "\ufffe",
          "\ud800",
          "\udc00x",
          "key-5",
          "/maps/prices",
          "/maps/prices?view=keySet",
          "By request",
          "a  b",
          "a - b",
          "12 monkeys",
          "1.2.3",
          "x".repeat(300),
          "k".repeat(1_500),
          "\u00d7",
          "\u00f7",
          "\u00aa",
          "e\u0301");

  static final String MARKS = "{}[],:#&*!|>'\"%@`?- \n\t\\";

  private final Random random;

  RandomValues(long seed) {
    this.random = new Random(seed);
  }

  @Nullable Object next() {
    return next(4);
  }

  private @Nullable Object next(int depth) {
    int kind = random.nextInt(depth > 0 ? 13 : 9);
    return switch (kind) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> number();
      case 3 -> real();
      case 4, 5, 6 -> string();
      case 7 -> bytes();
      case 8 -> new BigInteger(64 + random.nextInt(100), random).setBit(63 + random.nextInt(9));
      case 9, 10 -> list(depth);
      case 11 -> map(depth);
      default -> typed(depth);
    };
  }

  private long number() {
    return random.nextBoolean()
        ? random.nextInt(2_000) - 1_000
        : random.nextLong() >> random.nextInt(60);
  }

  private double real() {
    return switch (random.nextInt(8)) {
      case 0 -> Double.longBitsToDouble(random.nextLong());
      case 1 -> random.nextInt(100);
      case 2 -> -0.0;
      case 3 -> Double.POSITIVE_INFINITY;
      case 4 -> Double.NEGATIVE_INFINITY;
      case 5 -> Double.MIN_VALUE;
      case 6 -> 1e23 * random.nextInt();
      default -> random.nextGaussian();
    };
  }

  String string() {
    if (random.nextInt(3) == 0) {
      return HARD.get(random.nextInt(HARD.size()));
    }
    var text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      text.appendCodePoint(codePoint());
    }
    return text.toString();
  }

  private int codePoint() {
    return switch (random.nextInt(6)) {
      case 0 -> random.nextInt(0x100);
      case 1 -> random.nextInt(0xD800);
      case 2 -> 0x10000 + random.nextInt(0x10000);
      case 3 -> MARKS.charAt(random.nextInt(MARKS.length()));
      default -> 'a' + random.nextInt(26);
    };
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  private List<@Nullable Object> list(int depth) {
    var list = new ArrayList<@Nullable Object>();
    for (int i = random.nextInt(5); i > 0; i--) {
      list.add(next(depth - 1));
    }
    return list;
  }

  private Map<Object, @Nullable Object> map(int depth) {
    var map = new LinkedHashMap<Object, @Nullable Object>();
    for (int i = random.nextInt(5); i > 0; i--) {
      map.put(random.nextInt(5) == 0 ? number() : string(), next(depth - 1));
    }
    return map;
  }

  private TypedValue typed(int depth) {
    Object content = next(depth - 1);
    return new TypedValue(
        List.of("Add", "set-proxy", "HeartbeatHandler.v2", "\u00e9 /x", "a_1")
            .get(random.nextInt(5)),
        content instanceof TypedValue || content instanceof byte[] ? List.of(1L) : content);
  }

  /** Equality that looks into byte arrays and tells 1 from 1.0. */
  static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.equals(x, y);
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      if (x.size() != y.size()) {
        return false;
      }
      for (int i = 0; i < x.size(); i++) {
        if (!same(x.get(i), y.get(i))) {
          return false;
        }
      }
      return true;
    }
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      return same(new ArrayList<>(x.keySet()), new ArrayList<>(y.keySet()))
          && same(new ArrayList<>(x.values()), new ArrayList<>(y.values()));
    }
    if (a instanceof TypedValue x && b instanceof TypedValue y) {
      return x.name().equals(y.name()) && same(x.content(), y.content());
    }
    return Objects.equals(a, b);
  }
}
