package io.vitrine.remote.client;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;

/** A catalogue in memory, a server of it, and clients of that through a proxy. */
final class Loopback implements AutoCloseable {
  /** A record of an application. */
  record Person(String name, long age) {}

  final TypeRegistry types = new TypeRegistry().register(Person.class);
  final Vitrine vitrine = Vitrine.inMemory(types);
  final VitrineServer server;
  final Proxy proxy;
  private final WireEncoding encoding;

  Loopback(WireEncoding encoding) throws IOException {
    this.encoding = encoding;
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    proxy = new Proxy(server.address(), encoding);
  }

  ClientOptions options() {
    return ClientOptions.DEFAULT.withEncoding(encoding);
  }

  VitrineClient client() throws IOException {
    return client(options());
  }

  VitrineClient client(ClientOptions options) throws IOException {
    return VitrineClient.connect("127.0.0.1", proxy.port(), types, options);
  }

  @Override
  public void close() throws IOException {
    proxy.close();
    server.close();
    vitrine.close();
  }
}
