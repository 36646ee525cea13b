package io.vitrine.remote.wire;

import org.jspecify.annotations.Nullable;

/**
 * A message as a recording holds it. Immutable.
 *
 * @param mark when and where it was, null where nobody noted that
 * @param message the message, with the routing that is in force
 */
public record Recorded(@Nullable Mark mark, Message message) {
  /**
   * When and where a message was.
   *
   * @param at the time, in nanoseconds since 1970
   * @param connection number of the connection
   * @param client whether the client sent it, otherwise the server
   * @param lost how many messages before it are missing, since they came too fast
   */
  public record Mark(long at, long connection, boolean client, long lost) {}
}
