package io.vitrine.collections;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber of a set or a list wants. Immutable; begin with {@link #all()}.
 *
 * @param filter the elements wanted, null for all
 * @param select makes the item of an element, null to deliver events
 * @param bootstrap whether the present state comes first
 * @param from resume after this place instead, null for not
 * @param overflow what to do when the subscriber is slow
 * @param events kinds of changes wanted; a set has no updates
 * @param request demand to begin with: how many items may be delivered before {@link
 *     Subscription#request}; {@link Long#MAX_VALUE} for no bound
 * @param known the copy that the subscriber keeps, null for none
 * @param <E> type of the elements
 */
public record ElementOptions<E>(
    @Nullable Filter<? super E> filter,
    @Nullable Function<? super E, ?> select,
    boolean bootstrap,
    @Nullable Bookmark from,
    Overflow overflow,
    Set<EventKind> events,
    long request,
    @Nullable Collection<E> known) {
  /** Copies the set. */
  public ElementOptions {
    events = Set.copyOf(events);
    Objects.requireNonNull(overflow, "overflow");
    if (known != null && select != null) {
      throw new IllegalArgumentException(
          "a copy of the elements is known, and a mapping makes something else of them; leave out"
              + " one of the two");
    }
  }

  /**
   * Everything: the present state, then every change, with no bound.
   *
   * @param <E> type of the elements
   * @return the options
   */
  public static <E> ElementOptions<E> all() {
    return new ElementOptions<>(
        null, null, true, null, Overflow.EVERY, EventKind.CHANGES, Long.MAX_VALUE, null);
  }

  /**
   * The same with a filter.
   *
   * @param wanted the elements wanted
   * @return new options
   */
  public ElementOptions<E> withFilter(Filter<? super E> wanted) {
    return new ElementOptions<>(wanted, select, bootstrap, from, overflow, events, request, known);
  }

  /**
   * The same with a mapping. Of an element that is removed or leaves the filter nothing is
   * delivered, nor of one that the mapping answers null for.
   *
   * @param mapping makes the item of an element
   * @return new options
   */
  public ElementOptions<E> withSelect(Function<? super E, ?> mapping) {
    return new ElementOptions<>(filter, mapping, bootstrap, from, overflow, events, request, known);
  }

  /**
   * The same without the present state at the beginning.
   *
   * @return new options
   */
  public ElementOptions<E> withoutBootstrap() {
    return new ElementOptions<>(filter, select, false, from, overflow, events, request, known);
  }

  /**
   * The same, resuming.
   *
   * @param bookmark the place to resume from
   * @return new options
   */
  public ElementOptions<E> withFrom(Bookmark bookmark) {
    return new ElementOptions<>(
        filter, select, bootstrap, bookmark, overflow, events, request, known);
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
  public ElementOptions<E> withOverflow(Overflow choice) {
    return new ElementOptions<>(filter, select, bootstrap, from, choice, events, request, known);
  }

  /**
   * The same for some kinds of changes only.
   *
   * @param kinds the kinds wanted
   * @return new options
   */
  public ElementOptions<E> withEvents(Set<EventKind> kinds) {
    return new ElementOptions<>(filter, select, bootstrap, from, overflow, kinds, request, known);
  }

  /**
   * The same with a bound on what is delivered before more is requested.
   *
   * @param items how many
   * @return new options
   */
  public ElementOptions<E> withRequest(long items) {
    return new ElementOptions<>(filter, select, bootstrap, from, overflow, events, items, known);
  }

  /**
   * The same for a subscriber that keeps a copy of the elements that pass the filter. If changes
   * are missed, so that there is a resync, it is told the difference to this copy in place of the
   * present state.
   *
   * @param copy a set, or a list in its order; the subscriber itself changes it as it is told
   * @return new options
   */
  public ElementOptions<E> withKnown(Collection<E> copy) {
    return new ElementOptions<>(
        filter,
        select,
        bootstrap,
        from,
        overflow,
        events,
        request,
        Objects.requireNonNull(copy, "copy"));
  }

  /**
   * The same for the entries that a set or a list is kept in.
   *
   * @param element the element of an entry
   */
  <K, V> SubscriptionOptions<K, V> ofEntries(Function<MapEntry<K, V>, ? extends E> element) {
    Filter<? super E> wanted = filter;
    Function<? super E, ?> mapping = select;
    return new SubscriptionOptions<>(
        wanted == null ? null : entry -> wanted.test(element.apply(entry)),
        mapping == null ? null : entry -> mapping.apply(element.apply(entry)),
        bootstrap,
        from,
        null,
        overflow,
        events,
        request,
        null);
  }
}
