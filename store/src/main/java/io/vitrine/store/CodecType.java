package io.vitrine.store;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A type as files name it; its string is the name, {@link CodecTypeParser} reads it. Immutable.
 *
 * <pre>
 * type   = scalar | record | enum
 * scalar = long | int | double | boolean | string | bytes | any | list | map
 * record = Name { field:type , field:type? , ... }     ? = may be null
 * enum   = Name ( CONSTANT , CONSTANT , ... )
 * </pre>
 */
sealed interface CodecType {
  /** How deep a type may be nested. */
  int DEPTH_MAX = 64;

  /** A type without parts. */
  enum Scalar implements CodecType {
    LONG("long"),
    INT("int"),
    DOUBLE("double"),
    BOOLEAN("boolean"),
    STRING("string"),
    BYTES("bytes"),
    ANY("any"),
    LIST("list"),
    MAP("map");

    static final Map<String, Scalar> BY_NAME =
        Stream.of(values()).collect(Collectors.toMap(Scalar::toString, Function.identity()));

    private final String typeName;

    Scalar(String typeName) {
      this.typeName = typeName;
    }

    @Override
    public String toString() {
      return typeName;
    }
  }

  /** Fields in order. */
  record OfRecord(String name, List<Field> fields) implements CodecType {
    public OfRecord {
      fields = List.copyOf(fields);
      requireTypeName(name);
      requireUnique("record " + name, fields.stream().map(Field::name).toList());
    }

    @Override
    public String toString() {
      return fields.stream().map(Field::toString).collect(Collectors.joining(",", name + "{", "}"));
    }
  }

  /** A part of a record. */
  record Field(String name, CodecType type, boolean nullable) {
    @Override
    public String toString() {
      return name + ":" + type + (nullable ? "?" : "");
    }
  }

  /** Constants in order; a value is written as its index. */
  record OfEnum(String name, List<String> constants) implements CodecType {
    static final int CONSTANTS_MAX = 1 << 16;

    public OfEnum {
      constants = List.copyOf(constants);
      requireTypeName(name);
      requireUnique("enum " + name, constants);
      if (constants.isEmpty() || constants.size() > CONSTANTS_MAX) {
        throw new IllegalArgumentException(
            "enum %s has %d constants, expected 1 to %d"
                .formatted(name, constants.size(), CONSTANTS_MAX));
      }
    }

    @Override
    public String toString() {
      return name + "(" + String.join(",", constants) + ")";
    }
  }

  /** Whether a string can name a type, a field or a constant. */
  static boolean isName(String text) {
    return !text.isEmpty()
        && Character.isJavaIdentifierStart(text.codePointAt(0))
        && text.codePoints().allMatch(CodecType::isNamePart);
  }

  /** Whether a code point can stand within a name, as in {@code HeartbeatHandler.v2}. */
  static boolean isNamePart(int codePoint) {
    return codePoint == '.'
        || codePoint == '-'
        || (Character.isJavaIdentifierPart(codePoint)
            && !Character.isIdentifierIgnorable(codePoint));
  }

  private static void requireTypeName(String name) {
    if (!isName(name) || Scalar.BY_NAME.containsKey(name)) {
      throw new IllegalArgumentException(
          ("type is named '%s', expected a letter and then letters, digits, '_', '.' or '-', and"
                  + " none of %s")
              .formatted(name, Scalar.BY_NAME.keySet().stream().sorted().toList()));
    }
  }

  private static void requireUnique(String where, List<String> names) {
    for (String name : names) {
      if (!isName(name)) {
        throw new IllegalArgumentException(
            where + " has the part '" + name + "', expected a letter and then letters or digits");
      }
    }
    if (names.stream().distinct().count() != names.size()) {
      throw new IllegalArgumentException(where + " has a name twice: " + names);
    }
  }
}
