package io.vitrine.remote.wire;

import org.jspecify.annotations.Nullable;

/**
 * Makes messages of the frames of one connection, in the order in which they came: what one leaves
 * out is as in the one before. For one thread at a time, which is none of an event loop: a large
 * frame takes a while.
 */
public interface FrameReader {
  /**
   * Reads one frame.
   *
   * @param frame its bytes without what ends it
   * @return the message, or null if the frame holds nothing but comments
   * @throws WireException if it is none; the connection is of no use then
   */
  @Nullable Message read(byte[] frame);

  /**
   * Reads only where a frame goes, which is in force from then on, so that another reader can read
   * the rest of it.
   *
   * @param frame its bytes without what ends it
   * @return the routing, or null if it takes more to tell; nothing has changed then
   */
  @Nullable Routing routing(byte[] frame);
}
