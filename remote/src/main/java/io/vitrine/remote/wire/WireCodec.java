package io.vitrine.remote.wire;

import io.netty.channel.ChannelHandler;
import org.jspecify.annotations.Nullable;

/**
 * One encoding of messages: how they become bytes, and which handler makes messages of bytes again.
 * Safe for any number of threads.
 */
public interface WireCodec {
  /**
   * Encodes one message as a whole frame.
   *
   * @param message the message
   * @return the bytes of the frame
   * @throws WireException if the message is larger or deeper than the limits
   * @throws IllegalArgumentException if an argument is no value of the data model
   */
  byte[] encode(Message message);

  /**
   * Encodes what of an answer does not depend on who gets it: all but its routing. A {@link Burst}
   * puts the routing before it.
   *
   * @param event the only event of an answer that more follow
   * @return the bytes, null where this encoding does not keep the two apart
   * @throws WireException if the event is larger or deeper than the limits
   * @throws IllegalArgumentException if the argument is no value of the data model
   */
  default byte @Nullable [] encodeBody(Event event) {
    return null;
  }

  /**
   * A handler for one connection that takes bytes and hands on {@link Received} messages; on a
   * frame that is none it fires a {@link WireException} and reads no further.
   *
   * @return a new handler
   */
  ChannelHandler newDecoder();

  /**
   * A handler for one connection that takes bytes and hands on frames as {@code byte[]}, unread; on
   * a frame that is too large or never ends it fires a {@link WireException} and reads no further.
   *
   * @return a new handler
   */
  ChannelHandler newSplitter();

  /**
   * Like {@link #newSplitter} for the side that a client connects to: what a client says before its
   * first frame is expected, checked and left out.
   *
   * @return a new handler
   */
  default ChannelHandler newServerSplitter() {
    return newSplitter();
  }

  /**
   * What a client says before its first frame, once.
   *
   * @return the bytes, none where it says nothing
   */
  default byte[] preface() {
    return new byte[0];
  }

  /**
   * What this codec encodes to.
   *
   * @return the encoding
   */
  WireEncoding encoding();

  /**
   * What makes messages of the frames of one connection.
   *
   * @return a new reader
   */
  FrameReader newReader();

  /**
   * What the codec holds messages to.
   *
   * @return the limits
   */
  FrameLimits limits();
}
