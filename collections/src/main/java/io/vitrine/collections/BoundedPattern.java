package io.vitrine.collections;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A regular expression that gives up where it would take long: one that somebody sent may backtrack
 * for ever. Immutable, safe for any number of threads.
 */
final class BoundedPattern {
  /** How long one match may take. */
  private static final long NANOS_MAX = 100_000_000;

  /** How many characters are looked at between two looks at the clock. */
  private static final int CHARS_PER_LOOK = 1024;

  private final Pattern pattern;

  BoundedPattern(String regex) {
    try {
      this.pattern = Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException("Filter.value of matches: " + e.getMessage(), e);
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
    try {
      return pattern.matcher(new TimedText(text, System.nanoTime() + NANOS_MAX, this)).matches();
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException(
          "the expression " + source() + " nests too deep on " + text.length() + " characters", e);
    }
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
