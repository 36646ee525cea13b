package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** All figures of the evaluation, as a tree of maps that becomes the JSON. For one thread. */
final class Evaluation {
  /* Weights of steps: about the seconds that they take on two idle cores. */
  static final double KEYS_WEIGHT = 0.03;

  /** Of each byte of a file that is read. */
  static final double BYTE_WEIGHT = 3e-9;

  private static final double PRIMES_WEIGHT = 0.3;
  private static final double TEXTS_WEIGHT = 0.03;
  private static final double TRIAL_WEIGHT = 0.000_02;
  private static final double MAPS_WEIGHT = 2.3;
  private static final double HASHES_WEIGHT = 2;

  private static final int FROM_BLANK = 32;
  private static final int FROM_MARK = 33;

  private static final List<String> MAPS =
      List.of("heapPut", "heapGet", "storePut", "storeGet", "storeMeanLines", "storeMostLines");

  private final Keys keys;
  private final List<HashStrategy> strategies;
  private final Depth depth;
  private final Speed speed;
  private final Progress progress;
  private final Map<String, Object> result = new LinkedHashMap<>();

  /**
   * How much is done.
   *
   * @param trials keys of each length of the avalanche
   * @param rounds processes that measure the same hashes, at the most
   * @param limit no further round begins that would not end within this time of all
   */
  record Depth(int trials, int rounds, Duration limit) {}

  Evaluation(
      Keys keys, List<HashStrategy> strategies, Depth depth, Speed speed, Progress progress) {
    this.keys = keys;
    this.strategies = List.copyOf(strategies);
    this.depth = depth;
    this.speed = speed;
    this.progress = progress;
  }

  /** What all steps weigh together. */
  static double weight(int strategies, Depth depth) {
    return KEYS_WEIGHT
        + PRIMES_WEIGHT
        + strategies * (2 * TEXTS_WEIGHT + 2 * KEYS_WEIGHT + trialsWeight(depth) + MAPS_WEIGHT)
        + depth.rounds * roundWeight(strategies);
  }

  private static double trialsWeight(Depth depth) {
    return TRIAL_WEIGHT * depth.trials;
  }

  private static double roundWeight(int strategies) {
    return HASHES_WEIGHT * (strategies + Plain31.both().size() + 1);
  }

  /** Evaluates. */
  Map<String, Object> run() throws IOException, InterruptedException {
    result.put("machine", Machine.describe());
    var about = new LinkedHashMap<String, Object>();
    about.put("source", keys.source());
    about.put("lines", keys.lines());
    about.put("distinct", keys.distinct());
    about.put("distinctExact", keys.isDistinctExact());
    about.put("evaluated", keys.keys().size());
    about.put("sample", keys.isSample());
    about.put("tooLongForStore", Notes.tooLongForStore(keys));
    result.put("keys", about);
    result.put("strategies", Notes.strategies(strategies));
    result.put("notes", List.of()); // its place, above all that is to be known for it
    shortTexts();
    progress.step("ranking of primes", PRIMES_WEIGHT);
    result.put("primeScores", Primes.scores(keys.keys()));
    buckets();
    avalanche();
    adversary();
    maps();
    speed();
    result.put("unmeasured", speed.failures());
    result.put("notes", Notes.of(strategies, keys, speed.failures()));
    costOf31();
    result.put("claim", Claim.of(result));
    result.put("findings", Findings.of(result));
    result.put("advice", Advice.of(result));
    progress.end();
    return result;
  }

  private void shortTexts() {
    progress.step("all texts of 2 characters", 0);
    shortTexts("twoChar", 2);
    progress.step("all texts of 3 characters", 2 * strategies.size() * TEXTS_WEIGHT);
    shortTexts("threeChar", 3);
  }

  private void shortTexts(String name, int length) {
    Map<String, Repeats> fromBlank = ShortTexts.of(strategies, length, FROM_BLANK);
    result.put(name, each(fromBlank, Repeats::colliding));
    result.put(name + "Sharing", each(fromBlank, Repeats::sharing));
    Map<String, Repeats> fromMark = ShortTexts.of(strategies, length, FROM_MARK);
    result.put(name + "From33", each(fromMark, Repeats::colliding));
  }

  private static Map<String, Object> each(
      Map<String, Repeats> repeats, ToIntFunction<Repeats> count) {
    var counts = new LinkedHashMap<String, Object>();
    repeats.forEach((strategy, of) -> counts.put(strategy, count.applyAsInt(of)));
    return counts;
  }

  /** What 31 costs is told whether it was asked for or not. */
  private void costOf31() {
    HashStrategy string31 = HashStrategies.string31();
    Repeats three = ShortTexts.of(List.of(string31), 3, FROM_BLANK).values().iterator().next();
    var cost = new LinkedHashMap<String, Object>();
    cost.put("threeChar", three.colliding());
    cost.put("threeCharSharing", three.sharing());
    cost.put("wholeHash", Collisions.of(string31, keys.keys()).get("colliding"));
    result.put("costOf31", cost);
  }

