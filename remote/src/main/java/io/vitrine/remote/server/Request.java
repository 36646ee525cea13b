package io.vitrine.remote.server;

import io.vitrine.remote.wire.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * One event of a message that a connection has to answer. Immutable.
 *
 * @param connection who asks
 * @param tid number of the operation, null for no answer
 * @param event name of the event
 * @param argument its argument
 * @param demand how much the message requests of a subscription that it begins
 * @param path the collection that it is about, which was found to be permitted; null for none
 */
record Request(
    Connection connection,
    @Nullable Long tid,
    String event,
    @Nullable Object argument,
    long demand,
    @Nullable String path) {
  /** What a handler returns if the answer comes some other way. */
  static final Object ANSWERED = new Object();

  Object[] arguments(int required, String... names) {
    @SuppressWarnings("NullAway") // the places of optional arguments are looked at one by one
    Object[] values = Arguments.of(event, argument, required, names);
    return values;
  }

  RequestException unknown(String target) {
    return new RequestException(
        ErrorCode.UNKNOWN_EVENT, target + " knows no event " + event + "; see docs/wire.md");
  }
}
