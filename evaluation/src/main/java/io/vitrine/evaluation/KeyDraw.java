package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Draws keys from as many as come, in memory for those that are drawn. For one thread.
 *
 * <p>Drawn are those with the lowest hashes under a seed of its own: each of the different keys is
 * as likely as any other, however often it comes and when, and the draw is the same every time.
 * What is above the lowest one that was ever left out is left out, too, so a key that was dropped
 * does not come back where it is repeated.
 */
final class KeyDraw {
  /** Most characters that are kept of all keys: a gigabyte of long lines has to fit, too. */
  static final int CHARACTERS_MAX = 1 << 26;

  /** What decides the draw. */
  static final HashStrategy HASH = HashStrategies.siphash(0x6B65_7973L);

  /* The hash first; of two keys with the same one, the text. */
  private static final Comparator<Drawn> LOWEST_FIRST =
      ((Comparator<Drawn>) (one, other) -> Long.compareUnsigned(one.hash, other.hash))
          .thenComparing(Drawn::key);

  private final int most;
  private final Set<String> keys = new HashSet<>();
  private final PriorityQueue<Drawn> highestFirst = new PriorityQueue<>(LOWEST_FIRST.reversed());
  private final DistinctCount distinct = new DistinctCount();
  private @Nullable Drawn lowestLeftOut;
  private long characters;
  private long number;

  /** One that is in. */
  private record Drawn(String key, long hash, long number) {}

  /**
   * Draws none yet.
   *
   * @param most how many keys to keep at the most
   */
  KeyDraw(int most) {
    this.most = most;
  }

  /**
   * Draws so many of keys that differ, in their order.
   *
   * @param all the keys
   * @param most how many at the most
   */
  static List<String> of(Collection<String> all, int most) {
    if (all.size() <= most) {
      return List.copyOf(all);
    }
    var draw = new KeyDraw(most);
    all.forEach(key -> draw.add(key, HASH.hash(key)));
    return draw.keys();
  }

  /**
   * Counts a key by its hash.
   *
   * @param hash what {@link #HASH} makes of it
   * @return whether {@link #add} has to be called for it; if not, it is left out
   */
  boolean count(long hash) {
    distinct.add(hash);
    return lowestLeftOut == null || Long.compareUnsigned(hash, lowestLeftOut.hash) <= 0;
  }

  /** Draws a key, or leaves it out. */
  void add(String key, long hash) {
    var drawn = new Drawn(key, hash, number++);
    boolean isLeftOut = lowestLeftOut != null && LOWEST_FIRST.compare(drawn, lowestLeftOut) >= 0;
    if (isLeftOut || !keys.add(key)) {
      return;
    }
    highestFirst.add(drawn);
    characters += key.length();
    while (keys.size() > most || characters > CHARACTERS_MAX) {
      Drawn highest = highestFirst.remove();
      keys.remove(highest.key);
      characters -= highest.key.length();
      lowestLeftOut = highest; // below any before it
    }
  }

  /** The keys that are drawn, in the order in which they came first. */
  List<String> keys() {
    return highestFirst.stream()
        .sorted(Comparator.comparingLong(Drawn::number))
        .map(Drawn::key)
        .toList();
  }

  /** Whether some keys were left out. */
  boolean isPart() {
    return lowestLeftOut != null;
  }

  /** How many different keys there were, or about as many. */
  long distinct() {
    return isPart() ? Math.max(keys.size() + 1L, distinct.count()) : keys.size();
  }

  /** Whether that is so, and not about so. */
  boolean isDistinctExact() {
    return !isPart() || distinct.isExact();
  }
}
