package io.vitrine.store;

import java.util.ArrayList;

/** Reads type names, see {@link CodecType}. For one thread. */
final class CodecTypeParser {
  private final String text;
  private int index;

  private CodecTypeParser(String text) {
    this.text = text;
  }

  /**
   * Reads a whole type name. Blanks between its parts are allowed, for people.
   *
   * @throws IllegalArgumentException if it is none, with the place
   */
  static CodecType parse(String text) {
    var parser = new CodecTypeParser(text);
    CodecType type = parser.type(0);
    parser.skipBlanks();
    if (parser.index < text.length()) {
      throw parser.failure("the end");
    }
    return type;
  }

  private CodecType type(int depth) {
    if (depth > CodecType.DEPTH_MAX) {
      throw failure("at most " + CodecType.DEPTH_MAX + " types within one another");
    }
    if (accept(CodecType.OfOwn.MARK)) {
      return new CodecType.OfOwn(name());
    }
    String name = name();
    if (accept('<')) {
      CodecType holder = holder(name, depth + 1);
      expect('>');
      return holder;
    }
    if (accept('{')) {
      var fields = new ArrayList<CodecType.Field>();
      if (!accept('}')) {
        do {
          fields.add(field(depth + 1));
        } while (accept(','));
        expect('}');
      }
      return new CodecType.OfRecord(name, fields);
    }
    if (accept('(')) {
      var constants = new ArrayList<String>();
      do {
        constants.add(name());
      } while (accept(','));
      expect(')');
      return name.equals(CodecType.Scalar.BYTES.toString())
          ? CodecType.OfBytes.of(String.join(",", constants))
          : new CodecType.OfEnum(name, constants);
    }
    CodecType.Scalar scalar = CodecType.Scalar.BY_NAME.get(name);
    if (scalar == null) {
      throw unknown(name);
    }
    return scalar;
  }

  /** What stands between the angle brackets of a list, set or map. */
  private CodecType holder(String name, int depth) {
    return switch (name) {
      case "list" -> new CodecType.OfList(part(depth));
      case CodecType.OfSet.NAME -> new CodecType.OfSet(part(depth));
      case "map" -> {
        CodecType key = type(depth);
        expect(',');
        yield new CodecType.OfMap(key, part(depth));
      }
      default -> throw unknown(name);
    };
  }

  private CodecType.Part part(int depth) {
    CodecType type = type(depth);
    return new CodecType.Part(type, accept('?'));
  }

  private IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException(
        ("unknown type '%s' in '%s', expected one of %s, list<type>, set<type>, map<type,type>,"
                + " bytes(length), a record Name{field:type,…}, an enum Name(A,B,…) or !Name for a"
                + " codec of your own")
            .formatted(name, text, CodecType.builtIn()));
  }

  private CodecType.Field field(int depth) {
    String name = name();
    expect(':');
    CodecType type = type(depth);
    return new CodecType.Field(name, type, accept('?'));
  }

  private String name() {
    skipBlanks();
    int start = index;
    while (index < text.length() && CodecType.isNamePart(text.codePointAt(index))) {
      index += Character.charCount(text.codePointAt(index));
    }
    if (start == index) {
      throw failure("a name");
    }
    return text.substring(start, index);
  }

  private boolean accept(char wanted) {
    skipBlanks();
    boolean there = index < text.length() && text.charAt(index) == wanted;
    if (there) {
      index++;
    }
    return there;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw failure("'" + wanted + "'");
    }
  }

  private void skipBlanks() {
    while (index < text.length() && text.charAt(index) == ' ') {
      index++;
    }
  }

  private IllegalArgumentException failure(String expected) {
    String found = index < text.length() ? "'" + text.charAt(index) + "'" : "the end";
    return new IllegalArgumentException(
        "type name '%s' has %s at index %d, expected %s".formatted(text, found, index, expected));
  }
}
