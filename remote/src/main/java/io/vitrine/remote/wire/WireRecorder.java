package io.vitrine.remote.wire;

/** Is told of every message of a server. Safe for any number of threads. */
public interface WireRecorder {
  /** Keeps nothing. */
  WireRecorder NONE = (_, _, _) -> {};

  /**
   * Takes note of a message. Called on event loops, too: must not block.
   *
   * @param connection number of the connection, from 1
   * @param client whether the client sent it, otherwise the server
   * @param message the message, with its secrets
   */
  void record(long connection, boolean client, Message message);
}
