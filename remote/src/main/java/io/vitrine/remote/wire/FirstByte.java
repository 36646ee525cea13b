package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.function.Function;

/**
 * Finds out by the first byte which encoding the client of one connection chose, and gives its
 * place to what splits that. Another protocol on the same port would be found here, too.
 */
public final class FirstByte extends ByteToMessageDecoder {
  private final Function<WireEncoding, WireCodec> chosen;

  /**
   * Creates a handler.
   *
   * @param chosen told of the choice, on the event loop and before any frame; gives the codec
   */
  public FirstByte(Function<WireEncoding, WireCodec> chosen) {
    this.chosen = chosen;
  }

  @Override
  protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
    boolean binary = in.getByte(in.readerIndex()) == (byte) BinaryLayout.firstByte();
    WireCodec codec = chosen.apply(binary ? WireEncoding.CBOR : WireEncoding.YAML);
    // What has come already goes to the handler that is next when this one is gone.
    ctx.pipeline().addAfter(ctx.name(), null, codec.newServerSplitter());
    ctx.pipeline().remove(this);
  }
}
