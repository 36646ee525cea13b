package io.vitrine.remote.server;

import io.netty.channel.Channel;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;

/**
 * Tells whoever runs a server why clients do not get in by TLS: once in a while, since anybody can
 * fail as often as he likes. Safe for any number of threads.
 */
final class TlsRefusals {
  static final System.Logger LOGGER = System.getLogger(TlsRefusals.class.getName());

  private static final int CAUSES_MAX = 8;
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final AtomicLong NEXT = new AtomicLong(System.nanoTime());
  private static final AtomicLong UNTOLD = new AtomicLong();

  private TlsRefusals() {}

  /** A connection failed; it is told only if there was no connection yet. */
  static void tell(Channel channel, SSLException failure) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null || tls.handshakeFuture().isSuccess()) {
      return;
    }
    long now = System.nanoTime();
    long next = NEXT.get();
    if (now - next < 0 || !NEXT.compareAndSet(next, now + PAUSE_NANOS)) {
      UNTOLD.incrementAndGet();
      return;
    }
    long others = UNTOLD.getAndSet(0);
    LOGGER.log(
        System.Logger.Level.INFO,
        "no TLS with the client at "
            + channel.remoteAddress()
            + ": "
            + (failure instanceof NotSslRecordException ? "it does not encrypt" : why(failure))
            + (others == 0 ? "" : "; and " + others + " times before"));
  }

  /** The JDK wraps what a client has said in an exception that says nothing. */
  private static String why(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < CAUSES_MAX && cause.getCause() != null; i++) {
      cause = cause.getCause();
    }
    String said = cause.getMessage();
    return said == null ? String.valueOf(failure.getMessage()) : said;
  }
}
