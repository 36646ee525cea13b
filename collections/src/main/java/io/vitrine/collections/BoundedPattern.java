package io.vitrine.collections;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A regular expression that anybody may send: what it takes is bounded. Immutable, safe for any
 * number of threads.
 *
 * <p>The JDK's expressions go back and try again, which may take for ever without a look at the
 * text or the clock. These are of RE2, which takes a step for each character and part of the
 * expression; how many parts there are is reckoned first, the time is looked at meanwhile.
 */
final class BoundedPattern {
  /** How long one match may take. */
  private static final long NANOS_MAX = 100_000_000;

  /** How many characters are looked at between two looks at the clock; of each all parts are. */
  private static final int CHARS_PER_LOOK = 64;

  private final Pattern pattern;

  BoundedPattern(String regex) {
    PatternCost.check(regex);
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
   * @throws IllegalArgumentException if it takes too long
   */
  boolean matches(String text) {
    return pattern.matcher(new TimedText(text, System.nanoTime() + NANOS_MAX, this)).matches();
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

  /** A text that can be read only until a deadline. For one thread. */
  private static final class TimedText implements CharSequence {
    private final CharSequence text;
    private final long deadlineNanos;
    private final BoundedPattern pattern;
    private int untilLook = CHARS_PER_LOOK;

    TimedText(CharSequence text, long deadlineNanos, BoundedPattern pattern) {
      this.text = text;
      this.deadlineNanos = deadlineNanos;
      this.pattern = pattern;
    }

    @Override
    public char charAt(int index) {
      if (--untilLook == 0) {
        untilLook = CHARS_PER_LOOK;
        if (System.nanoTime() - deadlineNanos > 0) {
          throw new IllegalArgumentException(
              "the expression "
                  + pattern.source()
                  + " took longer than "
                  + NANOS_MAX / 1_000_000
                  + " ms on a text of "
                  + text.length()
                  + " characters; use a simpler one");
        }
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new TimedText(text.subSequence(start, end), deadlineNanos, pattern);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
