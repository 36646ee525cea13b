package io.vitrine.remote.server;

import org.jspecify.annotations.Nullable;

/**
 * Serves one channel that a client opened with {@code handler: !Name {...}}. Calls of {@link
 * #handle} come one at a time, on the thread of the connection, in the order in which the client
 * sent; while one lasts nothing else is done for that connection.
 */
public interface WireHandler {
  /**
   * Takes one event of the client. Permission for it has been asked for by then.
   *
   * @param event its name
   * @param argument its argument, a value of the data model
   * @return the answer, a value of the data model or of a registered type; told to the client if it
   *     wants one
   * @throws UnsupportedOperationException if there is no such event ({@code UnknownEvent})
   * @throws IllegalArgumentException if the argument will not do ({@code BadArgument})
   * @throws Exception for any other failure ({@code Internal})
   */
  @Nullable Object handle(String event, @Nullable Object argument) throws Exception;

  /**
   * The channel is closed: by the client with {@code cancel: []}, by {@link WireChannel#close} or
   * with the connection. Called once, on any thread.
   */
  default void closed() {}
}
