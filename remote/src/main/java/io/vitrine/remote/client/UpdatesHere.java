package io.vitrine.remote.client;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Applies functions that cannot travel to entries of a remote map, here: what they make is taken if
 * the entry still has the revision that they saw. Safe for any number of threads.
 *
 * <p>The server answers each try with what is there by then, so another try is one request more. A
 * function only ever sees what the server has told since the call began: so it cannot miss what
 * whoever calls knows to be there.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class UpdatesHere<K, V> {
  /**
   * What the server has told of an entry: what was made of it, or else what it is.
   *
   * @param value null where there is no entry
   * @param revision 0 where there is no entry
   * @param done whether this was made as it was asked for; others may have changed it since
   */
  record Told<V>(@Nullable V value, long revision, boolean done) {}

  private final RemoteMap<K, V> map;

  UpdatesHere(RemoteMap<K, V> map) {
    this.map = map;
  }

  /**
   * Updates an entry; the function is called again when another update came between.
   *
   * @param key of the entry
   * @param first what to set where there is no entry, which is tried first; null where the function
   *     has to say
   * @param function makes the new value, null for no entry
   * @param leaves whether what the function gives back as it was is not written
   * @return what it made, as it is read
   */
  @Nullable V update(
      K key, @Nullable V first, Function<@Nullable V, @Nullable V> function, boolean leaves) {
    Told<V> at = first == null ? look(key) : map.exchange(key, 0, first);
    while (!at.done()) {
      V after = function.apply(at.value());
      if (isLeft(at.value(), after, leaves)) {
        return after;
      }
      at = map.exchange(key, at.revision(), after);
    }
    return at.value();
  }

  @SuppressWarnings("ReferenceEquality") // the same object means no change
  private boolean isLeft(@Nullable V before, @Nullable V after, boolean leaves) {
    return before == after && (leaves || before == null);
  }

  private Told<V> look(K key) {
    var found = map.getVersioned(key);
    return found == null
        ? new Told<>(null, 0, false)
        : new Told<>(found.value(), found.revision(), false);
  }
}
