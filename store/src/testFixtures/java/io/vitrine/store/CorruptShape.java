package io.vitrine.store;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * A kind of small store that is damaged in every way. Immutable; whoever adds a layout adds a shape
 * to {@link #all}.
 *
 * @param name for people
 * @param options how it is opened
 * @param killed whether its process died with it open
 * @param lostPower whether the machine was started anew since
 * @param maps makes its maps
 * @param fill fills them, in two halves
 */
record CorruptShape(
    String name,
    StoreOptions options,
    boolean killed,
    boolean lostPower,
    Supplier<List<CorruptMap<?, ?>>> maps,
    Filler fill) {
  /** Fills a store. */
  @FunctionalInterface
  interface Filler {
    void half(Store store, List<CorruptMap<?, ?>> maps, int half, Random random);
  }

  private static final Duration LONG_TIME = Duration.ofDays(1_000);

  /** Every shape that there is. */
  static List<CorruptShape> all() {
    return List.of(
        least(),
        tiny(),
        unlogged(),
        mixed(),
        compact(),
        deadProcess(),
        logs(),
        durable(),
        noPower());
  }

  /** As little as there can be, so that every bit can be tried in seconds. */
  private static CorruptShape least() {
    return of(
        "least",
        Logged.OPTIONS,
        CorruptShape::oneMap,
        (store, maps, half, random) -> {
          if (half == 0) {
            maps.getFirst().put(store, 1, 10);
            maps.getFirst().put(store, 2, 12);
          } else {
            maps.getFirst().put(store, 2, 14);
            maps.getFirst().remove(store, 1);
            maps.getFirst().put(store, 3, 11);
          }
        });
  }

  /** One map with one segment and a few entries. */
  static CorruptShape tiny() {
    return of("tiny", Logged.OPTIONS, CorruptShape::oneMap, CorruptShape::fillOne);
  }

  private static CorruptShape of(
      String name, StoreOptions options, Supplier<List<CorruptMap<?, ?>>> maps, Filler fill) {
    return new CorruptShape(name, options, false, false, maps, fill);
  }

  /** Nobody has asked for the log. */
  private static CorruptShape unlogged() {
    return of("unlogged", StoreOptions.defaults(), CorruptShape::oneMap, CorruptShape::fillOne);
  }

  /** Maps of several types and layouts, a dropped one, groups, large values, times to live. */
  private static CorruptShape mixed() {
    return of("mixed", Logged.OPTIONS, CorruptShape::manyMaps, CorruptShape::fillMany);
  }

  /** Maps whose entries lie in the bucket tables, of one and of several words. */
  private static CorruptShape compact() {
    return of("compact", Logged.OPTIONS, CorruptShape::smallMaps, CorruptShape::fillSmall);
  }

  /** A process died while it had the store open. */
  private static CorruptShape deadProcess() {
    return new CorruptShape(
        "killed", Logged.OPTIONS, true, false, CorruptShape::oneMap, CorruptShape::fillOne);
  }

  /** The log goes on over several files. */
  private static CorruptShape logs() {
    return of(
        "logs",
        Logged.OPTIONS,
        CorruptShape::oneMap,
        (store, maps, half, random) -> {
          fillOne(store, maps, half, random);
          for (int i = 0; i < 3; i++) { // a record of 200 kB each, of which a file holds five
            maps.getFirst().put(store, 0, 100_000_000 + i);
          }
          fillOne(store, maps, half, random);
        });
  }

  /** With a checkpoint, and closed in order. */
  private static CorruptShape durable() {
    return of(
        "durable",
        StoreOptions.defaults().withDurability(Durability.SYNC),
        CorruptShape::oneMap,
        CorruptShape::fillOne);
  }

  /** With a checkpoint, and the next open has to recover it. */
  private static CorruptShape noPower() {
    return new CorruptShape(
        "power",
        StoreOptions.defaults().withDurability(Durability.SYNC),
        true,
        true,
        CorruptShape::oneMap,
        CorruptShape::fillOne);
  }

  private static List<CorruptMap<?, ?>> oneMap() {
    return List.of(
        new CorruptMap<>(
            "/maps/one",
            MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(1),
            key -> (long) key * 7919,
            CorruptShape::text));
  }

  private static void fillOne(Store store, List<CorruptMap<?, ?>> maps, int half, Random random) {
    CorruptMap<?, ?> map = maps.getFirst();
    for (int i = 0; i < 12; i++) {
      if (i % 3 == 0) {
        map.putFor(store, random.nextInt(14), random.nextInt(1_000), LONG_TIME);
      } else {
        map.put(store, random.nextInt(14), random.nextInt(1_000));
      }
    }
    map.remove(store, random.nextInt(14));
  }

  private static List<CorruptMap<?, ?>> manyMaps() {
    return List.of(
        new CorruptMap<>(
            "/maps/numbers",
            MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1),
            key -> (long) key,
            value -> (long) value * 31),
        new CorruptMap<>(
            "/maps/texts",
            MapOptions.of(Codecs.strings(), Codecs.strings()).withSegments(4),
            key -> "key number " + key,
            CorruptShape::text),
        new CorruptMap<>(
            "/maps/bytes",
            MapOptions.of(Codecs.uuids(), Codecs.bytes()).withSegments(2),
            key -> new java.util.UUID(key, ~key),
            value -> new byte[value % 10 == 0 ? 40_000 : value % 700]),
        new CorruptMap<>(
            "/sets/words",
            MapOptions.of(Codecs.strings(), Codecs.booleans()).withSegments(1),
            key -> "w" + key,
            value -> value % 2 == 0));
  }

  private static List<CorruptMap<?, ?>> smallMaps() {
    return List.of(
        new CorruptMap<>(
            "/maps/counters",
            MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1).compact(),
            key -> (long) key,
            value -> (long) value * 31),
        new CorruptMap<>(
            "/maps/seen",
            MapOptions.of(Codecs.uuids(), Codecs.instants()).withSegments(2).compact(),
            key -> new java.util.UUID(key, ~key),
            value -> java.time.Instant.ofEpochSecond(value, value)),
        new CorruptMap<>(
            "/maps/wide",
            MapOptions.of(Codecs.longs(), Codecs.bytes(64)).withSegments(1).compact(),
            key -> (long) key,
            CorruptShape::wide));
  }

  private static byte[] wide(int value) {
    byte[] bytes = new byte[64];
    new Random(value).nextBytes(bytes);
    return bytes;
  }

  private static void fillSmall(Store store, List<CorruptMap<?, ?>> maps, int half, Random random) {
    for (CorruptMap<?, ?> map : maps) {
      for (int i = 0; i < 50; i++) {
        int key = random.nextInt(60);
        if (random.nextInt(4) == 0) {
          map.remove(store, key);
        } else {
          map.put(store, key, random.nextInt(1_000));
        }
      }
    }
    group(store, maps.get(0), maps.get(1), random);
  }

  private static void fillMany(Store store, List<CorruptMap<?, ?>> maps, int half, Random random) {
    if (half == 0) {
      var gone =
          new CorruptMap<>(
              "/lists/gone",
              MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1),
              key -> (long) key,
              value -> (long) value);
      gone.put(store, 1, 2);
      store.drop(gone.path);
    }
    for (CorruptMap<?, ?> map : maps) {
      for (int i = 0; i < 60; i++) {
        int key = random.nextInt(70);
        if (random.nextInt(4) == 0) {
          map.remove(store, key);
        } else if (random.nextInt(6) == 0) {
          map.putFor(store, key, random.nextInt(1_000), LONG_TIME);
        } else {
          map.put(store, key, random.nextInt(1_000));
        }
      }
    }
    group(store, maps.get(0), maps.get(1), random);
  }

  /** Changes entries of two maps at once. */
  private static <A, B, C, D> void group(
      Store store, CorruptMap<A, B> one, CorruptMap<C, D> other, Random random) {
    int key = random.nextInt(70);
    int value = random.nextInt(1_000);
    StoreMap<A, B> first = one.open(store);
    StoreMap<C, D> second = other.open(store);
    store.atomically(group -> {
      one.putIn(group, first, key, value);
      other.putIn(group, second, key, value);
      return true;
    });
    one.noted(key, value);
    other.noted(key, value);
  }

  private static String text(int value) {
    return value >= 100_000_000
        ? "v".repeat(100_000) + value
        : "value " + value + " ".repeat(value % 90);
  }
}
