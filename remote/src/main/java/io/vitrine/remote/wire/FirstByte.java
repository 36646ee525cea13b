package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Finds out by the first byte which encoding the client of one connection chose, and gives its
 * place to what splits that. Another protocol on the same port would be found here, too.
 */
public final class FirstByte extends ByteToMessageDecoder {
  private final Function<WireEncoding, WireCodec> chosen;
  private final IntSupplier bytesMax;

  /**
   * Creates a handler.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   */
  public FirstByte(Function<WireEncoding, WireCodec> chosen) {
    this(chosen, () -> Integer.MAX_VALUE);
  }

  /**
   * Creates a handler for a connection that may send less at first.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   * @param bytesMax asked how large a frame may be now, below the limit of the codec
   */
  public FirstByte(Function<WireEncoding, WireCodec> chosen, IntSupplier bytesMax) {
    this.chosen = chosen;
    this.bytesMax = bytesMax;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    boolean binary = in.getByte(in.readerIndex()) == (byte) BinaryLayout.firstByte();
    WireCodec codec = chosen.apply(binary ? WireEncoding.CBOR : WireEncoding.YAML);
    // What has come already goes to the handler that is next when this one is gone.
    ChannelHandler splitter = codec.newServerSplitter();
    if (splitter instanceof FrameSplitter frames) {
      frames.bound(bytesMax);
    }
    ctx.pipeline().addAfter(ctx.name(), null, splitter);
    ctx.pipeline().remove(this);
  }
}
