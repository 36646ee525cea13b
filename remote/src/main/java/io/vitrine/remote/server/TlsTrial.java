package io.vitrine.remote.server;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;

/**
 * Tries in memory whether anybody can agree with a server: a certificate and a key that do not
 * belong together are found out nowhere else but when the first client comes. Stateless; any
 * thread.
 */
final class TlsTrial {
  private TlsTrial() {}

  /**
   * Lets a client agree with a server that trusts whatever it is shown.
   *
   * @param server what begins the server's side; asks for no certificate of clients
   * @throws IOException if they do not agree
   */
  static void run(SslContext server) throws IOException {
    SslContext trusting =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.JDK)
            .trustManager(InsecureTrustManagerFactory.INSTANCE)
            .endpointIdentificationAlgorithm(null)
            .build();
    SslHandler here = server.newHandler(ByteBufAllocator.DEFAULT);
    SslHandler there = trusting.newHandler(ByteBufAllocator.DEFAULT);
    var serverEnd = new EmbeddedChannel(here);
    var clientEnd = new EmbeddedChannel(there);
    try {
      boolean said;
      do {
        said = pass(clientEnd, serverEnd);
        said |= pass(serverEnd, clientEnd);
      } while (said);
    } catch (DecoderException e) {
      throw new IOException("they do not belong together", e.getCause());
    } finally {
      clientEnd.finishAndReleaseAll();
      serverEnd.finishAndReleaseAll();
    }
    if (!here.handshakeFuture().isSuccess() || !there.handshakeFuture().isSuccess()) {
      throw new IOException("they do not belong together", here.handshakeFuture().cause());
    }
  }

  private static boolean pass(EmbeddedChannel from, EmbeddedChannel to) {
    boolean said = false;
    for (Object bytes = from.readOutbound(); bytes != null; bytes = from.readOutbound()) {
      to.writeInbound(bytes);
      said = true;
    }
    return said;
  }
}
