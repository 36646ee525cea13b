package io.vitrine.remote.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a WebSocket, and watches how long one takes to come, as is done for all
 * messages. For one connection.
 */
final class WatchedFrames extends WebSocket13FrameDecoder {
  private final long silenceMillis;
  private @Nullable ScheduledFuture<?> silence;

  private WatchedFrames(WebSocketDecoderConfig config, long silenceMillis) {
    super(config);
    this.silenceMillis = silenceMillis;
  }

  /** Whether the client speaks the version that all browsers do. */
  static boolean isSpoken(FullHttpRequest request) {
    return "13".equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION));
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    unwatch();
    if (actualReadableBytes() > 0) {
      watch(ctx);
    }
    super.channelReadComplete(ctx);
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
    if (!ctx.channel().config().isAutoRead()) {
      // The silence is ours: the connection is not being read.
      watch(ctx);
      return;
    }
    ctx.fireExceptionCaught(
        new WireException(
            ErrorCode.TIMEOUT,
            "nothing came for " + silenceMillis + " ms within a frame, expected the rest of it"));
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    unwatch();
  }

  /** Makes a WebSocket that is read like this. */
  static final class Handshaker extends WebSocketServerHandshaker13 {
    private final FrameLimits limits;

    Handshaker(FrameLimits limits) {
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
    }

    @Override
    protected WebSocketFrameDecoder newWebsocketDecoder() {
      return new WatchedFrames(decoderConfig(), limits.silenceMillis());
    }
  }
}
