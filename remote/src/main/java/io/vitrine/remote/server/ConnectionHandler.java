package io.vitrine.remote.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.WireException;
import java.io.IOException;
import javax.net.ssl.SSLException;

/** Hands on what happens on a socket to its connection. For one connection. */
final class ConnectionHandler extends SimpleChannelInboundHandler<byte[]> {
  private final ServerContext server;
  private final Connection connection;

  ConnectionHandler(ServerContext server, Connection connection) {
    this.server = server;
    this.connection = connection;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    connection.start();
    ctx.fireChannelActive();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, byte[] frame) {
    if (frame.length > connection.frameBytesMax()) {
      // One of a WebSocket, which is put together of smaller ones.
      connection.malformed(
          new WireException(
              ErrorCode.TOO_LARGE,
              "a message of "
                  + frame.length
                  + " bytes, expected at most "
                  + connection.frameBytesMax()
                  + " at this time"));
      return;
    }
    connection.received(frame);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    // The splitter tells this also where what came is no whole frame yet.
    connection.heard();
    ctx.fireChannelReadComplete();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      connection.ended();
    } else if (event instanceof SslCloseCompletionEvent close && close.isSuccess()) {
      // By TLS a client may say that it ends its side, and leave the socket as it is. All handlers
      // are told as of a socket, since who reads frames may have half a one.
      ChannelHandlerContext tls = ctx.pipeline().context(SslHandler.class);
      if (tls != null) {
        tls.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
      }
    }
    ctx.fireUserEventTriggered(event);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    try {
      tell(ctx, cause);
    } catch (Throwable e) {
      connection.lost(e); // nothing can be told where there is no memory for it
    }
  }

  private void tell(ChannelHandlerContext ctx, Throwable cause) {
    Throwable failure =
        cause instanceof DecoderException e && e.getCause() != null ? e.getCause() : cause;
    if (failure instanceof WireException e) {
      connection.malformed(e);
    } else if (failure instanceof IOException) {
      if (failure instanceof SSLException e) {
        TlsRefusals.tell(ctx.channel(), e);
      }
      // The socket failed, or TLS did, so nothing can be said to the client any more.
      var _ = ctx.close();
    } else {
      connection.malformed(new WireException(ErrorCode.INTERNAL, failure.toString()));
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    server.connections().remove(connection);
    connection.closed();
    ctx.fireChannelInactive();
  }
}
