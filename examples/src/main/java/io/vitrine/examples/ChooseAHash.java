package io.vitrine.examples;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.util.List;
import java.util.stream.IntStream;

/** Counts the collisions of every hash strategy on some keys, and makes a map with the best. */
final class ChooseAHash {
  private ChooseAHash() {}

  static void main(String[] args) {
    List<String> keys = IntStream.range(0, 1024).mapToObj(ChooseAHash::key).toList();
    String best = "";
    long fewest = Long.MAX_VALUE;
    for (String name : HashStrategies.names()) {
      HashStrategy strategy = HashStrategies.of(name, 0);
      long collisions = keys.size() - keys.stream().mapToLong(strategy::hash).distinct().count();
      System.out.println(name + ": " + collisions + " of " + keys.size() + " keys collide");
      if (collisions < fewest) {
        fewest = collisions;
        best = name;
      }
    }
    var spec = MapSpec.of(String.class, Long.class).withHash(HashStrategies.of(best, 0));
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<String, Long> map = vitrine.map("/maps/pairs", spec);
      keys.forEach(key -> map.put(key, 1L));
      System.out.println(map.size() + " entries by " + best);
    }
  }

  /** Ten pairs of letters, Aa for a bit that is not set and BB for one that is. */
  private static String key(int bits) {
    return IntStream.range(0, 10)
        .mapToObj(bit -> (bits >> bit & 1) == 0 ? "Aa" : "BB")
        .reduce("", String::concat);
  }
}
