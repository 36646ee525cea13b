package io.vitrine.remote.client;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** A server in memory and a client with pages of two, opened by the first test that asks. */
final class ConformanceServer {
  /** Collections used in turn: a test may have several, and clearing is faster than creating. */
  private static final int COLLECTIONS = 8;

  private final WireEncoding encoding;
  private final AtomicInteger count = new AtomicInteger();
  private Vitrine vitrine;
  private VitrineServer server;
  private VitrineClient client;

  ConformanceServer(WireEncoding encoding) {
    this.encoding = encoding;
  }

  VitrineClient client() {
    if (client == null) {
      vitrine = Vitrine.inMemory();
      try {
        server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        client =
            VitrineClient.connect(
                "127.0.0.1",
                server.address().getPort(),
                new TypeRegistry(),
                ClientOptions.DEFAULT.withPageElements(2).withEncoding(encoding));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return client;
  }

  /** The catalogue of the server: what is there at the beginning of a test comes in here. */
  Vitrine near() {
    client();
    return vitrine;
  }

  /** The name of the next collection. */
  String nextName() {
    return "c" + count.getAndIncrement() % COLLECTIONS;
  }

  void close() {
    if (client != null) {
      client.close();
      server.close();
      vitrine.close();
    }
  }
}
