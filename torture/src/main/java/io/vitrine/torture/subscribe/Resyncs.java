package io.vitrine.torture.subscribe;

import io.vitrine.collections.Overflow;

/**
 * The validator of what is lost: a resync may come only where the log no longer reaches back to
 * what the subscriber has seen, else changes are left out that the log still has. Stateless.
 */
final class Resyncs {
  private Resyncs() {}

  /**
   * What the torture notes of a resync.
   *
   * @param revision the revision that it told
   * @param oldest where the log began, looked up when the resync had been told
   */
  static Line line(long revision, long oldest) {
    return new Line(Line.Kind.RESYNC, revision, revision, 1, false, "", null, oldest);
  }

  /**
   * Checks one.
   *
   * @param line the resync
   * @param seen how far the subscriber had come
   * @param amid whether it was being told a state, or of another filter
   */
  static void check(Role role, Line line, long seen, boolean amid) {
    Long oldest = line.value();
    boolean isLatest = role.overflow() == Overflow.LATEST;
    boolean maySkip = isLatest && (Places.isList(role.path()) || role.siftsJoined());
    if (oldest != null && seen >= oldest && !maySkip && !amid) {
      throw Promise.COMPLETE.broken(
          "a resync, though the log begins at " + oldest + ", and it had seen " + seen);
    }
  }
}
