package io.vitrine.collections;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression that anybody may send: what it takes is bounded. Immutable, safe for any
 * number of threads.
 *
 * <p>The JDK's expressions go back and try again, which may take for ever without a look at the
 * text or the clock. These are of RE2, which takes a step for each character and part of the
 * expression. How many parts there are is reckoned first, and the steps are counted: not the time,
 * which may pass while others run.
 */
final class BoundedPattern {
  /** How many steps one match may take: some tenths of a second. */
  private static final long STEPS_MAX = 50_000_000;

  private final Pattern pattern;
  private final long parts;

  BoundedPattern(String regex) {
    this.parts = PatternCost.check(regex);
    try {
      this.pattern = Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "Filter.value of matches: "
              + e.getMessage()
              + "; expected an expression of RE2, which looks neither ahead nor back",
          e);
    }
  }

  String source() {
    return pattern.pattern();
  }

  /**
   * Matches a whole text.
   *
   * @throws IllegalArgumentException if it takes too many steps
   */
  boolean matches(String text) {
    return pattern.matcher(new CountedText(text, this)).matches();
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof BoundedPattern other && source().equals(other.source());
  }

  @Override
  public int hashCode() {
    return source().hashCode();
  }

  @Override
  public String toString() {
    return source();
  }

  /** A text of which no more can be read than is allowed. For one thread. */
  private static final class CountedText implements CharSequence {
    private final CharSequence text;
    private final BoundedPattern pattern;
    private long left;

    CountedText(CharSequence text, BoundedPattern pattern) {
      this.text = text;
      this.pattern = pattern;
      this.left = STEPS_MAX / pattern.parts;
    }

    @Override
    public char charAt(int index) {
      if (--left < 0) {
        throw new IllegalArgumentException(
            "the expression "
                + pattern.source()
                + " takes more than "
                + STEPS_MAX
                + " steps on a text of "
                + text.length()
                + " characters; use a simpler one");
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
