package io.vitrine.remote.server;

import io.vitrine.remote.wire.FrameTotal;
import io.vitrine.remote.wire.JsonCodec;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.remote.wire.WriteTotal;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the connections of a server share. Safe for any number of threads.
 *
 * @param catalogue what is served
 * @param options how the server runs
 * @param codecs the encodings that a client may choose
 * @param json for clients that speak text and want to be told in JSON
 * @param sessions what outlives a connection
 * @param connections those that are open
 * @param lastConnection number of the last one
 * @param strangers how many have not said a good hello, where one is required
 * @param watched who is to be told of changes
 * @param forms what the last events look like on the wire
 * @param frames what has come over all connections and is not done
 * @param writes what waits to be written to all connections
 */
record ServerContext(
    Catalogue catalogue,
    ServerOptions options,
    Map<WireEncoding, WireCodec> codecs,
    WireCodec json,
    Sessions sessions,
    Set<Connection> connections,
    AtomicLong lastConnection,
    AtomicInteger strangers,
    Watched watched,
    SharedForms forms,
    FrameTotal frames,
    WriteTotal writes) {
  static ServerContext of(Catalogue catalogue, ServerOptions options) {
    var codecs = new EnumMap<WireEncoding, WireCodec>(WireEncoding.class);
    for (WireEncoding encoding : WireEncoding.values()) {
      codecs.put(encoding, encoding.codec(options.limits().frame()));
    }
    return new ServerContext(
        catalogue,
        options,
        codecs,
        new JsonCodec(options.limits().frame()),
        new Sessions(options.limits()),
        ConcurrentHashMap.newKeySet(),
        new AtomicLong(),
        new AtomicInteger(),
        new Watched(),
        new SharedForms(),
        new FrameTotal(options.limits().frameTotalBytesMax()),
        new WriteTotal(options.limits().writeTotalBytesMax()));
  }

  WireCodec codec(WireEncoding encoding) {
    return Objects.requireNonNull(codecs.get(encoding));
  }
}
