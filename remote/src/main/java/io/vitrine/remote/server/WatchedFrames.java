package io.vitrine.remote.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.FrameTotal;
import io.vitrine.remote.wire.SecondLook;
import io.vitrine.remote.wire.WireException;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a WebSocket, and watches how long one takes to come, as is done for all
 * messages. For one connection.
 */
final class WatchedFrames extends WebSocket13FrameDecoder {
  /** Head of a frame. */
  private static final int HEAD_BYTES_MAX = 14;

  private final long silenceMillis;
  private final IntSupplier bytesMax;
  private final FrameTotal total;
  private FrameTotal.@Nullable Part part;
  private boolean failed;

  /** Whether part of a frame has come, which need not be here any more: its head is read apart. */
  private boolean within;

  /** Whether the client has said goodbye: what follows is nothing. */
  private boolean closed;

  /** Whether the last frame said that others go on with its message. */
  private boolean fragmented;

  private @Nullable ScheduledFuture<?> silence;

  private WatchedFrames(
      WebSocketDecoderConfig config, long silenceMillis, IntSupplier bytesMax, FrameTotal total) {
    super(config);
    this.silenceMillis = silenceMillis;
    this.bytesMax = bytesMax;
    this.total = total;
  }

  /** Whether the client speaks the version that all browsers do. */
  static boolean isSpoken(FullHttpRequest request) {
    return "13".equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION));
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int begin = in.readerIndex();
    int before = out.size();
    super.decode(ctx, in, out);
    if (out.size() > before) {
      within = false;
      Object frame = out.getLast();
      closed |= frame instanceof CloseWebSocketFrame;
      // Those of a ping, say, may stand between the parts of a message.
      if (frame instanceof TextWebSocketFrame
          || frame instanceof BinaryWebSocketFrame
          || frame instanceof ContinuationWebSocketFrame) {
        fragmented = !((WebSocketFrame) frame).isFinalFragment();
      }
    } else {
      within |= in.readerIndex() > begin;
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    unwatch();
    if (actualReadableBytes() > bytesMax.getAsInt() + HEAD_BYTES_MAX && !failed) {
      failed = true;
      ctx.fireExceptionCaught(
          new WireException(
              ErrorCode.TOO_LARGE,
              "a frame of more than " + bytesMax.getAsInt() + " bytes before a good hello"));
    } else if ((within || fragmented || actualReadableBytes() > 0) && !failed) {
      watch(ctx);
    }
    hold(ctx, actualReadableBytes());
    super.channelReadComplete(ctx);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
    boolean isCut = !failed && !closed && (within || actualReadableBytes() > 0);
    if (event instanceof ChannelInputShutdownEvent && isCut) {
      failed = true;
      unwatch();
      ctx.fireExceptionCaught(
          new WireException(
              ErrorCode.MALFORMED, "the stream ends within a frame of the WebSocket"));
    }
    super.userEventTriggered(ctx, event);
  }

  private void hold(ChannelHandlerContext ctx, int bytes) {
    FrameTotal.Part known = part;
    if (known == null && bytes > 0) {
      known = new FrameTotal.Part(total, ctx.executor(), reason -> refuse(ctx, reason));
      part = known;
    }
    if (known != null) {
      known.hold(bytes);
    }
  }

  /** Gives up what has come of a frame, and whatever would follow. */
  private void refuse(ChannelHandlerContext ctx, WireException reason) {
    if (failed || ctx.isRemoved()) {
      return;
    }
    failed = true;
    unwatch();
    ctx.fireExceptionCaught(reason);
    try {
      channelRead(ctx, Unpooled.EMPTY_BUFFER); // which lets go of all that is left
    } catch (Exception e) {
      ctx.fireExceptionCaught(e);
    }
    hold(ctx, 0);
  }

  private void watch(ChannelHandlerContext ctx) {
    silence = ctx.executor().schedule(() -> silent(ctx), silenceMillis, TimeUnit.MILLISECONDS);
  }

  private void unwatch() {
    if (silence != null) {
      silence.cancel(false);
      silence = null;
    }
  }

  private void silent(ChannelHandlerContext ctx) {
    silence = SecondLook.by(ctx.executor(), () -> judge(ctx));
  }

  private void judge(ChannelHandlerContext ctx) {
    if (!ctx.channel().config().isAutoRead()) {
      // The silence is ours: the connection is not being read.
      watch(ctx);
      return;
    }
    failed = true;
    ctx.fireExceptionCaught(
        new WireException(
            ErrorCode.TIMEOUT,
            "nothing came for " + silenceMillis + " ms within a frame, expected the rest of it"));
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    unwatch();
    hold(ctx, 0);
  }

  /** Makes a WebSocket that is read like this. */
  static final class Handshaker extends WebSocketServerHandshaker13 {
    private final FrameLimits limits;
    private final IntSupplier bytesMax;
    private final FrameTotal total;

    Handshaker(FrameLimits limits, IntSupplier bytesMax, FrameTotal total) {
      super(
          WebSocketUpgrade.PATH,
          null,
          WebSocketDecoderConfig.newBuilder()
              .maxFramePayloadLength(limits.frameBytesMax())
              // Whatever is wrong is told as such before the end.
              .closeOnProtocolViolation(false)
              // Text is checked when it is read.
              .withUTF8Validator(false)
              .build());
      this.limits = limits;
      this.bytesMax = bytesMax;
      this.total = total;
    }

    @Override
    protected WebSocketFrameDecoder newWebsocketDecoder() {
      return new WatchedFrames(decoderConfig(), limits.silenceMillis(), bytesMax, total);
    }
  }
}
