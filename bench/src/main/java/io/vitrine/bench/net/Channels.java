package io.vitrine.bench.net;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.vitrine.bench.peer.Peer;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.remote.client.VitrineClient;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;

/** From one client to another: a change and its event, or a message that is published. */
interface Channels extends AutoCloseable {
  /** Tells the other client of a number. */
  void tell(long number) throws IOException;

  @Override
  void close() throws IOException;

  /**
   * Connects two clients.
   *
   * @param peer the system
   * @param port of its server
   * @param wiring how the client is connected
   * @param told called with each number, by a thread of the other client
   */
  static Channels open(Peer peer, int port, Wiring wiring, LongConsumer told) throws Exception {
    return switch (peer) {
      case VITRINE -> new OverVitrine(port, wiring, told);
      case LETTUCE -> new OverLettuce(port, told);
      case JEDIS -> new OverJedis(port, told);
      case MACHINE -> new RawChannels(port, wiring.busyPoll(), told);
      default -> throw new IllegalArgumentException(peer + " has no events");
    };
  }

  /** A put at one client, its event at the other. */
  final class OverVitrine implements Channels {
    private final VitrineClient from;
    private final VitrineClient to;
    private final ObservableMap<String, Long> map;

    OverVitrine(int port, Wiring wiring, LongConsumer told) throws IOException {
      from = Lines.connect(port, wiring);
      to = Lines.connect(port, wiring);
      map = from.map("/maps/events", String.class, Long.class);
      to.map("/maps/events", String.class, Long.class)
          .subscribe(
              SubscriptionOptions.all(),
              (MapEvent<String, Long> event, long _) -> {
                Long value = event.value();
                if (value != null) {
                  told.accept(value);
                }
              });
    }

    @Override
    public void tell(long number) {
      map.put("number", number);
    }

    @Override
    public void close() {
      from.close();
      to.close();
    }
  }

  /** Published by one connection, heard by another. */
  final class OverLettuce implements Channels {
    private final RedisClient client;
    private final io.lettuce.core.api.StatefulRedisConnection<String, String> from;

    OverLettuce(int port, LongConsumer told) {
      client = RedisClient.create(RedisURI.create("127.0.0.1", port));
      from = client.connect();
      var to = client.connectPubSub();
      to.addListener(
          new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, String message) {
              told.accept(Long.parseLong(message));
            }
          });
      to.sync().subscribe("numbers");
    }

    @Override
    public void tell(long number) {
      from.sync().publish("numbers", Long.toString(number));
    }

    @Override
    public void close() {
      client.shutdown();
    }
  }

  /** The same with a client that blocks: a thread waits on the socket of the one that hears. */
  final class OverJedis implements Channels {
    private final Jedis from;
    private final Jedis to;
    private final JedisPubSub hearing;

    OverJedis(int port, LongConsumer told) throws InterruptedException {
      from = new Jedis("127.0.0.1", port);
      to = new Jedis("127.0.0.1", port);
      var begun = new CountDownLatch(1);
      hearing =
          new JedisPubSub() {
            @Override
            public void onMessage(String channel, String message) {
              told.accept(Long.parseLong(message));
            }

            @Override
            public void onSubscribe(String channel, int channels) {
              begun.countDown();
            }
          };
      Thread.ofPlatform().daemon().start(() -> to.subscribe(hearing, "numbers"));
      begun.await();
    }

    @Override
    public void tell(long number) {
      from.publish("numbers", Long.toString(number));
    }

    @Override
    public void close() {
      hearing.unsubscribe();
      from.close();
    }
  }
}
