package io.vitrine.chronicle;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * The same long sequence of operations on a map of Vitrine and on one of Chronicle Map, in a JVM of
 * its own: the arguments are a folder, a seed and a number of operations. Says where they differ.
 */
final class Differential {
  /** Kinds of keys and values; the functions draw one of a few, so that keys meet again. */
  private record Kind<T>(
      Class<T> type, Codec<T> codec, int averageBytes, Function<Random, T> draw) {}

  private static final Kind<Long> LONGS =
      new Kind<>(Long.class, Codecs.longs(), 8, random -> random.nextLong() >> 50);
  private static final Kind<Integer> INTS =
      new Kind<>(Integer.class, Codecs.ints(), 4, random -> random.nextInt(9_000));
  private static final Kind<Double> DOUBLES =
      new Kind<>(
          Double.class,
          Codecs.doubles(),
          8,
          random ->
              List.of(0.0, -0.0, Double.NaN, 1.5, random.nextDouble()).get(random.nextInt(5)));
  private static final Kind<String> STRINGS =
      new Kind<>(
          String.class,
          Codecs.strings(),
          12,
          random -> "k€y" + Integer.toString(random.nextInt(20_000), 7));
  private static final Kind<String> TEXTS =
      new Kind<>(
          String.class,
          Codecs.strings(),
          120,
          random -> "x".repeat(random.nextInt(random.nextInt(20) == 0 ? 3_000 : 150)));
  private static final Kind<byte[]> BYTES =
      new Kind<>(byte[].class, Codecs.bytes(), 60, Differential::bytes);
  private static final Kind<byte[]> SMALL =
      new Kind<>(
          byte[].class,
          Codecs.bytes(),
          2,
          random -> new byte[] {(byte) random.nextInt(), (byte) random.nextInt(20)});
  private static final Kind<UUID> IDS =
      new Kind<>(
          UUID.class,
          Codecs.uuids(),
          80,
          random -> new UUID(random.nextInt(3), random.nextInt(500)));

  private Differential() {}

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(120)];
    random.nextBytes(bytes);
    return bytes;
  }

  public static void main(String[] args) throws IOException {
    System.setProperty("chronicle.analytics.disable", "true");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    Path folder = Path.of(args[0]);
    long seed = Long.parseLong(args[1]);
    int count = Integer.parseInt(args[2]);
    try (Store store = Stores.open(folder.resolve("differential"))) {
      run(store, "longs", LONGS, LONGS, seed, count);
      run(store, "texts", STRINGS, TEXTS, seed, count);
      run(store, "bytes", SMALL, BYTES, seed, count);
      run(store, "doubles", INTS, DOUBLES, seed, count);
      run(store, "ids", IDS, STRINGS, seed, count / 20);
    }
  }

  private static <K, V> void run(
      Store store, String name, Kind<K> keys, Kind<V> values, long seed, int count) {
    StoreMap<K, V> ours =
        store.map("/maps/" + name, MapOptions.of(keys.codec, values.codec).withSegments(4));
    ChronicleMapBuilder<K, V> builder =
        ChronicleMapBuilder.of(keys.type, values.type).entries(40_000).maxBloatFactor(10);
    if (!builder.constantlySizedKeys()) {
      builder.averageKeySize(keys.averageBytes);
    }
    if (!builder.constantlySizedValues()) {
      builder.averageValueSize(values.averageBytes);
    }
    try (ChronicleMap<K, V> theirs = builder.create()) {
      var random = new Random(seed);
      var both =
          new TwoMaps<>(
              ours, theirs, () -> keys.draw.apply(random), () -> values.draw.apply(random), random);
      System.out.println(name + ": up to " + both.run(count) + " entries");
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(name + ", seed " + seed, e);
    }
  }
}
