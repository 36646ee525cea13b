package io.vitrine.remote.wire;

import org.jspecify.annotations.Nullable;

/**
 * Where a message goes: its meta-data. Immutable.
 *
 * @param csp path of a collection or view, null for none
 * @param tid number of the operation, null for one that wants no answer
 * @param cid number of a channel, null for none
 * @param handler type and settings of the handler that shall serve the channel, null for none
 * @param rev revision that an answer tells of, null for none
 * @param time when the change was made, in nanoseconds since 1970, null for none
 */
public record Routing(
    @Nullable String csp,
    @Nullable Long tid,
    @Nullable Long cid,
    @Nullable Object handler,
    @Nullable Long rev,
    @Nullable Long time) {
  /** Routing of a message for the session itself. */
  public static final Routing NONE = new Routing(null, null, null, null, null, null);

  /**
   * Routing to a collection.
   *
   * @param csp path of the collection or view
   * @param tid number of the operation, null for one that wants no answer
   * @return the routing
   */
  public static Routing to(String csp, @Nullable Long tid) {
    return new Routing(csp, tid, null, null, null, null);
  }

  /**
   * Routing to a channel.
   *
   * @param cid number of the channel
   * @param tid number of the operation, null for one that wants no answer
   * @return the routing
   */
  public static Routing toChannel(long cid, @Nullable Long tid) {
    return new Routing(null, tid, cid, null, null, null);
  }

  /**
   * Routing of an answer.
   *
   * @param tid number of the operation
   * @return the routing
   */
  public static Routing answer(@Nullable Long tid) {
    return tid == null ? NONE : new Routing(null, tid, null, null, null, null);
  }

  /**
   * Routing of an answer that tells of a change.
   *
   * @param tid number of the operation
   * @param rev revision of the change
   * @param timeNanos when it was made, 0 where that is not known
   * @return the routing
   */
  public static Routing change(long tid, long rev, long timeNanos) {
    return new Routing(null, tid, null, null, rev, timeNanos == 0 ? null : timeNanos);
  }

  /**
   * What of this routing stays in force for a message that has none.
   *
   * @return the routing without what belongs to one message only
   */
  Routing lasting() {
    return handler == null && rev == null && time == null
        ? this
        : new Routing(csp, tid, cid, null, null, null);
  }
}
