package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream of text into frames and makes messages of them. For one connection.
 *
 * <p>A frame ends with a line that begins with {@code ...} and a blank or the line's end. In YAML
 * this mark ends a document wherever it stands, also within a quoted or block scalar, so frames are
 * found without parsing, and a message that is no YAML does not swallow the next one.
 *
 * <pre>
 *   BEFORE (2 reads)                       AFTER
 *   "get: a\n..."   "\nget: b\n...\n"      Message[get: a]  Message[get: b]
 * </pre>
 */
final class TextFrameDecoder extends ByteToMessageDecoder {
  private final FrameLimits limits;
  private final TextMessages messages;

  /** Bytes of the unfinished frame that hold no end of frame, all of whole lines. */
  private int scanned;

  private boolean failed;
  private @Nullable ScheduledFuture<?> silence;

  TextFrameDecoder(FrameLimits limits) {
    this.limits = limits;
    this.messages = new TextMessages(limits);
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int begin = in.readerIndex();
    int line = begin + scanned;
    int end;
    while ((end = in.indexOf(line, in.writerIndex(), (byte) '\n')) >= 0) {
      if (isEnd(in, line, end)) {
        check(end - begin);
        frame(in, line - begin, end + 1 - line, out);
        return;
      }
      line = end + 1;
    }
    scanned = line - begin;
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
    scanned = 0;
    try {
      Message message = messages.read(frame);
      if (message != null) {
        out.add(new Received(message, length));
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
