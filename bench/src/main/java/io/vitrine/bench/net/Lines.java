package io.vitrine.bench.net;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.vitrine.bench.peer.Peer;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.client.VitrineClient;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;

/** Connections of all systems. Stateless. */
final class Lines {
  private Lines() {}

  /**
   * Connects.
   *
   * @param peer the system
   * @param port of its server
   * @param wiring how the client is connected
   */
  static Line open(Peer peer, int port, Wiring wiring) throws IOException {
    return switch (peer) {
      case VITRINE -> new OverVitrine(connect(port, wiring));
      case NETTY -> new EchoLine(port, wiring.busyPoll());
      case LETTUCE -> new OverLettuce(port);
      case JEDIS -> new OverJedis(port);
      case MACHINE -> new RawLine(port, wiring.busyPoll());
      default -> throw new IllegalArgumentException(peer + " has no connections");
    };
  }

  static VitrineClient connect(int port, Wiring wiring) throws IOException {
    return VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), wiring.options());
  }

  private static final class OverVitrine implements Line {
    private final VitrineClient client;
    private final ObservableMap<String, String> map;

    OverVitrine(VitrineClient client) {
      this.client = client;
      this.map = client.map(NetServers.MAP, String.class, String.class);
    }

    @Override
    public @Nullable Object get(int number) {
      return map.get(Line.key(number));
    }

    @Override
    public CompletionStage<?> getAsync(int number) {
      return map.async().get(Line.key(number));
    }

    @Override
    public void close() {
      client.close();
    }
  }

  private static final class OverLettuce implements Line, FanOut.Publisher {
    private final RedisClient client;
    private final StatefulRedisConnection<String, String> connection;

    OverLettuce(int port) {
      client = RedisClient.create(RedisURI.create("127.0.0.1", port));
      connection = client.connect();
    }

    @Override
    public @Nullable Object get(int number) {
      return connection.sync().get(Line.key(number));
    }

    @Override
    public CompletionStage<?> getAsync(int number) {
      return connection.async().get(Line.key(number));
    }

    @Override
    public void publish() {
      var _ = connection.async().publish("numbers", "v".repeat(VALUE_CHARS));
    }

    @Override
    public void close() {
      connection.close();
      client.shutdown();
    }
  }

  private static final class OverJedis implements Line {
    private final Jedis jedis;

    OverJedis(int port) {
      jedis = new Jedis("127.0.0.1", port);
    }

    @Override
    public @Nullable Object get(int number) {
      return jedis.get(Line.key(number));
    }

    @Override
    public CompletionStage<?> getAsync(int number) {
      throw new UnsupportedOperationException("Jedis waits for each answer");
    }

    @Override
    public void close() {
      jedis.close();
    }
  }
}
