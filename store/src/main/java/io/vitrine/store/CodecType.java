package io.vitrine.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A type as files name it; its string is the name, {@link CodecTypeParser} reads it. Immutable.
 *
 * <pre>
 * type   = scalar | fixed | record | enum | list | set | map | own
 * scalar = long | int | short | byte | double | float | boolean | char | string | bytes
 *        | integer | decimal | uuid | instant | date | duration | any | list | map
 * fixed  = bytes ( length )                           arrays that all have this length
 * record = Name { field:type , field:type? , ... }     ? = may be null
 * enum   = Name ( CONSTANT , CONSTANT , ... )
 * list   = list&lt; type &gt; | list&lt; type? &gt;
 * set    = set&lt; type &gt; | set&lt; type? &gt;
 * map    = map&lt; type , type &gt; | map&lt; type , type? &gt;    keys are scalars or enums
 * own    = !Name                                       a codec of the user
 * </pre>
 */
sealed interface CodecType {
  /** How deep a type may be nested. */
  int DEPTH_MAX = 64;

  /** A type without parts. */
  enum Scalar implements CodecType {
    LONG("long"),
    INT("int"),
    SHORT("short"),
    BYTE("byte"),
    DOUBLE("double"),
    FLOAT("float"),
    BOOLEAN("boolean"),
    CHAR("char"),
    STRING("string"),
    BYTES("bytes"),
    INTEGER("integer"),
    DECIMAL("decimal"),
    UUID("uuid"),
    INSTANT("instant"),
    DATE("date"),
    DURATION("duration"),
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

  /** Arrays of bytes that all have one length. */
  record OfBytes(int length) implements CodecType {
    static final int LENGTH_MAX = 1 << 20;

    public OfBytes {
      if (length < 1 || length > LENGTH_MAX) {
        throw wrong(String.valueOf(length));
      }
    }

    /** The type for a length that stands in a name. */
    static OfBytes of(String length) {
      if (length.length() > 7 || !length.chars().allMatch(c -> c >= '0' && c <= '9')) {
        throw wrong(length);
      }
      return new OfBytes(Integer.parseInt(length));
    }

    private static IllegalArgumentException wrong(String length) {
      return new IllegalArgumentException(
          "bytes(%s) has no length from 1 to %d between its brackets"
              .formatted(length, LENGTH_MAX));
    }

    @Override
    public String toString() {
      return Scalar.BYTES + "(" + length + ")";
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

  /** What a list or set holds, or a map as its values. */
  record Part(CodecType type, boolean nullable) {
    @Override
    public String toString() {
      return type + (nullable ? "?" : "");
    }
  }

  /** Elements in order. */
  record OfList(Part element) implements CodecType {
    @Override
    public String toString() {
      return "list<" + element + ">";
    }
  }

  /** Elements of which no two are equal. */
  record OfSet(Part element) implements CodecType {
    static final String NAME = "set";

    public OfSet {
      if (element.type() == Scalar.BYTES || element.type() instanceof OfBytes) {
        throw new IllegalArgumentException(
            "set<" + element + "> cannot be, since no two arrays are equal");
      }
    }

    @Override
    public String toString() {
      return NAME + "<" + element + ">";
    }
  }

  /** Keys and values. */
  record OfMap(CodecType key, Part value) implements CodecType {
    private static final Set<Scalar> NO_KEYS =
        Set.of(Scalar.BYTES, Scalar.ANY, Scalar.LIST, Scalar.MAP);

    public OfMap {
      if (key instanceof Scalar scalar ? NO_KEYS.contains(scalar) : !(key instanceof OfEnum)) {
        throw new IllegalArgumentException(
            "map<%s,%s> cannot be: expected an enum or a scalar other than %s as its keys"
                .formatted(key, value, NO_KEYS.stream().map(Scalar::toString).sorted().toList()));
      }
    }

    @Override
    public String toString() {
      return "map<" + key + "," + value + ">";
    }
  }

  /** What a codec of the user writes. */
  record OfOwn(String name) implements CodecType {
    static final char MARK = '!';

    public OfOwn {
      requireTypeName(name);
    }

    @Override
    public String toString() {
      return MARK + name;
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

  /** Whether a name is taken by a type that everybody knows. */
  static boolean isBuiltIn(String name) {
    return Scalar.BY_NAME.containsKey(name) || name.equals(OfSet.NAME);
  }

  /** The names that are taken, in order. */
  static List<String> builtIn() {
    return Stream.concat(Scalar.BY_NAME.keySet().stream(), Stream.of(OfSet.NAME)).sorted().toList();
  }

  private static void requireTypeName(String name) {
    if (!isName(name) || isBuiltIn(name)) {
      throw new IllegalArgumentException(
          ("type is named '%s', expected a letter and then letters, digits, '_', '.' or '-', and"
                  + " none of %s")
              .formatted(name, builtIn()));
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
