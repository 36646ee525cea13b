package io.vitrine.evaluation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Which strategy to take for which kind of keys, from what a run has measured: the fastest of those
 * that are sound. Immutable, for any thread.
 */
final class Advice {
  /** The store's default, which is taken where it is hardly slower than the fastest. */
  private static final String DEFAULT = "rapid";

  /** How many times as long the default may take. */
  private static final double HARDLY = 1.1;

  /** Those with a seed that can be secret, the one with the greater margin first. */
  private static final List<String> SECRET = List.of("siphash", "siphash13");

  /** Those that are measured to compare with, and that no store finds. */
  private static final String FOREIGN = "zah-";

  private static final int ALL_3_CHARS = 857_375;

  /* Far above what chance gives with the fewest trials, and far below what a weak hash has. */
  private static final double BIAS_MAX = 0.15;
  private static final double PROBES_MAX = 1.5;
  private static final double COLLIDING_FACTOR = 3;
  private static final double COLLIDING_MORE = 5;

  private final Map<String, Object> result;
  private final List<String> sound;

  private Advice(Map<String, Object> result) {
    this.result = result;
    this.sound =
        map("buckets").keySet().stream()
            .map(Object::toString)
            .filter(name -> !name.startsWith(FOREIGN) && isSound(name) && isMeasured(name))
            .toList();
  }

  /**
   * The advice.
   *
   * @param result all figures of a run
   * @return for each kind of keys: {@code keys}, what kind it is; {@code take}, the name of a
   *     strategy; {@code why}
   */
  static List<Object> of(Map<String, Object> result) {
    var advice = new Advice(result);
    return List.of(
        advice.fastest("numbers", "for a long", name -> advice.figure("nsPerLong", name)),
        advice.fastest(
            "short words",
            "for 4 to 16 characters",
            name ->
                (advice.figure("nsPerText", name, "4")
                        + advice.figure("nsPerText", name, "8")
                        + advice.figure("nsPerText", name, "16"))
                    / 3),
        advice.fastest(
            "long texts", "for 1,024 characters", name -> advice.figure("nsPerText", name, "1024")),
        advice.strangers());
  }

  /** Whether nothing was found against it but that strangers may find what collides. */
  private boolean isSound(String name) {
    double keys = figure("keys", "evaluated");
    boolean spreads =
        map("adversary").keySet().stream()
            .allMatch(set -> figure("adversary", set.toString(), name, "meanProbes") <= PROBES_MAX);
    return spreads
        && figure("avalanche", name, "8", "worstBias") <= BIAS_MAX
        && figure("threeChar", name) <= collidingMax(name, ALL_3_CHARS)
        && figure("wholeHash", name, "colliding") <= collidingMax(name, keys);
  }

  private boolean isMeasured(String name) {
    return map("nsPerText").containsKey(name);
  }

  /** Of 64 bits chance makes none collide. */
  private double collidingMax(String name, double keys) {
    return figure("avalanche", name, "8", "bits") > Integer.SIZE
        ? 0
        : COLLIDING_FACTOR * Collisions.expected32((int) keys) + COLLIDING_MORE;
  }

  private Map<String, Object> fastest(String keys, String what, ToDoubleFunction<String> nanos) {
    List<String> ranked =
        sound.stream().sorted(Comparator.comparingDouble(nanos)).limit(3).toList();
    if (ranked.isEmpty()) {
      return advice(
          keys,
          "none of these",
          "no strategy that this run has measured is sound; rapid and xxh3 are");
    }
    boolean hardlySlower =
        sound.contains(DEFAULT)
            && nanos.applyAsDouble(DEFAULT) <= HARDLY * nanos.applyAsDouble(ranked.getFirst());
    String take = hardlySlower ? DEFAULT : ranked.getFirst();
    var why = new ArrayList<String>();
    why.add(nanos(nanos.applyAsDouble(take)) + " " + what);
    for (String other : ranked) {
      if (!other.equals(take)) {
        why.add(other + " takes " + nanos(nanos.applyAsDouble(other)));
      }
    }
    return advice(keys, take, String.join("; ", why));
  }

  private Map<String, Object> strangers() {
    List<String> measured =
        SECRET.stream().filter(map("flood")::containsKey).filter(this::isMeasured).toList();
    String kind = "keys from strangers";
    if (measured.isEmpty()) {
      return advice(
          kind,
          SECRET.getFirst(),
          "it was not measured in this run, but none that was can keep its seed secret; with any of"
              + " these a stranger can compute keys that collide");
    }
    String take = measured.getFirst();
    String why =
        String.format(
            Locale.ROOT,
            "with a seed that was drawn and is kept secret, nobody can compute keys that collide;"
                + " %s for 16 characters; a flood of 100,000 texts costs %.1f times as much to find"
                + " as random ones",
            nanos(figure("nsPerText", take, "16")),
            figure("flood", take, "ratioGet"));
    return advice(kind, take, why);
  }

  private static String nanos(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.1f ns" : "%,.0f ns", value);
  }

  private static Map<String, Object> advice(String keys, String take, String why) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("keys", keys);
    fields.put("take", take);
    fields.put("why", why);
    return fields;
  }

  private Map<?, ?> map(String name) {
    return (Map<?, ?>) at(result, name);
  }

  private double figure(String... path) {
    Object found = result;
    for (String name : path) {
      found = at((Map<?, ?>) found, name);
    }
    return ((Number) found).doubleValue();
  }

  private static Object at(Map<?, ?> from, String name) {
    Object found = from.get(name);
    if (found == null) {
      throw new IllegalStateException("no figure is called " + name);
    }
    return found;
  }
}
