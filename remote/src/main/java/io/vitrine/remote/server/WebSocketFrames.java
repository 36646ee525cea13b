package io.vitrine.remote.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
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
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a WebSocket has besides messages: answers pings, says goodbye, and makes a frame of each
 * message that is sent. For one connection.
 *
 * <p>A message of text goes without the line {@code ...} at its end, which the frame's own end says
 * as well: so one in JSON is nothing but JSON.
 */
final class WebSocketFrames extends ChannelDuplexHandler {
  private static final byte[] END = {'\n', '.', '.', '.', '\n'};

  /** Of a frame of 125 bytes, two are for the code. */
  private static final int REASON_BYTES_MAX = 123;

  private final BooleanSupplier text;
  private final Supplier<@Nullable Throwable> last;
  private final Runnable nothing;
  private boolean closeSent;

  /** Whether the answer to a ping is on its way, and the last one that came meanwhile. */
  private boolean ponging;

  private @Nullable ByteBuf lastPing;

  /** What the client said when it closed, null where it has not. */
  private byte @Nullable [] theirs;

  /** What the first frame with a message was. */
  private @Nullable Class<?> kind;

  /** What is wrong with the frames themselves, null where nothing is. */
  private @Nullable WebSocketCloseStatus broken;

  /**
   * Creates a handler.
   *
   * @param text whether what is sent is text
   * @param last asked at the end why the server closes, null where it does not
   * @param nothing told of each frame that brings no part of a message
   */
  WebSocketFrames(BooleanSupplier text, Supplier<@Nullable Throwable> last, Runnable nothing) {
    this.text = text;
    this.last = last;
    this.nothing = nothing;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    noteKind(message);
    if (message instanceof WebSocketFrame frame && isNothing(frame)) {
      nothing.run();
    }
    switch (message) {
      case PingWebSocketFrame ping -> pong(ctx, ping.content());
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

  /**
   * Answers a ping, or, where the client has not taken the answer to one before it, keeps it in
   * place of those that wait, as RFC 6455 allows: so who takes none lets nothing grow.
   */
  private void pong(ChannelHandlerContext ctx, ByteBuf content) {
    if (ponging) {
      forgetPing();
      lastPing = content;
      return;
    }
    ponging = true;
    ctx.writeAndFlush(new PongWebSocketFrame(content)).addListener(_ -> ponged(ctx));
  }

  private void ponged(ChannelHandlerContext ctx) {
    ponging = false;
    ByteBuf next = lastPing;
    lastPing = null;
    if (next != null) {
      pong(ctx, next);
    }
  }

  private void forgetPing() {
    ByteBuf before = lastPing;
    lastPing = null;
    if (before != null) {
      before.release();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    forgetPing();
  }

  /** The last frame of a message ends it, also where there is nothing in it. */
  private static boolean isNothing(WebSocketFrame frame) {
    return frame instanceof PingWebSocketFrame
        || frame instanceof PongWebSocketFrame
        || (!frame.isFinalFragment() && !frame.content().isReadable());
  }

  /** All messages are of the kind of the first; whoever reads them refuses another one. */
  private void noteKind(Object message) {
    if (!(message instanceof TextWebSocketFrame) && !(message instanceof BinaryWebSocketFrame)) {
      return;
    }
    Class<?> said = message.getClass();
    if (kind == null) {
      kind = said;
    } else if (!kind.equals(said) && broken == null) {
      broken = WebSocketCloseStatus.INVALID_MESSAGE_TYPE;
    }
  }

  /**
   * What came before is still answered, then the same is said back: as where a client ends its side
   * of a connection. Nothing comes behind it; the decoder drops what does.
   */
  private void goodbye(ChannelHandlerContext ctx, CloseWebSocketFrame close) {
    theirs = ByteBufUtil.getBytes(close.content());
    close.release();
    if (closeSent) {
      var _ = ctx.close();
    } else {
      ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    }
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
      Throwable reason = last.get();
      byte[] said = theirs;
      if (said != null && reason == null && broken == null) {
        return new CloseWebSocketFrame(true, 0, Unpooled.wrappedBuffer(said));
      }
      return new CloseWebSocketFrame(status(reason), reason == null ? "" : text(reason));
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

  /** The code of RFC 6455 for what the connection is closed for. */
  private WebSocketCloseStatus status(@Nullable Throwable reason) {
    WebSocketCloseStatus frames = broken;
    if (frames != null) {
      return frames;
    }
    if (reason == null) {
      return WebSocketCloseStatus.NORMAL_CLOSURE;
    }
    return switch (Failures.code(reason)) {
      case MALFORMED, TOO_DEEP -> WebSocketCloseStatus.INVALID_PAYLOAD_DATA;
      case TOO_LARGE -> WebSocketCloseStatus.MESSAGE_TOO_BIG;
      case SHUTTING_DOWN -> WebSocketCloseStatus.ENDPOINT_UNAVAILABLE;
      case INTERNAL -> WebSocketCloseStatus.INTERNAL_SERVER_ERROR;
      default -> WebSocketCloseStatus.POLICY_VIOLATION;
    };
  }

  /** What the exception said, as far as a close has room for it. */
  private static String text(Throwable reason) {
    ErrorCode code = Failures.code(reason);
    String text = code.wireName() + ": " + Failures.message(reason, code);
    int end = 0;
    for (int bytes = 0; end < text.length(); ) {
      int character = text.codePointAt(end);
      bytes += new String(Character.toChars(character)).getBytes(StandardCharsets.UTF_8).length;
      if (bytes > REASON_BYTES_MAX) {
        break;
      }
      end += Character.charCount(character);
    }
    return text.substring(0, end);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof CorruptedWebSocketFrameException e) {
      broken = e.closeStatus();
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
