package io.vitrine.torture.kill;

import io.vitrine.torture.TortureFailure;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Looks whether the space of the killed is lost: by the second half of a generation its maps are
 * full, and from there on they only change. The half is over by kills or by time, whichever comes
 * first, so that a generation which the time cuts short is judged, too. For one thread.
 */
final class SpaceWatch {
  /** Before so many kills the maps are not full, however much of the time is over. */
  static final int KILLS_MIN = 10;

  private static final double GROWTH_MAX = 1.3;
  private static final long GROWTH_BYTES_MAX = 16 << 20;

  private final int killsMost;
  private final LongSupplier clock;
  private final long halfTime;
  private int kills;
  private int killsHalfway;
  private long bytesHalfway;

  /**
   * Begins with empty maps.
   *
   * @param killsMost after so many kills the generation ends, if the time is not up before
   * @param nanos how long it may go on
   * @param clock tells nanoseconds from any beginning
   */
  SpaceWatch(int killsMost, long nanos, LongSupplier clock) {
    this.killsMost = killsMost;
    this.clock = clock;
    this.halfTime = clock.getAsLong() + nanos / 2;
  }

  /** A process was killed; the bytes that the maps take are asked for once, at half. */
  void killed(LongSupplier bytes) {
    kills++;
    boolean half =
        2L * kills >= killsMost || (kills >= KILLS_MIN && clock.getAsLong() - halfTime >= 0);
    if (killsHalfway == 0 && half) {
      killsHalfway = kills;
      bytesHalfway = bytes.getAsLong();
    }
  }

  /** Whether there was a first half, so that the end can be compared with it. */
  boolean isHalfOver() {
    return killsHalfway > 0 && killsHalfway < kills;
  }

  /** Judges what the maps take at the end; what was compared, for people. */
  String check(long bytes) {
    if (!isHalfOver()) {
      return String.format(
          Locale.ROOT,
          "space was not checked: the time was up after %d kills, before there were two halves",
          kills);
    }
    String found =
        String.format(
            Locale.ROOT,
            "the maps took %,d bytes after %d kills and take %,d after %d",
            bytesHalfway,
            killsHalfway,
            bytes,
            kills);
    if (bytes > bytesHalfway * GROWTH_MAX + GROWTH_BYTES_MAX) {
      throw new TortureFailure(found + ": space of the killed is lost");
    }
    return found;
  }
}
