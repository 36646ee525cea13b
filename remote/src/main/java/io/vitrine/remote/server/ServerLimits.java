package io.vitrine.remote.server;

import io.vitrine.remote.wire.FrameLimits;

/**
 * What clients may take of a server. Immutable; begin with {@link #DEFAULT}.
 *
 * @param frame size, depth and silence of one message
 * @param unansweredMax requests of a connection that wait for their answer; beyond it the
 *     connection is not read
 * @param subscriptionsMax subscriptions of a connection
 * @param cursorsMax open iterators of a connection; beyond it the one used longest ago expires
 * @param cursorMillis after which an iterator that nobody uses expires
 * @param writeBytesMax bytes waiting to be written to a connection; beyond it the connection is not
 *     read and its subscriptions pause
 * @param helloMillis time to a good {@code hello} where one is required
 * @param connectionsMax connections
 * @param sessionMillis how long the outcomes of a session are remembered after its connection
 * @param outcomesMax how many outcomes of a session are remembered
 */
public record ServerLimits(
    FrameLimits frame,
    int unansweredMax,
    int subscriptionsMax,
    int cursorsMax,
    long cursorMillis,
    long writeBytesMax,
    long helloMillis,
    int connectionsMax,
    long sessionMillis,
    int outcomesMax) {
  /** The limits of a server whose options do not say. */
  public static final ServerLimits DEFAULT =
      new ServerLimits(
          FrameLimits.DEFAULT,
          10_000,
          1_000,
          100,
          60_000,
          8 << 20,
          10_000,
          10_000,
          120_000,
          10_000);

  /**
   * The same with another limit of messages.
   *
   * @param limits size, depth and silence of one message
   * @return new limits
   */
  public ServerLimits withFrame(FrameLimits limits) {
    return new ServerLimits(
        limits,
        unansweredMax,
        subscriptionsMax,
        cursorsMax,
        cursorMillis,
        writeBytesMax,
        helloMillis,
        connectionsMax,
        sessionMillis,
        outcomesMax);
  }

  /**
   * The same with other limits of a connection.
   *
   * @param unanswered requests that wait for their answer
   * @param subscriptions subscriptions
   * @param cursors open iterators
   * @param writeBytes bytes waiting to be written
   * @return new limits
   */
  public ServerLimits withPerConnection(
      int unanswered, int subscriptions, int cursors, long writeBytes) {
    return new ServerLimits(
        frame,
        unanswered,
        subscriptions,
        cursors,
        cursorMillis,
        writeBytes,
        helloMillis,
        connectionsMax,
        sessionMillis,
        outcomesMax);
  }

  /**
   * The same with other times.
   *
   * @param cursor after which an unused iterator expires, in milliseconds
   * @param hello time to a good {@code hello} where one is required, in milliseconds
   * @param session how long outcomes are remembered, in milliseconds
   * @return new limits
   */
  public ServerLimits withMillis(long cursor, long hello, long session) {
    return new ServerLimits(
        frame,
        unansweredMax,
        subscriptionsMax,
        cursorsMax,
        cursor,
        writeBytesMax,
        hello,
        connectionsMax,
        session,
        outcomesMax);
  }

  /**
   * The same with another number of connections.
   *
   * @param connections how many
   * @return new limits
   */
  public ServerLimits withConnections(int connections) {
    return new ServerLimits(
        frame,
        unansweredMax,
        subscriptionsMax,
        cursorsMax,
        cursorMillis,
        writeBytesMax,
        helloMillis,
        connections,
        sessionMillis,
        outcomesMax);
  }
}
