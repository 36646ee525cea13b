package io.vitrine.remote.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.WireException;
import java.util.function.BooleanSupplier;

/**
 * What a WebSocket has besides messages: answers pings, says goodbye, and makes a frame of each
 * message that is sent. For one connection.
 *
 * <p>A message of text goes without the line {@code ...} at its end, which the frame's own end says
 * as well: so one in JSON is nothing but JSON.
 */
final class WebSocketFrames extends ChannelDuplexHandler {
  private static final byte[] END = {'\n', '.', '.', '.', '\n'};

  private final BooleanSupplier text;
  private boolean closeSent;

  /** Why it ends. */
  private WebSocketCloseStatus end = WebSocketCloseStatus.NORMAL_CLOSURE;

  /**
   * Creates a handler.
   *
   * @param text whether what is sent is text
   */
  WebSocketFrames(BooleanSupplier text) {
    this.text = text;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    switch (message) {
      case PingWebSocketFrame ping -> {
        var _ = ctx.writeAndFlush(new PongWebSocketFrame(ping.content()));
      }
      case PongWebSocketFrame pong -> pong.release();
      case ByteBuf early -> {
        // What came with the request, behind it, went past the reader of frames.
        early.release();
        throw new WireException(
            ErrorCode.MALFORMED, "found bytes before the WebSocket was answered, expected none");
      }
      case CloseWebSocketFrame close -> goodbye(ctx, close);
      default -> ctx.fireChannelRead(message);
    }
  }

  /** Answers with the same and closes; what comes after a close is none of the connection's. */
  private void goodbye(ChannelHandlerContext ctx, CloseWebSocketFrame close) {
    if (closeSent) {
      close.release();
      var _ = ctx.close();
      return;
    }
    closeSent = true;
    ctx.writeAndFlush(close).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
      throws Exception {
    if (!(message instanceof ByteBuf frame)) {
      super.write(ctx, message, promise);
    } else if (closeSent) {
      frame.release();
      promise.setSuccess();
    } else {
      var _ = ctx.write(wrap(frame), promise);
    }
  }

  private WebSocketFrame wrap(ByteBuf frame) {
    if (!frame.isReadable()) {
      // Nothing more is to be said.
      frame.release();
      closeSent = true;
      return new CloseWebSocketFrame(end);
    }
    if (!text.getAsBoolean()) {
      return new BinaryWebSocketFrame(frame);
    }
    int end = frame.writerIndex() - END.length;
    boolean ends = end >= frame.readerIndex();
    for (int i = 0; ends && i < END.length; i++) {
      ends = frame.getByte(end + i) == END[i];
    }
    return new TextWebSocketFrame(ends ? frame.writerIndex(end) : frame);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof CorruptedWebSocketFrameException e) {
      end = e.closeStatus();
    }
    ctx.fireExceptionCaught(
        switch (cause) {
          case CorruptedWebSocketFrameException e
              when e.closeStatus().equals(WebSocketCloseStatus.MESSAGE_TOO_BIG) ->
              new WireException(ErrorCode.TOO_LARGE, String.valueOf(e.getMessage()));
          case CorruptedFrameException e ->
              new WireException(ErrorCode.MALFORMED, "WebSocket: " + e.getMessage());
          default -> cause;
        });
  }
}
