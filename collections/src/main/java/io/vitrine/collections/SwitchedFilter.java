package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a subscription that is on the way from one to another: the new one for the entries
 * whose difference was told, the one before for all others. For one thread.
 *
 * <p>Where the map is dropped on the way, nobody can tell the rest of the difference any more, but
 * the log has what was changed before the drop: this says what of that the subscriber is to see.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class SwitchedFilter<K, V> implements Filter<MapEntry<K, V>> {
  /** How many keys are kept; whose difference is larger does without. */
  static final int KEYS_MAX = 1 << 16;

  private final Filter<? super MapEntry<K, V>> before;
  private final Filter<? super MapEntry<K, V>> after;

  /** Contents of the keys whose entries came in or left; null where they are too many. */
  private @Nullable Set<Object> told;

  /** Whether a filter or the subscriber is at work, or has failed at an entry. */
  private boolean telling;

  /**
   * Begins with the filter before.
   *
   * @param keysStay whether an entry keeps its key as long as it is there
   */
  SwitchedFilter(
      Filter<? super MapEntry<K, V>> before,
      Filter<? super MapEntry<K, V>> after,
      boolean keysStay) {
    this.before = before;
    this.after = after;
    this.told = keysStay ? new HashSet<>() : null;
  }

  /** Tells of an entry that comes in or leaves by the new filter. */
  void tell(K key, V value, long revision, Consumer<MapEvent<K, V>> teller) {
    telling = true;
    var entry = new MapEntry<K, V>(key, value);
    boolean wasIn = before.test(entry);
    if (wasIn != after.test(entry)) {
      tell(entry, wasIn, revision, teller);
    }
    telling = false;
  }

  private void tell(
      MapEntry<K, V> entry, boolean wasIn, long revision, Consumer<MapEvent<K, V>> teller) {
    Set<Object> keys = told;
    K key = entry.key();
    V value = entry.value();
    if (keys != null && keys.size() < KEYS_MAX) {
      keys.add(Objects.requireNonNull(Content.of(key)));
    } else {
      told = null;
    }
    teller.accept(
        wasIn
            ? new MapEvent.Removed<>(key, value, revision, 0)
            : new MapEvent.Inserted<>(key, value, revision, 0));
  }

  /** Whether it is known which entries were told: not where to tell of one has failed. */
  boolean isKnown() {
    return told != null && !telling;
  }

  @Override
  public boolean test(MapEntry<K, V> entry) {
    Set<Object> keys = told;
    boolean switched = keys != null && keys.contains(Content.of(entry.key()));
    return switched ? after.test(entry) : before.test(entry);
  }
}
