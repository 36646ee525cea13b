package io.vitrine.bench;

import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Shape;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of that which the command line can name something is measured under, by option; what it has
 * by itself, whatever is named, is not among it. Immutable.
 *
 * @param taken options and the one value of each
 */
record Conditions(Map<String, Object> taken) {
  private static final String ENTRIES = "--entries";
  private static final String VALUES = "--values";
  private static final String KEYS = "--keys";
  private static final String THREADS = "--threads";

  private static final String COUNTERS = "--counters";

  /** Of what is the same whatever is named. */
  static final Conditions NONE = new Conditions(Map.of());

  /** Of what has so many entries. */
  static Conditions ofEntries(long entries) {
    return new Conditions(Map.of(ENTRIES, entries));
  }

  /** Of calls. */
  static Conditions ofCalls(Shape shape, int threads) {
    return new Conditions(
        Map.of(
            ENTRIES,
            shape.entries(),
            VALUES,
            shape.valueBytes(),
            KEYS,
            label(shape.key()),
            THREADS,
            threads));
  }

  /**
   * Looks for something that is named and would be left aside in silence.
   *
   * @param settings what is named
   * @return what to say of it, null if there is no such thing
   */
  static @Nullable String ignored(Settings settings) {
    List<Workload> plan = Plan.of(settings).stream().filter(settings::hasPeerOf).toList();
    for (Map.Entry<String, Collection<?>> option : named(settings).entrySet()) {
      Set<Object> taken = new LinkedHashSet<>();
      plan.forEach(each -> taken.addAll(each.conditions().of(option.getKey())));
      for (Object value : option.getValue()) {
        if (!taken.contains(value)) {
          return said(option.getKey(), value, taken, settings);
        }
      }
    }
    return settings.matrix().isGiven() ? leftOut(settings) : null;
  }

  /**
   * Looks for somebody who has events counted.
   *
   * @param events what is named
   * @param settings what is measured
   * @return what to say where nobody has, else null
   */
  static @Nullable String uncounted(List<String> events, Settings settings) {
    boolean isTaken =
        Plan.of(settings).stream().filter(settings::hasPeerOf).anyMatch(Workload::takesCounters);
    if (isTaken) {
      return null;
    }
    var who = new LinkedHashSet<String>();
    Plan.of(settings.withAll()).stream()
        .filter(Workload::takesCounters)
        .forEach(each -> who.add(each.name()));
    return COUNTERS
        + " names "
        + String.join(", ", events)
        + ", which nothing of what is measured here counts; expected no "
        + COUNTERS
        + ", or --only with some of "
        + String.join(", ", who);
  }

  /** Looks for a name under which the conditions leave nothing to measure. */
  private static @Nullable String leftOut(Settings settings) {
    List<Workload> plan = Plan.of(settings);
    for (String name : settings.only()) {
      boolean isThere =
          plan.stream().anyMatch(each -> name.equals(each.name()) || name.equals(each.group()));
      if (!isThere) {
        return "--only names "
            + name
            + ", which is not measured under any of the conditions that are named; leave it out, or"
            + " "
            + String.join(", ", VALUES, KEYS, THREADS);
      }
    }
    return null;
  }

  private static Map<String, Collection<?>> named(Settings settings) {
    var named = new LinkedHashMap<String, Collection<?>>();
    if (settings.namesEntries()) {
      named.put(ENTRIES, settings.entries());
    }
    Matrix matrix = settings.matrix();
    named.put(VALUES, matrix.values());
    named.put(KEYS, matrix.keys().stream().map(Conditions::label).toList());
    named.put(THREADS, matrix.threads());
    return named;
  }

  private static String label(KeyKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private Collection<Object> of(String option) {
    Object value = taken.get(option);
    return value == null ? List.of() : List.of(value);
  }

  private static String said(String option, Object value, Set<Object> taken, Settings settings) {
    var who = new LinkedHashSet<String>();
    for (Workload workload : Plan.of(settings.withAll())) {
      if (workload.conditions().of(option).contains(value)) {
        who.add(workload.name());
      }
    }
    String expected =
        taken.isEmpty()
            ? "expected no " + option
            : "expected of " + String.join(", ", taken.stream().map(Object::toString).toList());
    return option
        + " has "
        + value
        + ", which nothing of what is measured here takes; "
        + expected
        + (who.isEmpty() ? "" : ", or --only with some of " + String.join(", ", who));
  }
}
