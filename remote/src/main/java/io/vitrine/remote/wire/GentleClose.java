package io.vitrine.remote.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.ChannelInputShutdownReadComplete;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection so that what was sent last arrives. A socket that is closed with something
 * unread in it is reset, and the other end then loses what it has not taken yet: the very answers
 * that say why. So only the way out is closed; what still comes is dropped until the other end has
 * closed, too, or has had some time for it. For one connection, on its event loop.
 */
final class GentleClose extends ChannelInboundHandlerAdapter {
  private static final long WAIT_MILLIS = 500;

  private GentleClose() {}

  /** Begins to close a connection, of which all is written. */
  static void begin(Channel channel) {
    if (channel.pipeline().get(GentleClose.class) != null) {
      return; // it has begun
    }
    if (!channel.isActive()
        || !(channel instanceof DuplexChannel socket)
        || socket.isInputShutdown()) {
      end(channel);
      return;
    }
    channel.pipeline().addFirst(new GentleClose());
    channel.config().setAutoRead(true);
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      closeWayOut(socket);
    } else {
      tls.closeOutbound().addListener(_ -> closeWayOut(socket));
    }
    var forced =
        channel.eventLoop().schedule(() -> end(channel), WAIT_MILLIS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(_ -> forced.cancel(false));
  }

  private static void end(Channel channel) {
    var _ = channel.close();
  }

  private static void closeWayOut(DuplexChannel socket) {
    socket
        .shutdownOutput()
        .addListener(done -> {
          if (!done.isSuccess()) {
            end(socket);
          }
        });
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    // Nobody is told of what is dropped.
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent
        || event instanceof ChannelInputShutdownReadComplete) {
      var _ = ctx.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    var _ = ctx.close();
  }
}
