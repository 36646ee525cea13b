package io.vitrine.remote.client;

import io.vitrine.collections.Connector;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What {@link Vitrine#connect} finds on the class path. Safe for any number of threads. */
public final class RemoteConnector implements Connector {
  /** For the service loader. */
  public RemoteConnector() {}

  @Override
  public Vitrine connect(String host, int port, TypeRegistry types) {
    try {
      return VitrineClient.connect(host, port, types, ClientOptions.DEFAULT);
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }
}
