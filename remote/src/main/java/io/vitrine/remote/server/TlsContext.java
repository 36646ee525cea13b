package io.vitrine.remote.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What the encrypted connections of a server share. Immutable, safe for any number of threads.
 *
 * @param context the JDK's TLS
 * @param handshakeMillis how long a client may take to agree
 */
record TlsContext(SslContext context, long handshakeMillis) {
  /** Reads the files. */
  static TlsContext of(ServerTls tls, long handshakeMillis) throws IOException {
    requireReadable("certificate", tls.certificate());
    requireReadable("private key", tls.key());
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(tls.certificate().toFile(), tls.key().toFile())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2");
      Path clientCa = tls.clientCa();
      if (clientCa != null) {
        requireReadable("clients' authority", clientCa);
        builder
            .trustManager(clientCa.toFile())
            .clientAuth(tls.clientOptional() ? ClientAuth.OPTIONAL : ClientAuth.REQUIRE);
      }
      return new TlsContext(builder.build(), handshakeMillis);
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "cannot use the certificate "
              + tls.certificate()
              + " with the key "
              + tls.key()
              + (tls.clientCa() == null ? "" : " and the clients' authority " + tls.clientCa())
              + ": "
              + reason(e)
              + "; expected PEM files, the key as PKCS#8 without password",
          e);
    }
  }

  private static void requireReadable(String what, Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException("the " + what + " " + file + " is no file that can be read");
    }
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    String own = failure.getMessage();
    @Nullable String inner = cause == null ? null : cause.getMessage();
    return inner == null ? String.valueOf(own) : own + " (" + inner + ")";
  }

  /** What encrypts one connection. */
  ChannelHandler handler(Channel channel) {
    SslHandler handler = context.newHandler(channel.alloc());
    handler.setHandshakeTimeoutMillis(handshakeMillis);
    return handler;
  }
}
