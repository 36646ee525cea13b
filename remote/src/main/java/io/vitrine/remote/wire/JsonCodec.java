package io.vitrine.remote.wire;

import io.netty.channel.ChannelHandler;
import java.nio.charset.StandardCharsets;

/**
 * Text whose messages are one object of JSON each, as {@link JsonMessages} has them, for those that
 * have a parser for JSON and none for YAML. It reads either. Safe for any number of threads.
 */
public final class JsonCodec implements WireCodec {
  private final TextCodec text;

  /**
   * Creates a codec.
   *
   * @param limits what a message may be
   */
  public JsonCodec(FrameLimits limits) {
    this.text = new TextCodec(limits);
  }

  @Override
  public byte[] encode(Message message) {
    var out = new StringBuilder(256);
    JsonMessages.write(message, limits().nestingMax(), out);
    byte[] frame = out.append("\n...\n").toString().getBytes(StandardCharsets.UTF_8);
    if (frame.length > limits().frameBytesMax()) {
      throw WireValues.tooLarge(frame.length, limits().frameBytesMax());
    }
    return frame;
  }

  @Override
  public ChannelHandler newDecoder() {
    return text.newDecoder();
  }

  @Override
  public ChannelHandler newSplitter() {
    return text.newSplitter();
  }

  @Override
  public WireEncoding encoding() {
    return WireEncoding.YAML;
  }

  @Override
  public FrameReader newReader() {
    return text.newReader();
  }

  @Override
  public FrameLimits limits() {
    return text.limits();
  }
}
