package io.vitrine.collections;

import java.util.ArrayDeque;

/**
 * Reckons how large an expression of RE2 becomes, whose repetitions are written out when it is
 * compiled. For one expression and one thread.
 *
 * <p>Only what RE2 accepts has to be reckoned rightly: it refuses everything else.
 */
final class PatternCost {
  /** Characters of an expression, and parts that it may become. */
  private static final int MAX = 5_000;

  /** How deep groups may be nested: each level takes some of the stack. */
  private static final int NESTING_MAX = 200;

  /** Far above the most, and sums of it are no more than a long holds. */
  private static final long HUGE = 1L << 40;

  private final String regex;
  private int at;

  /** Parts of the groups that are open, without the innermost one. */
  private final ArrayDeque<Long> outer = new ArrayDeque<>();

  private long group;

  /** Parts of what a repetition would repeat. */
  private long last;

  private PatternCost(String regex) {
    this.regex = regex;
  }

  /**
   * Refuses an expression that is too long or becomes too large.
   *
   * @return of how many parts it will consist
   * @throws IllegalArgumentException if it does
   */
  static long check(String regex) {
    if (regex.length() > MAX) {
      throw new IllegalArgumentException(
          "Filter.value of matches has " + regex.length() + " characters, expected at most " + MAX);
    }
    long parts = new PatternCost(regex).parts();
    if (parts > MAX) {
      throw new IllegalArgumentException(
          "Filter.value of matches becomes larger than "
              + MAX
              + " parts when its repetitions are written out; use smaller counts");
    }
    return Math.max(1, parts);
  }

  private long parts() {
    while (at < regex.length()) {
      switch (regex.charAt(at)) {
        case '(' -> open();
        case ')' -> close();
        case '[' -> characters();
        case '\\' -> escape();
        case '{' -> repeat();
        default -> one(1);
      }
    }
    while (!outer.isEmpty()) { // RE2 will refuse it
      close();
    }
    return group;
  }

  private void add(long parts) {
    last = Math.min(HUGE, parts);
    group = Math.min(HUGE, group + last);
  }

  private void one(int characters) {
    at += characters;
    add(1);
  }

  private void open() {
    if (outer.size() == NESTING_MAX) {
      throw new IllegalArgumentException(
          "Filter.value of matches nests more than " + NESTING_MAX + " groups");
    }
    outer.push(group);
    group = 2; // it begins and ends
    at++;
  }

  private void close() {
    at++;
    if (!outer.isEmpty()) {
      long inner = group;
      group = outer.pop();
      add(inner);
    }
  }

  /** A class of characters, as {@code []a-z[:alpha:]\]]}. */
  private void characters() {
    int from = at + 1;
    from += from < regex.length() && regex.charAt(from) == '^' ? 1 : 0;
    int end = from;
    while (end < regex.length() && (regex.charAt(end) != ']' || end == from)) {
      if (regex.charAt(end) == '\\') {
        end++;
      } else if (regex.startsWith("[:", end) && regex.indexOf(":]", end + 2) >= 0) {
        end = regex.indexOf(":]", end + 2) + 1;
      }
      end++;
    }
    at = end + 1;
    add(1);
  }

  private void escape() {
    if (regex.startsWith("\\Q", at)) {
      int end = regex.indexOf("\\E", at + 2);
      int literal = (end < 0 ? regex.length() : end) - at - 2;
      at = end < 0 ? regex.length() : end + 2;
      if (literal > 0) {
        add(literal);
      }
      return;
    }
    int end = at + 2;
    boolean named = at + 2 < regex.length() && "pPx".indexOf(regex.charAt(at + 1)) >= 0;
    if (named && regex.charAt(at + 2) == '{') {
      int close = regex.indexOf('}', at);
      end = close < 0 ? regex.length() : close + 1;
    }
    at = end;
    add(1);
  }

  /** A count, as {@code {2}}, {@code {2,}} or {@code {2,5}}; a brace where it is none. */
  private void repeat() {
    int end = regex.indexOf('}', at);
    String[] counts = end < 0 ? new String[0] : regex.substring(at + 1, end).split(",", -1);
    if (counts.length == 0
        || counts.length > 2
        || !isNumber(counts[0])
        || (counts.length == 2 && !counts[1].isEmpty() && !isNumber(counts[1]))) {
      one(1);
      return;
    }
    long most = number(counts[0]) + (counts.length == 2 ? 1 : 0);
    if (counts.length == 2 && !counts[1].isEmpty()) {
      most = Math.max(most, number(counts[1]));
    }
    at = end + 1;
    long repeated = Math.min(HUGE, last * (Math.max(1, most) - 1));
    group = Math.min(HUGE, group + repeated);
    last = Math.min(HUGE, last + repeated);
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** RE2 takes no more than 1,000. */
  private static long number(String digits) {
    return digits.length() > 4 ? 10_000 : Integer.parseInt(digits);
  }
}
