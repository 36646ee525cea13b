package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes one direction of a WebSocket for a stream of one of our encodings: what text frames hold is
 * text, and the end of each is the end of a message, whether it has the line {@code ...} or not;
 * binary frames hold frames of the binary form. For one connection.
 *
 * <p>The first frame chooses. Frames that are neither, such as ping and close, are handed on.
 */
public final class WebSocketPayload extends SimpleChannelInboundHandler<WebSocketFrame> {
  private static final byte[] END = YamlWriter.ascii("\n...\n");

  private final Function<WireEncoding, WireCodec> chosen;
  private final IntSupplier bytesMax;
  private final @Nullable FrameTotal total;
  private @Nullable WireEncoding encoding;

  /**
   * Creates a handler.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   */
  public WebSocketPayload(Function<WireEncoding, WireCodec> chosen) {
    this(chosen, () -> Integer.MAX_VALUE, null);
  }

  /**
   * Creates a handler for a connection that may send less at first, in whatever parts.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   * @param bytesMax asked how large a message may be now, below the limit of the codec
   * @param total what has come over all connections, null where that is not counted
   */
  public WebSocketPayload(
      Function<WireEncoding, WireCodec> chosen, IntSupplier bytesMax, @Nullable FrameTotal total) {
    super(false);
    this.chosen = chosen;
    this.bytesMax = bytesMax;
    this.total = total;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
    boolean text = frame instanceof TextWebSocketFrame;
    if (text || frame instanceof BinaryWebSocketFrame) {
      begin(ctx, frame, text ? WireEncoding.YAML : WireEncoding.CBOR);
    } else if (!(frame instanceof ContinuationWebSocketFrame)) {
      ctx.fireChannelRead(frame);
      return;
    }
    ByteBuf content = frame.content();
    boolean end = frame.isFinalFragment() && encoding == WireEncoding.YAML;
    ctx.fireChannelRead(
        end ? Unpooled.wrappedBuffer(content, Unpooled.wrappedBuffer(END)) : content);
  }

  private void begin(ChannelHandlerContext ctx, WebSocketFrame frame, WireEncoding said) {
    if (encoding == null) {
      encoding = said;
      ChannelHandler splitter = chosen.apply(said).newSplitter();
      if (splitter instanceof FrameSplitter frames) {
        frames.bound(bytesMax);
        if (total != null) {
          frames.count(total);
        }
      }
      ctx.pipeline().addAfter(ctx.name(), null, splitter);
    } else if (encoding != said) {
      frame.release();
      throw new WireException(
          ErrorCode.MALFORMED,
          "found a "
              + (said == WireEncoding.YAML ? "text" : "binary")
              + " frame of a WebSocket, expected those of the kind that came first");
    }
  }
}
