package io.vitrine.evaluation;

import java.time.Duration;

/** How much an evaluation does. */
public enum Effort {
  /** Speed in one round, and fewer keys for avalanche: about a minute for all strategies. */
  QUICK(500, 1, 3),

  /** Speed in up to three rounds. */
  NORMAL(4_000, 3, 3),

  /** Speed at more lengths and in up to five rounds, and more keys for avalanche. */
  THOROUGH(20_000, 5, 30);

  private final int trials;
  private final int rounds;
  private final int minutes;

  Effort(int trials, int rounds, int minutes) {
    this.trials = trials;
    this.rounds = rounds;
    this.minutes = minutes;
  }

  /** Within what time a further round has to end. */
  Duration limit() {
    return Duration.ofMinutes(minutes);
  }

  Evaluation.Depth depth(Duration limit) {
    return new Evaluation.Depth(trials, rounds, limit);
  }
}
