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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * What the encrypted connections of a server begin with: the certificates as the files have them
 * now. Safe for any number of threads; the files are looked at on a thread of its own.
 */
final class TlsContext implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(TlsContext.class.getName());
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ServerTls tls;
  private final long handshakeMillis;
  private volatile SslContext context;
  private volatile boolean closed;

  /** What the files were like that the context was made of, and at the last look. */
  private List<String> state;

  private List<String> seen;

  private TlsContext(ServerTls tls, long handshakeMillis) throws IOException {
    this.tls = tls;
    this.handshakeMillis = handshakeMillis;
    this.state = state();
    this.seen = state;
    this.context = read();
  }

  /**
   * Reads the files, and from then on looks every second whether they have changed.
   *
   * @param handshakeMillis how long a client may take to agree
   * @throws IOException if they cannot be read or do not fit each other
   */
  static TlsContext of(ServerTls tls, long handshakeMillis) throws IOException {
    var made = new TlsContext(tls, handshakeMillis);
    Thread.ofPlatform().daemon().name("vitrine-certificates").start(made::watch);
    return made;
  }

  private void watch() {
    String told = "";
    while (!closed) {
      LockSupport.parkNanos(LOOK_NANOS);
      boolean _ = Thread.interrupted(); // with the flag set, it would not park
      if (closed) {
        return; // whoever closes a server may remove its certificates next
      }
      try {
        if (refresh()) {
          told = "";
        }
      } catch (Throwable e) {
        told = told(e, told); // a lack of memory passes
      }
    }
  }

  /** Tells a failure unless it is the one that was told last; answers what is told by now. */
  private static String told(Throwable failure, String before) {
    try {
      String now = failure.toString();
      if (!before.equals(now)) {
        LOGGER.log(
            System.Logger.Level.WARNING, "connections keep the certificates before", failure);
      }
      return now;
    } catch (Throwable _) {
      return before; // there is no memory to say so, either
    }
  }

  /**
   * Reads the files again if they have changed, and not just now: certificate and key are replaced
   * one after the other.
   *
   * @return whether they were read
   * @throws IOException if they cannot be used; then those before stay
   */
  private boolean refresh() throws IOException {
    List<String> now = state();
    boolean still = now.equals(seen);
    seen = now;
    if (!still || now.equals(state)) {
      return false; // as they were, or somebody may still be writing
    }
    context = read();
    state = now;
    return true;
  }

  /** What is another one when a file has changed. */
  private List<String> state() throws IOException {
    var state = new ArrayList<String>();
    requireReadable("certificate", tls.certificate());
    requireReadable("private key", tls.key());
    state.add(state(tls.certificate()));
    state.add(state(tls.key()));
    Path clientCa = tls.clientCa();
    if (clientCa != null) {
      requireReadable("clients' authority", clientCa);
      state.add(state(clientCa));
    }
    return state;
  }

  private static String state(Path file) throws IOException {
    var attributes = Files.readAttributes(file, BasicFileAttributes.class);
    return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
  }

  private SslContext read() throws IOException {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(tls.certificate().toFile(), tls.key().toFile())
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2");
      TlsTrial.run(builder.build());
      Path clientCa = tls.clientCa();
      if (clientCa != null) {
        builder
            .trustManager(clientCa.toFile())
            .clientAuth(tls.clientOptional() ? ClientAuth.OPTIONAL : ClientAuth.REQUIRE);
      }
      return builder.build();
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

  @Override
  public void close() {
    closed = true;
  }

  /** Who the certificate of a client names, null where it showed none. */
  static @Nullable X500Principal certificate(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    try {
      return tls != null
              && tls.engine().getSession().getPeerPrincipal() instanceof X500Principal subject
          ? subject
          : null;
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }
}
