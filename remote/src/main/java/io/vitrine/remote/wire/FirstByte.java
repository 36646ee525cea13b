package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds out by the first bytes what the client of one connection speaks, and gives its place to
 * what splits that.
 *
 * <pre>
 *   89              binary
 *   GET, POST, ...  HTTP: capital letters and a blank, which begin no event that there is
 *   16              TLS, where there is none: refused
 *   anything else   text
 * </pre>
 *
 * <p>Every method of HTTP counts, not only that of a WebSocket: what a web page has a browser send
 * to this port must not be read as text, or any page could write.
 */
public final class FirstByte extends ByteToMessageDecoder {
  /** What a connection with TLS begins with, and no text does. */
  private static final byte TLS = 0x16;

  /** More letters than any method has that a browser lets a page choose. */
  private static final int METHOD_LETTERS_MAX = 24;

  private final Function<WireEncoding, WireCodec> chosen;
  private final IntSupplier bytesMax;
  private final Consumer<ChannelHandlerContext> http;
  private final long silenceMillis;
  private final @Nullable FrameTotal total;
  private @Nullable ScheduledFuture<?> silence;

  /**
   * Creates a handler that refuses HTTP.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   */
  public FirstByte(Function<WireEncoding, WireCodec> chosen) {
    this(
        chosen,
        _ -> {
          throw new WireException(ErrorCode.MALFORMED, "found HTTP, expected text or binary");
        });
  }

  /**
   * Creates a handler.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   * @param http called in place of that where the client speaks HTTP; adds handlers behind the one
   *     given, which is removed then
   */
  public FirstByte(Function<WireEncoding, WireCodec> chosen, Consumer<ChannelHandlerContext> http) {
    this(chosen, http, () -> Integer.MAX_VALUE, Long.MAX_VALUE, null);
  }

  /**
   * Creates a handler for a connection that may send less at first.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   * @param http called in place of that where the client speaks HTTP
   * @param bytesMax asked how large a frame may be now, below the limit of the codec
   * @param silenceMillis how long nothing may come within the bytes that decide
   * @param total what has come over all connections, null where that is not counted
   */
  public FirstByte(
      Function<WireEncoding, WireCodec> chosen,
      Consumer<ChannelHandlerContext> http,
      IntSupplier bytesMax,
      long silenceMillis,
      @Nullable FrameTotal total) {
    this.chosen = chosen;
    this.http = http;
    this.bytesMax = bytesMax;
    this.silenceMillis = silenceMillis;
    this.total = total;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    unwatch();
    if (silenceMillis != Long.MAX_VALUE && actualReadableBytes() > 0) {
      silence = ctx.executor().schedule(() -> silent(ctx), silenceMillis, TimeUnit.MILLISECONDS);
    }
    super.channelReadComplete(ctx);
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    unwatch();
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

  /** Letters that may be those of HTTP or the beginning of a message are told of as text. */
  private void judge(ChannelHandlerContext ctx) {
    var _ = chosen.apply(WireEncoding.YAML);
    ctx.fireExceptionCaught(
        new WireException(
            ErrorCode.TIMEOUT,
            "nothing came for " + silenceMillis + " ms within a message, expected the rest of it"));
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    begin(ctx, in, false);
  }

  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (in.isReadable()) {
      begin(ctx, in, true);
    }
  }

  private void begin(ChannelHandlerContext ctx, ByteBuf in, boolean last) {
    int begin = in.readerIndex();
    if (in.getByte(begin) == TLS) {
      // As text it would be waited for without end. Who expects TLS sees that this is none.
      var _ = chosen.apply(WireEncoding.YAML);
      in.skipBytes(in.readableBytes());
      ctx.fireExceptionCaught(
          new WireException(
              ErrorCode.MALFORMED,
              "offset 0: found the beginning of TLS, expected a message: this server does not"
                  + " encrypt"));
      return;
    }
    int letters = 0;
    while (letters < Math.min(in.readableBytes(), METHOD_LETTERS_MAX)
        && isCapital(in.getByte(begin + letters))) {
      letters++;
    }
    if (letters == in.readableBytes() && letters < METHOD_LETTERS_MAX && !last) {
      return;
    }
    if (letters > 0 && letters < in.readableBytes() && in.getByte(begin + letters) == ' ') {
      http.accept(ctx);
    } else {
      boolean binary = in.getByte(begin) == (byte) BinaryLayout.firstByte();
      WireCodec codec = chosen.apply(binary ? WireEncoding.CBOR : WireEncoding.YAML);
      ChannelHandler splitter = codec.newServerSplitter();
      if (splitter instanceof FrameSplitter frames) {
        frames.bound(bytesMax);
        if (total != null) {
          frames.count(total);
        }
      }
      ctx.pipeline().addAfter(ctx.name(), null, splitter);
    }
    // What has come already goes to the handler that is next when this one is gone.
    ctx.pipeline().remove(this);
  }

  private static boolean isCapital(byte b) {
    return b >= 'A' && b <= 'Z';
  }
}
