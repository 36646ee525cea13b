package io.vitrine.remote.client;

import io.vitrine.remote.wire.Message;

/** Takes the answers under one tid that are not the answer to a {@link Call}. */
interface Inbox {
  /** Takes one message, one after the other; often on the event loop: must not block. */
  void receive(Message message);

  /**
   * There is a connection: gives what to send first, to begin or to go on after what came. Under
   * the lock of the {@link Link}: must not block and not call back.
   *
   * @param connection number of the connection, which {@link Link#post} asks for
   */
  Message connected(long connection);

  /** There will be nothing more. */
  void fail(RuntimeException reason);
}
