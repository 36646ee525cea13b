package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream of text into frames. For one connection.
 *
 * <p>A frame ends with a line that begins with {@code ...} and a blank or the line's end. In YAML
 * this mark ends a document wherever it stands, also within a quoted or block scalar, so frames are
 * found without parsing, and a message that is no YAML does not swallow the next one. Each byte is
 * looked at once, however the stream is cut into reads.
 *
 * <pre>
 *   BEFORE (2 reads)                       AFTER
 *   "get: a\n..."   "\nget: b\n...\n"      "get: a\n"  "get: b\n"
 * </pre>
 */
final class TextFrameDecoder extends ByteToMessageDecoder {
  private final FrameLimits limits;
  private final Function<byte[], @Nullable Object> made;

  /** Bytes of the whole lines of the unfinished frame; none of them ends it. */
  private int lineOffset;

  /** Bytes of the unfinished frame that were searched for the end of a line. */
  private int searched;

  private boolean failed;
  private @Nullable ScheduledFuture<?> silence;

  /**
   * Creates a decoder.
   *
   * @param limits what a frame may be
   * @param made what is handed on for a frame, null for nothing
   */
  TextFrameDecoder(FrameLimits limits, Function<byte[], @Nullable Object> made) {
    this.limits = limits;
    this.made = made;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int begin = in.readerIndex();
    int line = begin + lineOffset;
    int from = begin + searched;
    int end;
    while ((end = in.indexOf(from, in.writerIndex(), (byte) '\n')) >= 0) {
      if (isEnd(in, line, end)) {
        check(end - begin);
        frame(in, line - begin, end + 1 - line, out);
        return;
      }
      line = end + 1;
      from = line;
    }
    lineOffset = line - begin;
    searched = in.readableBytes();
    check(in.readableBytes());
  }

  private void check(int bytes) {
    if (bytes > limits.frameBytesMax()) {
      throw fail(
          new WireException(
              ErrorCode.TOO_LARGE,
              "offset "
                  + limits.frameBytesMax()
                  + ": the message goes on, expected at most "
                  + limits.frameBytesMax()
                  + " bytes before the line '...'"));
    }
  }

  private void frame(ByteBuf in, int length, int endLength, List<Object> out) {
    byte[] frame = new byte[length];
    in.readBytes(frame);
    in.skipBytes(endLength);
    lineOffset = 0;
    searched = 0;
    try {
      Object result = made.apply(frame);
      if (result != null) {
        out.add(result);
      }
    } catch (WireException e) {
      throw fail(e);
    }
  }

  private WireException fail(WireException e) {
    failed = true;
    return e;
  }

  private static boolean isEnd(ByteBuf in, int begin, int end) {
    if (end - begin < 3
        || in.getByte(begin) != '.'
        || in.getByte(begin + 1) != '.'
        || in.getByte(begin + 2) != '.') {
      return false;
    }
    byte next = in.getByte(begin + 3);
    return next == '\n' || next == '\r' || next == ' ' || next == '\t';
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    if (silence != null) {
      silence.cancel(false);
      silence = null;
    }
    if (!failed && actualReadableBytes() > 0) {
      watchSilence(ctx);
    }
    super.channelReadComplete(ctx);
  }

  private void watchSilence(ChannelHandlerContext ctx) {
    silence =
        ctx.executor().schedule(() -> silent(ctx), limits.silenceMillis(), TimeUnit.MILLISECONDS);
  }

  private void silent(ChannelHandlerContext ctx) {
    if (!ctx.channel().config().isAutoRead()) {
      // The silence is ours: the connection is not being read.
      watchSilence(ctx);
      return;
    }
    ctx.fireExceptionCaught(
        fail(
            new WireException(
                ErrorCode.TIMEOUT,
                "nothing came for "
                    + limits.silenceMillis()
                    + " ms within a message, expected the line '...'")));
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    if (silence != null) {
      silence.cancel(false);
      silence = null;
    }
  }

  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    // An unfinished frame at the end of the stream is dropped: its sender did not say all of it.
    while (in.isReadable() && !failed) {
      int before = in.readerIndex();
      decode(ctx, in, out);
      if (in.readerIndex() == before) {
        return;
      }
    }
  }
}
