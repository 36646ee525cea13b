package io.vitrine.remote.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One message, the same in every encoding. Immutable if the arguments are.
 *
 * @param routing where it goes
 * @param events what it says, in order; none for meta-data alone
 * @param complete whether this is the last answer for its tid
 */
public record Message(Routing routing, List<Event> events, boolean complete) {
  /** Copies the list. */
  public Message {
    events = List.copyOf(events);
  }

  /**
   * A message with one event that ends its operation, or begins one.
   *
   * @param routing where it goes
   * @param event name of the event
   * @param argument its argument
   * @return the message
   */
  public static Message of(Routing routing, String event, @Nullable Object argument) {
    return new Message(routing, List.of(new Event(event, argument)), true);
  }

  /**
   * A message with one event that more answers follow for.
   *
   * @param routing where it goes
   * @param event name of the event
   * @param argument its argument
   * @return the message
   */
  public static Message partOf(Routing routing, String event, @Nullable Object argument) {
    return new Message(routing, List.of(new Event(event, argument)), false);
  }
}
