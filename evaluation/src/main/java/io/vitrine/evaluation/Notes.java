package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What has to be known of a run besides its figures. Stateless, for any thread. */
final class Notes {
  private Notes() {}

  /**
   * The seeds that a run was made with, by strategy; 0 for those that have none, and none where it
   * was drawn: it may be that of a map which relies on its being secret, and reports are shown
   * around.
   */
  static Map<String, Object> strategies(List<HashStrategy> strategies) {
    var all = new LinkedHashMap<String, Object>();
    for (HashStrategy strategy : strategies) {
      var fields = new LinkedHashMap<String, Object>();
      fields.put("id", strategy.id());
      if (strategy.isSeedDrawn()) {
        fields.put("seedDrawn", true);
      } else {
        fields.put("seed", strategy.seed());
      }
      all.put(strategy.name(), fields);
    }
    return all;
  }

  /** How many keys are longer than those of a store may be. */
  static long tooLongForStore(Keys keys) {
    return keys.keys().stream().filter(key -> !MapWatch.fitsStore(key)).count();
  }

  /** What is told of a strategy that could not be measured. */
  static String unmeasured(String strategy, String why) {
    return "the speed of " + strategy + " could not be measured: " + why;
  }

  /**
   * Lines to be shown with the figures; often none.
   *
   * @param strategies what was evaluated
   * @param keys what they hashed
   * @param failures why some of them could not be measured, by their names
   */
  static List<Object> of(List<HashStrategy> strategies, Keys keys, Map<String, String> failures) {
    var notes = new ArrayList<Object>();
    for (HashStrategy strategy : strategies) {
      if (strategy.isSeedDrawn()) {
        notes.add(strategy.name() + " has a seed that was drawn at random, and is kept secret.");
      } else if (strategy.seed() != 0) {
        notes.add(strategy.name() + " has the seed " + strategy.seed() + ".");
      }
    }
    long tooLong = tooLongForStore(keys);
    if (tooLong > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d keys have more than %,d bytes of UTF-8, the most that a store takes, and"
                  + " have no part in its figures.",
              tooLong,
              keys.keys().size(),
              MapWatch.STORE_KEY_MAX));
    }
    long unscored = keys.keys().stream().filter(key -> key.length() > Buckets.LENGTH_MAX).count();
    if (unscored > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d keys have more than %d characters, and no part in the scores.",
              unscored,
              keys.keys().size(),
              Buckets.LENGTH_MAX));
    }
    failures.forEach((strategy, why) -> notes.add(unmeasured(strategy, why)));
    return notes;
  }
}
