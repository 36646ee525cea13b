package io.vitrine.bench;

import java.util.List;
import java.util.Map;

/** Writes numbers, texts, lists and maps as JSON. Stateless, for any thread. */
final class Json {
  private Json() {}

  static String of(Object value) {
    return switch (value) {
      case Double number when !Double.isFinite(number) -> "null";
      case Double number -> Double.toString(Math.round(number * 1e4) / 1e4);
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> quoted(entry.getKey().toString()) + ": " + of(entry.getValue()))
              .collect(java.util.stream.Collectors.joining(", ", "{", "}"));
      case List<?> list when list.stream().allMatch(Number.class::isInstance) ->
          list.stream().map(Json::of).collect(java.util.stream.Collectors.joining(", ", "[", "]"));
      case List<?> list ->
          list.stream()
              .map(Json::of)
              .collect(java.util.stream.Collectors.joining(",\n  ", "[\n  ", "\n]"));
      default -> quoted(value.toString());
    };
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
