package io.vitrine.evaluation;

/** Kinds of text that differ in how a {@code String} holds them and in their UTF-8. */
enum TextKind {
  /** One byte a character, and the same in UTF-8. */
  ASCII("text", 'x'),

  /** One byte a character; every fourth one is beyond ASCII and has two in UTF-8. */
  LATIN1("latin1", '\u00E9'),

  /** Two bytes a character; every fourth one is beyond Latin-1 and has three in UTF-8. */
  UTF16("utf16", '\u20AC');

  private static final int EACH = 4;

  private final String label;
  private final char mark;

  TextKind(String label, char mark) {
    this.label = label;
    this.mark = mark;
  }

  /** The name in what a process prints. */
  String label() {
    return label;
  }

  /** Makes a text of this kind of one that is ASCII. */
  String of(String ascii) {
    if (this == ASCII) {
      return ascii;
    }
    var text = new StringBuilder(ascii);
    for (int i = 0; i < text.length(); i += EACH) {
      text.setCharAt(i, mark);
    }
    return text.toString();
  }
}
