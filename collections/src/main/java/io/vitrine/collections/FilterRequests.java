package io.vitrine.collections;

import java.util.Objects;

/**
 * The filter of a subscription: what is asked for, and what is in force. Anyone may ask and look
 * whether that is answered; all else belongs to whoever tells the subscriber. For implementers of
 * {@link Subscription}.
 *
 * <p>Requests are counted, since each is answered, also one for the filter that is in force; of
 * several at once the last one is answered for all.
 *
 * @param <E> type of the elements that the filter sees
 */
public final class FilterRequests<E> {
  /**
   * What was asked for.
   *
   * @param filter the filter
   * @param number how many requests there were before
   * @param <E> type of the elements that the filter sees
   */
  public record Request<E>(Filter<? super E> filter, long number) {}

  private volatile Request<E> wanted;
  private volatile Request<E> inForce;

  /**
   * Begins with a filter that is in force.
   *
   * @param first the filter
   */
  public FilterRequests(Filter<? super E> first) {
    this.inForce = new Request<>(Objects.requireNonNull(first, "filter"), 0);
    this.wanted = inForce;
  }

  /**
   * Asks for a filter.
   *
   * @param filter the filter
   */
  public synchronized void ask(Filter<? super E> filter) {
    wanted = new Request<>(Objects.requireNonNull(filter, "filter"), wanted.number() + 1);
  }

  /**
   * Whether something was asked for since the request whose filter is in force.
   *
   * @return whether there is something to answer
   */
  public boolean isOpen() {
    return wanted.number() != inForce.number();
  }

  /**
   * What was asked for last.
   *
   * @return the request
   */
  public Request<E> wanted() {
    return wanted;
  }

  /**
   * The request whose filter is in force.
   *
   * @return the request
   */
  public Request<E> inForce() {
    return inForce;
  }

  /**
   * The filter that is in force.
   *
   * @return the filter
   */
  public Filter<? super E> filter() {
    return inForce.filter();
  }

  /**
   * Whether a request is for the filter that is in force, so that it changes nothing.
   *
   * @param request what was asked for
   * @return whether that is so
   */
  @SuppressWarnings("ReferenceEquality") // Another filter is another one even if it equals.
  public boolean isSame(Request<E> request) {
    return request.filter() == inForce.filter();
  }

  /**
   * Says that the filter of a request is in force.
   *
   * @param request what was asked for
   */
  public void enforce(Request<E> request) {
    inForce = request;
  }

  /**
   * Leaves a request aside, since there is nothing any more that it could change: the filter before
   * stays in force.
   *
   * @param request what was asked for
   */
  public void leave(Request<E> request) {
    inForce = new Request<>(inForce.filter(), request.number());
  }
}
