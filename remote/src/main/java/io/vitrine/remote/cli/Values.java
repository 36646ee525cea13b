package io.vitrine.remote.cli;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.WireException;
import io.vitrine.remote.wire.YamlReader;
import io.vitrine.remote.wire.YamlWriter;
import org.jspecify.annotations.Nullable;

/** Keys, values, filters and functions on the command line: YAML. Stateless. */
final class Values {
  private Values() {}

  /** What an argument says. */
  static @Nullable Object parse(String what, String text) {
    try {
      return YamlReader.read(text);
    } catch (WireException e) {
      throw new UsageException(what + " is no YAML: " + e.getMessage());
    }
  }

  /**
   * A key or value of a map: where the type is string, {@code 5} is the string "5", and nothing but
   * text in quotes is read as YAML.
   */
  static Object ofType(TypeRegistry types, String what, String text, String typeName) {
    if (typeName.equals("string")) {
      return isQuoted(text, "\"") || isQuoted(text, "'") ? unquoted(text) : text;
    }
    Object value = parse(what, text);
    if (value == null) {
      throw new UsageException(what + " is null, expected a value of type " + typeName);
    }
    if (typeName.equals("decimal") && value instanceof Double) {
      return text.strip(); // With all its digits: 1.50 is not 1.5.
    }
    if (typeName.equals("any")) {
      // Refuses types that nobody registered, as a server does.
      types.fromModel(value);
    }
    return value;
  }

  private static boolean isQuoted(String text, String quote) {
    return text.length() > 1 && text.startsWith(quote) && text.endsWith(quote);
  }

  private static String unquoted(String text) {
    try {
      return YamlReader.read(text) instanceof String string ? string : text;
    } catch (WireException e) {
      return text;
    }
  }

  static String print(TypeRegistry types, @Nullable Object value) {
    return YamlWriter.write(types.toModel(value));
  }
}
