package io.vitrine.evaluation;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes numbers, texts, lists and maps as JSON. Stateless, for any thread. */
final class Json {
  private Json() {}

  static String of(Object value) {
    return switch (value) {
      case Double number when !Double.isFinite(number) -> "null";
      case Double number -> Double.toString(Math.round(number * 1e5) / 1e5);
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quoted(entry.getKey().toString()) + ": " + of(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case List<?> list -> list.stream().map(Json::of).collect(Collectors.joining(", ", "[", "]"));
      default -> quoted(value.toString());
    };
  }

  /** A text in quotes; what could end a script of a page is escaped, too. */
  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c == '<' || c == '\u2028' || c == '\u2029') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
