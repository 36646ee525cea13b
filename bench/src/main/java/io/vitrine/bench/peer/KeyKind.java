package io.vitrine.bench.peer;

/** The kinds of keys. Stateless, for any thread. */
public enum KeyKind {
  /** Eight bytes. */
  LONG("long"),

  /** Fifteen characters of ASCII. */
  STRING("String(15)");

  private static final String DIGITS = "abcdefghijklmnopqrstuvwxyz234567";

  private final String label;

  KeyKind(String label) {
    this.label = label;
  }

  /**
   * The name in reports.
   *
   * @return for example {@code long}
   */
  public String label() {
    return label;
  }

  /**
   * The key of an entry as a number.
   *
   * @param index number of the entry
   * @return a number that no other index has
   */
  public static long number(long index) {
    long mixed = (index + 1) * 0x9E37_79B9_7F4A_7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ mixed >>> 31;
  }

  /**
   * The key of an entry as a text.
   *
   * @param index number of the entry
   * @return a text that no other index has
   */
  public static String text(long index) {
    char[] text = new char[15];
    text[0] = 'i';
    text[1] = 'd';
    long rest = number(index);
    for (int i = 2; i < text.length; i++) {
      text[i] = DIGITS.charAt((int) rest & 31);
      rest >>>= 5;
    }
    return new String(text);
  }
}
