package io.vitrine.remote.server;

import io.vitrine.remote.wire.FrameLimits;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What clients may take of a server. Immutable; begin with {@link #DEFAULT}.
 *
 * @param frame size, depth and times of one message
 * @param unansweredMax requests of a connection that wait for their answer; beyond it the
 *     connection is not read
 * @param subscriptionsMax subscriptions of a connection
 * @param cursorsMax open iterators of a session, or of a connection without one; beyond it the one
 *     used longest ago expires
 * @param cursorMillis after which an iterator that nobody uses expires
 * @param writeBytesMax bytes waiting to be written to a connection; beyond it the connection is not
 *     read and its subscriptions pause
 * @param helloMillis time to a good {@code hello} where one is required, and to the end of the
 *     handshake of TLS
 * @param connectionsMax connections
 * @param sessionMillis how long the outcomes of a session are remembered after its connection
 * @param outcomesMax how many outcomes of a session are remembered; one that is resumed at an
 *     earlier request counts as forgotten
 * @param stallMillis how long a client may take nothing of what waits to be written to it before
 *     its connection is closed
 * @param helloBytesMax size of a message before a good {@code hello} where one is required
 * @param helloMessagesMax messages before a good {@code hello} where one is required
 * @param strangersMax connections without a good {@code hello} where one is required
 * @param outcomeBytesMax about how many bytes the outcomes of all sessions may take; beyond it
 *     those of the sessions that nobody has had for longest are forgotten, then the largest
 * @param writeTotalBytesMax bytes waiting to be written to all connections; beyond it connections
 *     are closed that take nothing of much
 * @param frameTotalBytesMax bytes of messages of all connections that are unfinished or wait to be
 *     read; beyond it the connection with one of the largest is closed
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
    int outcomesMax,
    long stallMillis,
    int helloBytesMax,
    int helloMessagesMax,
    int strangersMax,
    long outcomeBytesMax,
    long writeTotalBytesMax,
    long frameTotalBytesMax) {
  /** With none of these nothing would ever be read. */
  private static final Set<String> NEEDED = Set.of("frameBytes", "unanswered");

  private static final Set<String> WIDE =
      Set.of("writeBytes", "outcomeBytes", "writeTotalBytes", "frameTotalBytes");

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
          10_000,
          60_000,
          64 << 10,
          100,
          1_000,
          64 << 20,
          Runtime.getRuntime().maxMemory() / 4,
          Math.max(FrameLimits.DEFAULT.frameBytesMax(), Runtime.getRuntime().maxMemory() / 8));

  /** Names of all limits, as {@link #with(String, long)} takes them. */
  public static final List<String> NAMES =
      List.of(
          "frameBytes",
          "nesting",
          "silenceMillis",
          "binarySilenceMillis",
          "messageMillis",
          "unanswered",
          "subscriptions",
          "cursors",
          "cursorMillis",
          "writeBytes",
          "helloMillis",
          "connections",
          "sessionMillis",
          "outcomes",
          "stallMillis",
          "helloBytes",
          "helloMessages",
          "strangers",
          "outcomeBytes",
          "writeTotalBytes",
          "frameTotalBytes");

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if a value is too small or too large
   */
  public ServerLimits {
    Objects.requireNonNull(frame, "frame");
    check("unanswered", unansweredMax);
    check("subscriptions", subscriptionsMax);
    check("cursors", cursorsMax);
    check("cursorMillis", cursorMillis);
    check("writeBytes", writeBytesMax);
    check("helloMillis", helloMillis);
    check("connections", connectionsMax);
    check("sessionMillis", sessionMillis);
    check("outcomes", outcomesMax);
    check("stallMillis", stallMillis);
    check("helloBytes", helloBytesMax);
    check("helloMessages", helloMessagesMax);
    check("strangers", strangersMax);
    check("outcomeBytes", outcomeBytesMax);
    check("writeTotalBytes", writeTotalBytesMax);
    check("frameTotalBytes", frameTotalBytesMax);
  }

  private static void check(String name, long value) {
    long max = name.endsWith("Millis") || WIDE.contains(name) ? Long.MAX_VALUE : 1 << 29;
    int min = NEEDED.contains(name) ? 1 : 0;
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "limit " + name + " is " + value + ", expected " + min + " to " + max);
    }
  }

  /**
   * The same with another value of one limit.
   *
   * @param name which one, of {@link #NAMES}
   * @param value a size in bytes, a time in milliseconds or a number
   * @return new limits
   * @throws IllegalArgumentException if there is no such limit, or the value is too small or too
   *     large
   */
  public ServerLimits with(String name, long value) {
    int index = NAMES.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          "there is no limit " + name + ", expected one of " + NAMES);
    }
    check(name, value);
    long[] values = values();
    values[index] = value;
    return of(values);
  }

  /** In the order of the names. */
  private long[] values() {
    return new long[] {
      frame.frameBytesMax(),
      frame.nestingMax(),
      frame.silenceMillis(),
      frame.binarySilenceMillis(),
      frame.messageMillis(),
      unansweredMax,
      subscriptionsMax,
      cursorsMax,
      cursorMillis,
      writeBytesMax,
      helloMillis,
      connectionsMax,
      sessionMillis,
      outcomesMax,
      stallMillis,
      helloBytesMax,
      helloMessagesMax,
      strangersMax,
      outcomeBytesMax,
      writeTotalBytesMax,
      frameTotalBytesMax
    };
  }

  private static ServerLimits of(long[] v) {
    return new ServerLimits(
        new FrameLimits((int) v[0], (int) v[1], v[2], v[3], v[4]),
        (int) v[5],
        (int) v[6],
        (int) v[7],
        v[8],
        v[9],
        v[10],
        (int) v[11],
        v[12],
        (int) v[13],
        v[14],
        (int) v[15],
        (int) v[16],
        (int) v[17],
        v[18],
        v[19],
        v[20]);
  }

  /**
   * The same with another limit of messages.
   *
   * @param limits size, depth and times of one message
   * @return new limits
   */
  public ServerLimits withFrame(FrameLimits limits) {
    return with("frameBytes", limits.frameBytesMax())
        .with("nesting", limits.nestingMax())
        .with("silenceMillis", limits.silenceMillis())
        .with("binarySilenceMillis", limits.binarySilenceMillis())
        .with("messageMillis", limits.messageMillis());
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
    return with("unanswered", unanswered)
        .with("subscriptions", subscriptions)
        .with("cursors", cursors)
        .with("writeBytes", writeBytes);
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
    return with("cursorMillis", cursor).with("helloMillis", hello).with("sessionMillis", session);
  }

  /**
   * The same with another number of connections.
   *
   * @param connections how many
   * @return new limits
   */
  public ServerLimits withConnections(int connections) {
    return with("connections", connections);
  }
}
