package io.vitrine.remote.client;

/**
 * What happened to the connection of a client, told to {@link
 * ClientOptions#withConnectionListener}. Immutable.
 *
 * <p>A connection that is lost is tried again at once: so there follows a {@link Restored}, before
 * what becomes of subscriptions, or a {@link GivenUp}.
 */
public sealed interface ConnectionEvent {
  /**
   * The connection was lost, and is tried to be had again. Calls wait meanwhile.
   *
   * @param reason why, as far as it is known
   */
  record Lost(String reason) implements ConnectionEvent {}

  /**
   * One attempt to have it again has failed; another follows.
   *
   * @param problem why it failed
   * @param pauseMillis how long it is until the next one, at the most
   */
  record Retrying(String problem, long pauseMillis) implements ConnectionEvent {}

  /**
   * There is a connection again, and what was not answered is sent again.
   *
   * @param sameSession whether the server knows the session, so that nothing is done twice or left
   *     out; otherwise calls that were under way and are not safe to repeat fail, since nobody
   *     knows whether they were done
   * @param unknown how many calls that is, those that wait for no answer included
   */
  record Restored(boolean sameSession, int unknown) implements ConnectionEvent {}

  /**
   * A subscription goes on behind what it has been told. If the server no longer has the changes
   * since then, a {@link Resynced} follows.
   *
   * @param path what is watched
   */
  record Resumed(String path) implements ConnectionEvent {}

  /**
   * A subscription begins anew with the present state, since what it missed is not to be had.
   *
   * @param path what is watched
   */
  record Resynced(String path) implements ConnectionEvent {}

  /**
   * The time to reconnect is over. Calls and subscriptions have failed; the next call begins to try
   * again, in another session.
   *
   * @param reason what was tried
   */
  record GivenUp(String reason) implements ConnectionEvent {}

  /** The client was closed, and there will be nothing more. */
  record Closed() implements ConnectionEvent {}
}
