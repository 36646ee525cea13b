package io.vitrine.remote.server;

import io.vitrine.remote.wire.TextCodec;
import io.vitrine.remote.wire.WireCodec;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the connections of a server share. Safe for any number of threads.
 *
 * @param catalogue what is served
 * @param options how the server runs
 * @param codec encoding of the connections
 * @param sessions what outlives a connection
 * @param connections those that are open
 */
record ServerContext(
    Catalogue catalogue,
    ServerOptions options,
    WireCodec codec,
    Sessions sessions,
    Set<Connection> connections) {
  static ServerContext of(Catalogue catalogue, ServerOptions options) {
    return new ServerContext(
        catalogue,
        options,
        new TextCodec(options.limits().frame()),
        new Sessions(options.limits()),
        ConcurrentHashMap.newKeySet());
  }
}
