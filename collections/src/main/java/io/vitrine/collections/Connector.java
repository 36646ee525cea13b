package io.vitrine.collections;

import java.util.ServiceLoader;

/**
 * How {@link Vitrine#connect} reaches a server: {@code vitrine-remote} provides one. Safe for any
 * number of threads.
 */
public interface Connector {
  /**
   * Connects to a server.
   *
   * @param host name or address
   * @param port port
   * @param types types of the application
   * @return the catalogue there
   */
  Vitrine connect(String host, int port, TypeRegistry types);

  /**
   * Finds the connector on the class path.
   *
   * @return the connector
   * @throws IllegalStateException if there is none
   */
  static Connector find() {
    return ServiceLoader.load(Connector.class)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "no Connector on the class path; add the dependency io.vitrine:vitrine-remote"));
  }
}
