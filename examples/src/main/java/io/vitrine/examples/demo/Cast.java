package io.vitrine.examples.demo;

import java.util.Locale;

/**
 * Who plays in a run, by role. Immutable.
 *
 * @param server serves the store
 * @param late watches the late airports
 * @param copy watches everything and keeps a copy
 * @param embedded replays flights, sharing the files
 * @param remote replays flights as a client
 */
record Cast(Child server, Child late, Child copy, Child embedded, Child remote) {
  Cast withCopy(Child again) {
    return new Cast(server, late, again, embedded, remote);
  }

  Cast withEmbedded(Child again) {
    return new Cast(server, late, copy, again, remote);
  }

  /** How far they are, in words. */
  String progress(int flights) {
    return String.format(
        Locale.ROOT,
        "%,d of %,d flights (embedded %,d, remote %,d), watcher at event %,d, %d airports late",
        embedded.number("flights") + remote.number("flights"),
        flights,
        embedded.number("flights"),
        remote.number("flights"),
        copy.number("events"),
        late.number("late"));
  }
}
