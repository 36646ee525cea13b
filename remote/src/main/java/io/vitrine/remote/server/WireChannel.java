package io.vitrine.remote.server;

import org.jspecify.annotations.Nullable;

/** The client's end of a channel, for its {@link WireHandler}. Safe for any number of threads. */
public interface WireChannel {
  /**
   * Who the client is.
   *
   * @return its principal, null where nobody had to say
   */
  @Nullable String principal();

  /**
   * The path that the channel was opened on.
   *
   * @return a collection, or {@code /}
   */
  String path();

  /**
   * Sends an event to the client; waits while too much waits to be written to it. Nothing is sent
   * after the channel is closed, or once the client may not do what its kind of handler asks for.
   *
   * @param event its name
   * @param argument a value of the data model or of a registered type
   * @return whether it was sent
   * @throws InterruptedException if the thread was interrupted while it waited
   */
  boolean send(String event, @Nullable Object argument) throws InterruptedException;

  /** Closes the channel; the connection goes on. */
  void close();
}
