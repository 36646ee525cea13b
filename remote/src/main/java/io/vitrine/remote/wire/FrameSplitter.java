package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Splits the stream of one connection into frames, and watches how long a frame takes to come. What
 * is no frame ends it: a {@link WireException} is fired, and nothing more is read.
 */
abstract class FrameSplitter extends ByteToMessageDecoder {
  private final long silenceMillis;
  private final String expected;
  private final Function<byte[], @Nullable Object> made;
  private boolean failed;
  private @Nullable ScheduledFuture<?> silence;

  /**
   * Creates a splitter.
   *
   * @param silenceMillis how long nothing may come within a frame
   * @param expected what would end a frame, for the message
   * @param made what is handed on for a frame, null for nothing
   */
  FrameSplitter(long silenceMillis, String expected, Function<byte[], @Nullable Object> made) {
    this.silenceMillis = silenceMillis;
    this.expected = expected;
    this.made = made;
  }

  /**
   * Takes at most one frame out of what has come.
   *
   * @param in what has come and belongs to no frame so far
   * @return the frame, or null if it is not whole yet
   * @throws WireException if it is none or too large
   */
  abstract byte @Nullable [] split(ByteBuf in);

  @Override
  protected final void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    if (failed) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      byte[] frame = split(in);
      Object result = frame == null ? null : made.apply(frame);
      if (result != null) {
        out.add(result);
      }
    } catch (WireException e) {
      failed = true;
      throw e;
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) throws Exception {
    unwatch();
    if (!failed && actualReadableBytes() > 0) {
      watchSilence(ctx);
    }
    super.channelReadComplete(ctx);
  }

  private void watchSilence(ChannelHandlerContext ctx) {
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
      watchSilence(ctx);
      return;
    }
    failed = true;
    ctx.fireExceptionCaught(
        new WireException(
            ErrorCode.TIMEOUT,
            "nothing came for " + silenceMillis + " ms within a message, expected " + expected));
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext ctx) {
    unwatch();
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
