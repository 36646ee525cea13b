package io.vitrine.evaluation;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * A step of an evaluation that begins now, or its end. Immutable.
 *
 * @param step what is done, such as {@code avalanche: rapid}; {@code done} at the end
 * @param share how much is done of all, 0 to 1
 * @param elapsed time since the beginning
 */
public record EvaluationProgress(String step, double share, Duration elapsed) {
  /** Part of the whole after which the time that is left can be told. */
  private static final double KNOWN_FROM = 0.02;

  /**
   * About how long it will take from now on.
   *
   * @return that time, or nothing as long as too little is done to tell
   */
  public Optional<Duration> left() {
    return share < KNOWN_FROM
        ? Optional.empty()
        : Optional.of(Duration.ofNanos((long) (elapsed.toNanos() * (1 - share) / share)));
  }

  /**
   * The line that {@code vitrine hash} prints.
   *
   * @return percentage, time that is left, and the step
   */
  @Override
  public String toString() {
    if (share >= 1) {
      return "100 %  " + step + " after " + shown(elapsed);
    }
    return String.format(
        Locale.ROOT,
        "%3.0f %%  %10s  %s",
        Math.floor(100 * share),
        left().map(left -> shown(left) + " left").orElse(""),
        step);
  }

  /** Minutes and seconds. */
  private static String shown(Duration duration) {
    long seconds = Math.round(duration.toMillis() / 1e3);
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
