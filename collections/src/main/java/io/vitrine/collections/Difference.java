package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to a copy of a map so that it shows the state at a revision. For one thread,
 * and for implementers of subscriptions. Each entry of the state is passed to {@link #present} and
 * then {@link #gone} tells what is left over.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class Difference<K, V> implements Comparison<K, V> {
  private final Map<K, V> copy;
  private final Map<Object, K> unseen = new LinkedHashMap<>();
  private final long revision;

  /**
   * Begins.
   *
   * @param copy what is known; may change, entry by entry, as it is told what {@link #present}
   *     answers
   * @param revision revision of the state
   */
  public Difference(Map<K, V> copy, long revision) {
    this.copy = copy;
    this.revision = revision;
    copy.keySet().forEach(key -> unseen.put(identity(key), key));
  }

  /**
   * The same for a set, whose elements are the keys.
   *
   * @param copy what is known
   * @param revision revision of the state
   * @param <E> type of the elements
   * @return a comparison that has just begun
   */
  public static <E> Difference<E, Boolean> ofSet(Collection<E> copy, long revision) {
    return new Difference<>(new PresentMap<>(copy), revision);
  }

  private static Object identity(Object key) {
    return Objects.requireNonNull(Content.of(key), "key");
  }

  /**
   * Looks at an entry of the state.
   *
   * @param key the key
   * @param value its value
   * @return what makes the copy show it, null if it does
   */
  @Override
  public @Nullable MapEvent<K, V> present(K key, V value) {
    K known = unseen.remove(identity(key));
    V before = known == null ? null : copy.get(known);
    if (before == null) {
      return new MapEvent.Inserted<>(key, value, revision, 0);
    }
    return Content.isEqual(before, value)
        ? null
        : new MapEvent.Updated<>(key, before, value, revision, 0);
  }

  /**
   * Tells what is known and was not among the entries of the state.
   *
   * @return the removals
   */
  @Override
  public List<MapEvent<K, V>> gone() {
    var gone = new ArrayList<MapEvent<K, V>>();
    unseen
        .values()
        .forEach(key -> gone.add(new MapEvent.Removed<>(key, copy.get(key), revision, 0)));
    return gone;
  }
}