  private void buckets() {
    var buckets = new LinkedHashMap<String, Object>();
    var whole = new LinkedHashMap<String, Object>();
    for (HashStrategy strategy : strategies) {
      progress.step("collisions: " + strategy.name(), KEYS_WEIGHT);
      Map<String, Object> all = Collisions.of(strategy, keys.keys());
      all.put("lengths", Collisions.byLength(strategy, keys.keys()));
      whole.put(strategy.name(), all);
      Buckets found = Buckets.of(keys.keys(), strategy::hash);
      var fields = new LinkedHashMap<String, Object>();
      fields.put("score", found.score());
      var lengths = new LinkedHashMap<String, Object>();
      for (Buckets.OfLength each : found.lengths()) {
        var of = new LinkedHashMap<String, Object>();
        of.put("keys", each.keys());
        of.put("buckets", each.buckets());
        of.put("colliding", each.colliding());
        of.put("percent", each.percent());
        of.put("expectedPercent", Buckets.expectedPercent(each.keys(), each.buckets()));
        lengths.put(Integer.toString(each.length()), of);
      }
      fields.put("lengths", lengths);
      fields.put("map", Maps.statistics(strategy, keys.keys()));
      buckets.put(strategy.name(), fields);
    }
    result.put("wholeHash", whole);
    result.put("expected32", Collisions.expected32(keys.keys().size()));
    result.put("expectedProbes", Maps.expectedProbes(keys.keys().size()));
    result.put("buckets", buckets);
  }

  private void avalanche() {
    var all = new LinkedHashMap<String, Object>();
    for (HashStrategy strategy : strategies) {
      progress.step("avalanche: " + strategy.name(), trialsWeight(depth));
      var lengths = new LinkedHashMap<String, Object>();
      for (int length : Avalanche.LENGTHS) {
        Avalanche found = Avalanche.of(strategy, length, depth.trials);
        var fields = new LinkedHashMap<String, Object>();
        fields.put("bits", found.width());
        fields.put("meanFlips", found.meanFlips());
        fields.put("worstBias", found.worstBias());
        List<Object> shares = new ArrayList<>();
        for (double share : found.distribution()) {
          shares.add(share);
        }
        fields.put("distribution", shares);
        fields.put("matrix", found.matrix());
        lengths.put(Integer.toString(length), fields);
      }
      all.put(strategy.name(), lengths);
    }
    result.put("avalanche", all);
    result.put("avalancheTrials", depth.trials);
  }

  private void adversary() {
    Map<String, List<Object>> sets = Adversary.sets();
    var all = new LinkedHashMap<String, Object>();
    for (HashStrategy strategy : strategies) {
      progress.step("keys made to collide: " + strategy.name(), KEYS_WEIGHT);
      sets.forEach((name, set) -> {
        Map<String, Object> fields = Collisions.of(strategy, set);
        fields.putAll(Maps.statistics(strategy, set));
        byName(all, name).put(strategy.name(), fields);
      });
    }
    result.put("adversary", all);
  }

  @SuppressWarnings("unchecked") // We have put it there.
  private static Map<String, Object> byName(Map<String, Object> all, String name) {
    return (Map<String, Object>) all.computeIfAbsent(name, _ -> new LinkedHashMap<>());
  }

  private void maps() throws InterruptedException {
    for (HashStrategy strategy : strategies) {
      progress.step("maps and flood: " + strategy.name(), MAPS_WEIGHT);
      speed.measure(strategy, SpeedJob.Task.MAPS);
    }
    var maps = new LinkedHashMap<String, Object>();
    for (String what : MAPS) {
      maps.put(what, speed.single(what));
    }
    result.put("maps", maps);
    result.put("flood", Flood.all(speed));
  }

  private void speed() throws InterruptedException {
    List<HashStrategy> measured = new ArrayList<>(strategies);
    measured.addAll(Plain31.both());
    measured.add(new NoHash());
    int rounds = 0;
    Duration took = Duration.ZERO;
    while (rounds == 0
        || (rounds < depth.rounds && progress.elapsed().plus(took).compareTo(depth.limit) < 0)) {
      rounds++;
      Duration before = progress.elapsed();
      for (HashStrategy strategy : measured) {
        progress.step("speed, round " + rounds + ": " + strategy.name(), HASHES_WEIGHT);
        speed.measure(strategy, SpeedJob.Task.HASHES);
      }
      took = progress.elapsed().minus(before);
    }
    progress.drop((depth.rounds - rounds) * roundWeight(strategies.size()));
    result.put("speedRounds", rounds);
    for (SpeedForm form : SpeedForm.ALL) {
      result.put(form.figure(), speed.medians(form.label()));
      result.put(form.figure() + "Range", speed.ranges(form.label()));
    }
    var harness = new LinkedHashMap<String, Object>();
    for (SpeedForm form : List.of(SpeedForm.BYTES, SpeedForm.CHAINED)) {
      harness.put(form.figure(), speed.harness(form.label()));
    }
    result.put("nsHarness", harness);
    result.put("nsPerLong", speed.single("long"));
  }
}
