package io.vitrine.remote.wire;

/**
 * A message that came and the room it took. Immutable.
 *
 * @param message the message, with the routing that is in force
 * @param frameBytes size of its frame
 */
public record Received(Message message, int frameBytes) {}
