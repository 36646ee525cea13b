package io.vitrine.hashing;

/** What becomes of surrogates when text is encoded. Stateless, for any thread. */
final class Surrogates {
  /**
   * An unpaired surrogate has no UTF-8 form: it counts as this, as {@link String#getBytes} has it.
   */
  static final char UNPAIRED_CHAR = '?';

  /** {@link #UNPAIRED_CHAR} as a byte. */
  static final byte UNPAIRED = (byte) UNPAIRED_CHAR;

  private Surrogates() {}

  /** Whether a pair begins at {@code i} of a text of {@code length} characters. */
  static boolean isPair(CharSequence text, int i, int length) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < length
        && Character.isLowSurrogate(text.charAt(i + 1));
  }
}
