package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Splits the stream of one connection into frames, and watches how long a frame takes to come. What
 * is no frame ends it: a {@link WireException} is fired, and nothing more is read.
 */
abstract class FrameSplitter extends ByteToMessageDecoder {
  private final FrameLimits limits;
  private final long silenceMillis;
  private final String expected;
  private final Function<byte[], @Nullable Object> made;
  private IntSupplier ceiling = () -> Integer.MAX_VALUE;
  private boolean failed;
  private @Nullable FrameTotal total;
  private FrameTotal.@Nullable Part part;
  private @Nullable ScheduledFuture<?> silence;

  /** Whether part of a frame has come, and how long and since when it is coming. */
  private boolean unfinished;

  private long spentNanos;
  private long heardNanos;

  /**
   * Creates a splitter.
   *
   * @param limits what a frame may be
   * @param silenceMillis how long nothing may come within a frame
   * @param expected what would end a frame, for the message
   * @param made what is handed on for a frame, null for nothing
   */
  FrameSplitter(
      FrameLimits limits,
      long silenceMillis,
      String expected,
      Function<byte[], @Nullable Object> made) {
    this.limits = limits;
    this.silenceMillis = silenceMillis;
    this.expected = expected;
    this.made = made;
  }

  /**
   * Holds frames to less than their limit while that is asked for.
   *
   * @param bytesMax asked for each frame, on the event loop
   */
  final void bound(IntSupplier bytesMax) {
    ceiling = bytesMax;
  }

  /**
   * Has what comes count among that of other connections.
   *
   * @param all what has come over all of them
   */
  final void count(FrameTotal all) {
    total = all;
  }

  /** How large a frame may be now. */
  final int bytesMax() {
    return Math.min(limits.frameBytesMax(), ceiling.getAsInt());
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
      unfinished &= frame == null;
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
      watchSlowness(ctx);
      watchSilence(ctx);
    }
    hold(ctx, actualReadableBytes());
    super.channelReadComplete(ctx);
  }

  private void hold(ChannelHandlerContext ctx, int bytes) {
    FrameTotal.Part known = part;
    if (known == null && total != null && bytes > 0) {
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

  /** Ends a frame that comes by and by, with no silence in it, and never ends by itself. */
  private void watchSlowness(ChannelHandlerContext ctx) {
    long now = System.nanoTime();
    if (!unfinished) {
      unfinished = true;
      spentNanos = 0;
    } else {
      // A longer pause is ours: the connection was not being read.
      spentNanos += Math.min(now - heardNanos, TimeUnit.MILLISECONDS.toNanos(silenceMillis));
    }
    heardNanos = now;
    if (spentNanos > TimeUnit.MILLISECONDS.toNanos(limits.messageMillis())) {
      failed = true;
      ctx.fireExceptionCaught(
          new WireException(
              ErrorCode.TIMEOUT,
              "a message has been coming for more than "
                  + limits.messageMillis()
                  + " ms, expected "
                  + expected));
    }
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
    silence = SecondLook.by(ctx.executor(), () -> judge(ctx));
  }

  private void judge(ChannelHandlerContext ctx) {
    if (failed) {
      return;
    }
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
    hold(ctx, 0);
  }

  @Override
  protected void decodeLast(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    while (in.isReadable() && !failed) {
      int before = in.readerIndex();
      decode(ctx, in, out);
      if (in.readerIndex() == before) {
        unfinishedAtTheEnd(ctx, in);
        return;
      }
    }
  }

  /** Nothing is done of half a message; whoever still listens is told. */
  private void unfinishedAtTheEnd(ChannelHandlerContext ctx, ByteBuf rest) {
    if (!failed && ctx.channel().isActive() && saysSomething(rest)) {
      failed = true;
      ctx.fireExceptionCaught(
          new WireException(
              ErrorCode.MALFORMED,
              "what was sent ends within a message, expected " + expected + " behind it"));
    }
  }

  /** Whether what is left at the end of the stream is part of a message. */
  boolean saysSomething(ByteBuf rest) {
    return rest.isReadable();
  }
}
