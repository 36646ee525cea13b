package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * Passes over the head of HTTP with which a WebSocket begins, where somebody only looks on, and
 * leaves the frames behind it to others. What is no WebSocket is passed over to its end. For one
 * direction of one connection.
 */
final class WebSocketStart extends ByteToMessageDecoder {
  private static final int HEAD_MAX = 64 << 10;
  private static final byte[] END = {'\r', '\n', '\r', '\n'};

  private final boolean client;
  private final FrameLimits limits;
  private final Function<WireEncoding, WireCodec> chosen;
  private boolean other;

  /**
   * Creates a handler.
   *
   * @param client whether it is what the client sends
   * @param chosen told of the encoding that the first frame chooses; gives the codec
   */
  WebSocketStart(boolean client, FrameLimits limits, Function<WireEncoding, WireCodec> chosen) {
    this.client = client;
    this.limits = limits;
    this.chosen = chosen;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (other) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int end = end(in);
    if (end < 0) {
      if (in.readableBytes() > HEAD_MAX) {
        throw new WireException(ErrorCode.TOO_LARGE, "found a head of HTTP that does not end");
      }
      return;
    }
    String head = in.readCharSequence(end, StandardCharsets.ISO_8859_1).toString();
    boolean upgraded = client || head.startsWith("HTTP/1.1 101 ");
    if (!upgraded) {
      other = true;
      return;
    }
    var config =
        WebSocketDecoderConfig.newBuilder()
            .expectMaskedFrames(client)
            .maxFramePayloadLength(limits.frameBytesMax())
            .closeOnProtocolViolation(false)
            .withUTF8Validator(false)
            .build();
    ChannelPipeline pipeline = ctx.pipeline();
    pipeline.addAfter(ctx.name(), null, new WebSocketPayload(chosen));
    pipeline.addAfter(ctx.name(), null, new WebSocket13FrameDecoder(config));
    pipeline.remove(this); // which hands on what came behind the head
  }

  private static int end(ByteBuf in) {
    for (int i = in.readerIndex(); i + END.length <= in.writerIndex(); i++) {
      boolean found = true;
      for (int j = 0; found && j < END.length; j++) {
        found = in.getByte(i + j) == END[j];
      }
      if (found) {
        return i + END.length - in.readerIndex();
      }
    }
    return -1;
  }
}
