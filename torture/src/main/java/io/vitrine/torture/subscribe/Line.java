package io.vitrine.torture.subscribe;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One line of a {@link Tape}: a call to the subscriber, or what was done to its subscription.
 * Immutable.
 *
 * @param kind what it is
 * @param revision of the event; how many for a request; 0 where there is none
 * @param commit of the event
 * @param changes how many were joined
 * @param timed whether the event has a time, as a change has
 * @param text the key, or the name of a filter, or words
 * @param old value before
 * @param value value after, or what was published
 */
record Line(
    Kind kind,
    long revision,
    long commit,
    int changes,
    boolean timed,
    String text,
    @Nullable Long old,
    @Nullable Long value) {
  /** Kinds of lines. */
  enum Kind {
    /** A life begins: behind the revision, or with the present state where it is -1. */
    LIFE,
    /** More was asked for. */
    REQUEST,
    /** Another filter was asked for. */
    FILTER,
    /** It is in force. */
    FILTERED,
    EXISTING,
    INSERTED,
    UPDATED,
    REMOVED,
    PUBLISHED,
    BOOTSTRAPPED,
    RESYNC,
    PROGRESS,
    /** The last call. */
    END,
    /** The last call, of a failure. */
    ERROR,
    /** A call behind the last one, which there must not be. */
    AFTER_END,
    /** The log has left the place behind; the commit is the time in milliseconds. */
    BEHIND
  }

  static Line of(Kind kind, long revision, String text) {
    return new Line(kind, revision, revision, 1, false, text, null, null);
  }

  boolean isItem() {
    return switch (kind) {
      case EXISTING, INSERTED, UPDATED, REMOVED, PUBLISHED -> true;
      default -> false;
    };
  }

  String write() {
    return String.format(
        Locale.ROOT,
        "%s %d %d %d %b %s %s %s;",
        kind,
        revision,
        commit,
        changes,
        timed,
        text.isEmpty() ? "-" : text.replace(' ', '_').replace(';', ',').replace('\n', '_'),
        old,
        value);
  }

  static Line read(String written) {
    String[] parts = written.substring(0, written.length() - 1).split(" ", -1);
    return new Line(
        Kind.valueOf(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Integer.parseInt(parts[3]),
        Boolean.parseBoolean(parts[4]),
        parts[5],
        number(parts[6]),
        number(parts[7]));
  }

  private static @Nullable Long number(String text) {
    return text.equals("null") ? null : Long.valueOf(text);
  }
}
