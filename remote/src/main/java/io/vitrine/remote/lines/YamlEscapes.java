package io.vitrine.remote.lines;

import io.vitrine.store.TypedValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Values that YAML has no form for, as typed values that it has one for. Stateless.
 *
 * <pre>
 * value                                        written as
 * typed value X over bytes                     !X+binary "base64"
 * typed value with a name of YAML, as in str   !str+ content
 * integer of more than 10,000 digits           !+int "hexadecimal"
 * </pre>
 *
 * <p>No name of a type has a plus sign, so nothing else is taken for one of these.
 */
final class YamlEscapes {
  private static final String BINARY = "+binary";
  private static final String RESERVED = "+";
  private static final String INTEGER = "+int";

  /** Integers with more bits may have more digits than readers take. */
  private static final int BITS_MAX = 33_000;

  private static final Set<String> NAMES =
      Set.of("str", "binary", "int", "float", "bool", "null", "map", "seq");

  private static final int SHOWN = 40;

  private YamlEscapes() {}

  static @Nullable Object escape(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> list(list, true);
      case Map<?, ?> map -> map(map, true);
      case TypedValue typed -> escapeTyped(typed);
      case BigInteger big when big.bitLength() > BITS_MAX ->
          new TypedValue(INTEGER, big.toString(16));
      case null, default -> value;
    };
  }

  private static TypedValue escapeTyped(TypedValue typed) {
    if (typed.content() instanceof byte[] bytes) {
      return new TypedValue(typed.name() + BINARY, Base64.getEncoder().encodeToString(bytes));
    }
    if (typed.content() instanceof BigInteger big && big.bitLength() > BITS_MAX) {
      return new TypedValue(typed.name() + INTEGER, big.toString(16));
    }
    String name = NAMES.contains(typed.name()) ? typed.name() + RESERVED : typed.name();
    return new TypedValue(name, escape(typed.content()));
  }

  static @Nullable Object unescape(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> list(list, false);
      case Map<?, ?> map -> map(map, false);
      case TypedValue typed -> unescapeTyped(typed);
      case null, default -> value;
    };
  }

  private static Object unescapeTyped(TypedValue typed) {
    String name = typed.name();
    if (name.indexOf('+') < 0) {
      return new TypedValue(name, unescape(typed.content()));
    }
    if (name.endsWith(BINARY)) {
      byte[] bytes = parsed(typed, "base64 in quotes", Base64.getDecoder()::decode);
      return new TypedValue(without(name, BINARY), bytes);
    }
    if (name.endsWith(INTEGER)) {
      BigInteger big =
          parsed(typed, "hexadecimal digits in quotes", text -> new BigInteger(text, 16));
      return name.equals(INTEGER) ? big : new TypedValue(without(name, INTEGER), big);
    }
    return new TypedValue(without(name, RESERVED), unescape(typed.content()));
  }

  private static <T> T parsed(TypedValue typed, String expected, Function<String, T> parser) {
    try {
      if (typed.content() instanceof String text) {
        return parser.apply(text);
      }
    } catch (IllegalArgumentException e) {
      // told below
    }
    String found = String.valueOf(typed.content());
    String begin = found.length() > SHOWN ? found.substring(0, SHOWN) + "…" : found;
    throw new IllegalArgumentException(
        "found %s of !%s, expected %s".formatted(begin, typed.name(), expected));
  }

  private static String without(String name, String suffix) {
    return name.substring(0, name.length() - suffix.length());
  }

  private static List<@Nullable Object> list(List<?> list, boolean escape) {
    var copy = new ArrayList<@Nullable Object>(list.size());
    for (Object element : list) {
      copy.add(escape ? escape(element) : unescape(element));
    }
    return copy;
  }

  private static Map<@Nullable Object, @Nullable Object> map(Map<?, ?> map, boolean escape) {
    var copy = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    map.forEach((key, value) ->
        copy.put(escape ? escape(key) : unescape(key), escape ? escape(value) : unescape(value)));
    return copy;
  }
}
