package io.vitrine.collections;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber of a map wants. Immutable; begin with {@link #all()}.
 *
 * @param filter the entries wanted, null for all
 * @param select makes the item of an entry, null to deliver {@link MapEvent}s
 * @param bootstrap whether the present state comes first
 * @param from resume after this place instead, null for not
 * @param key only this key, null for all
 * @param overflow what to do when the subscriber is slow
 * @param events kinds of changes wanted
 * @param request demand to begin with: how many items may be delivered before {@link
 *     Subscription#request}; {@link Long#MAX_VALUE} for no bound
 * @param known the copy that the subscriber keeps, null for none
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public record SubscriptionOptions<K, V>(
    @Nullable Filter<? super MapEntry<K, V>> filter,
    @Nullable Function<? super MapEntry<K, V>, ?> select,
    boolean bootstrap,
    @Nullable Bookmark from,
    @Nullable K key,
    Overflow overflow,
    Set<EventKind> events,
    long request,
    @Nullable Map<K, V> known) {

  /** Kinds of changes. */
  public enum EventKind {
    /** {@link MapEvent.Inserted}. */
    INSERTED,
    /** {@link MapEvent.Updated}. */
    UPDATED,
    /** {@link MapEvent.Removed}. */
    REMOVED,
    /** {@link CollectionEvent.Published}, told by {@link Subscriber#onEvent}. */
    PUBLISHED,
    /** {@link CollectionEvent.Annotated}, told by {@link Subscriber#onEvent}. */
    ANNOTATED;

    /** What is told unless something else is asked for. */
    static final Set<EventKind> CHANGES = Set.of(INSERTED, UPDATED, REMOVED);
  }

  /** Copies the set. */
  public SubscriptionOptions {
    events = Set.copyOf(events);
    Objects.requireNonNull(overflow, "overflow");
    if (known != null && select != null) {
      throw new IllegalArgumentException(
          "a copy of the entries is known, and a mapping makes something else of them; leave out"
              + " one of the two");
    }
  }

  /**
   * Everything: the present state, then every change, with no bound.
   *
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the options
   */
  public static <K, V> SubscriptionOptions<K, V> all() {
    return new SubscriptionOptions<>(
        null, null, true, null, null, Overflow.EVERY, EventKind.CHANGES, Long.MAX_VALUE, null);
  }

  /**
   * The same with a filter.
   *
   * @param wanted the entries wanted
   * @return new options
   */
  public SubscriptionOptions<K, V> withFilter(Filter<? super MapEntry<K, V>> wanted) {
    return new SubscriptionOptions<>(
        wanted, select, bootstrap, from, key, overflow, events, request, known);
  }

  /**
   * The same with a mapping. Of an entry that is removed or leaves the filter nothing is delivered,
   * nor of one that the mapping answers null for.
   *
   * @param mapping makes the item of an entry
   * @return new options
   */
  public SubscriptionOptions<K, V> withSelect(Function<? super MapEntry<K, V>, ?> mapping) {
    return new SubscriptionOptions<>(
        filter, mapping, bootstrap, from, key, overflow, events, request, known);
  }

  /**
   * The same without the present state at the beginning.
   *
   * @return new options
   */
  public SubscriptionOptions<K, V> withoutBootstrap() {
    return new SubscriptionOptions<>(
        filter, select, false, from, key, overflow, events, request, known);
  }

  /**
   * The same, resuming.
   *
   * @param bookmark the place to resume from
   * @return new options
   */
  public SubscriptionOptions<K, V> withFrom(Bookmark bookmark) {
    return new SubscriptionOptions<>(
        filter, select, bootstrap, bookmark, key, overflow, events, request, known);
  }

  /**
   * The same for one key only.
   *
   * @param only the key
   * @return new options
   */
  public SubscriptionOptions<K, V> withKey(K only) {
    return new SubscriptionOptions<>(
        filter,
        select,
        bootstrap,
        from,
        Objects.requireNonNull(only, "key"),
        overflow,
        events,
        request,
        known);
  }

  /**
   * The same with another choice for a slow subscriber. From far, {@link Overflow#LATEST} with a
   * filter that does not travel is told the present state anew behind a bookmark, a lost connection
   * and a change of the filter, and not what was published or annotated up to there: who must not
   * miss that watches it by a subscription of its own, without a filter.
   *
   * @param choice the choice
   * @return new options
   */
  public SubscriptionOptions<K, V> withOverflow(Overflow choice) {
    return new SubscriptionOptions<>(
        filter, select, bootstrap, from, key, choice, events, request, known);
  }

  /**
   * The same for some kinds of changes only.
   *
   * @param kinds the kinds wanted
   * @return new options
   */
  public SubscriptionOptions<K, V> withEvents(Set<EventKind> kinds) {
    return new SubscriptionOptions<>(
        filter, select, bootstrap, from, key, overflow, kinds, request, known);
  }

  /**
   * The same with a bound on what is delivered before more is requested.
   *
   * @param items how many
   * @return new options
   */
  public SubscriptionOptions<K, V> withRequest(long items) {
    return new SubscriptionOptions<>(
        filter, select, bootstrap, from, key, overflow, events, items, known);
  }

  /**
   * The same for a subscriber that keeps a copy of the entries that pass the filter. If changes are
   * missed, so that there is a resync, it is told the difference to this copy: what is to be
   * inserted, updated and removed, in place of the present state.
   *
   * @param copy the copy, which the subscriber itself changes as it is told; is only read
   * @return new options
   */
  public SubscriptionOptions<K, V> withKnown(Map<K, V> copy) {
    return new SubscriptionOptions<>(
        filter,
        select,
        bootstrap,
        from,
        key,
        overflow,
        events,
        request,
        Objects.requireNonNull(copy, "copy"));
  }
}
