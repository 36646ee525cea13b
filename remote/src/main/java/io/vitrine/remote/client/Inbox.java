package io.vitrine.remote.client;

import io.vitrine.remote.wire.Message;

/** Takes the answers under one tid that are not the answer to a {@link Call}. */
interface Inbox {
  /** Takes one message, on the event loop: must not block. */
  void receive(Message message);

  /** The connection is there again: asks to go on after what came. On the link's own thread. */
  void reconnected();

  /** There will be nothing more. */
  void fail(RuntimeException reason);
}
