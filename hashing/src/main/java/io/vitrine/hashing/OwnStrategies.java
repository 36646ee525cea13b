package io.vitrine.hashing;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Strategies that the application has registered in this process. For any thread. */
final class OwnStrategies {
  /** What names of strategies of the module {@code vitrine-evaluation} begin with. */
  private static final String ADAPTED = "zah-";

  private static final String ADAPTED_CURE =
      " (zah- strategies are for ./vitrine hash; a program that has vitrine-evaluation registers"
          + " them by AdaptedStrategies.register(), and so must each one that opens such a store)";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_.-]{0,63}");
  private static final Pattern POLY = Pattern.compile(Poly.PREFIX + "[0-9]+");
  private static final int OWN_ID_MIN = 1_024;
  private static final long[] SEEDS_TO_TRY = {1, 0x0123_4567_89AB_CDEFL};
  private static final ConcurrentSkipListMap<String, LongFunction<? extends HashStrategy>> ALL =
      new ConcurrentSkipListMap<>();

  private OwnStrategies() {}

  static void register(String name, LongFunction<? extends HashStrategy> factory) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(factory, "factory");
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name of a hash strategy is \""
              + name
              + "\", expected 1 to 64 of a-z, 0-9, _, - and ., the first a letter");
    }
    HashStrategy strategy =
        Objects.requireNonNull(factory.apply(0), () -> "what the factory of " + name + " made");
    expect(name, "name", strategy.name(), name);
    expect(name, "seed", strategy.seed(), 0L);
    if (strategy.id() < OWN_ID_MIN) {
      throw new IllegalArgumentException(
          "hash strategy " + name + " has id " + strategy.id() + ", expected 1024 or more");
    }
    String unequal = tried(name, strategy);
    for (int i = 0; i < SEEDS_TO_TRY.length && unequal.isEmpty(); i++) {
      HashStrategy seeded = seeded(name, factory, SEEDS_TO_TRY[i]);
      unequal = seeded == null ? "" : tried(name, seeded);
    }
    if (!unequal.isEmpty()) {
      throw new IllegalArgumentException(said(name, unequal));
    }
    if (POLY.matcher(name).matches()) {
      throw new IllegalArgumentException(
          name + " is the name of a polynomial; take another for a hash strategy of your own");
    }
    if (HashStrategies.builtIn().contains(name) || ALL.putIfAbsent(name, factory) != null) {
      throw new IllegalArgumentException("there is a hash strategy of this name: " + name);
    }
  }

  /** One with a seed, which its forms may take up differently; null if it takes none. */
  private static @Nullable HashStrategy seeded(
      String name, LongFunction<? extends HashStrategy> factory, long seed) {
    HashStrategy strategy;
    try {
      strategy = factory.apply(seed);
    } catch (IllegalArgumentException e) {
      return null; // as who asks for a seed is told
    }
    if (strategy == null || strategy.seed() != seed) {
      return null; // likewise
    }
    expect(name, "name", strategy.name(), name);
    return strategy;
  }

  static HashStrategy of(String name, long seed) {
    LongFunction<? extends HashStrategy> factory = ALL.get(name);
    if (factory == null) {
      throw new IllegalArgumentException(
          "unknown hash strategy: name="
              + name
              + ", known="
              + HashStrategies.names()
              + "; choose one of these or register it"
              + (name.startsWith(ADAPTED) ? ADAPTED_CURE : ""));
    }
    HashStrategy strategy = factory.apply(seed);
    if (strategy == null) {
      throw new IllegalArgumentException(
          "factory of hash strategy " + name + " made none with seed " + seed);
    }
    expect(name, "name", strategy.name(), name);
    expect(name, "seed", strategy.seed(), seed);
    return strategy;
  }

  static List<String> after(List<String> names) {
    var all = new ArrayList<>(names);
    all.addAll(ALL.keySet());
    return List.copyOf(all);
  }

  /** Of a strategy that is not built in: those are held to it by tests. */
  static String unequalForm(HashStrategy strategy) {
    String name = strategy.name();
    if (HashStrategies.builtIn().contains(name) || Poly.named(name) != null) {
      return "";
    }
    String unequal = SelfTest.unequalForm(strategy, false);
    return unequal.isEmpty() ? "" : said(name, unequal);
  }

  private static String tried(String name, HashStrategy strategy) {
    try {
      return SelfTest.unequalForm(strategy, true);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "hash strategy " + name + " failed where its forms were tried: " + e, e);
    }
  }

  private static String said(String name, String unequal) {
    return "hash strategy "
        + name
        + " hashes "
        + unequal
        + " otherwise than the same bytes in an array";
  }

  private static void expect(String name, String what, @Nullable Object found, Object expected) {
    if (!expected.equals(found)) {
      throw new IllegalArgumentException(
          "factory of hash strategy "
              + name
              + " made one with "
              + what
              + " "
              + found
              + ", expected "
              + expected);
    }
  }
}
