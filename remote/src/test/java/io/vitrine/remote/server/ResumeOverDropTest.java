package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.ElementSpec;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.ClientOptions;
import io.vitrine.remote.client.VitrineClient;
import io.vitrine.remote.wire.WireEncoding;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A collection is dropped and made anew while a subscriber is away. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class ResumeOverDropTest {
  @ParameterizedTest
  @ValueSource(strings = {"/maps/m", "/sets/s", "/lists/l"})
  void isToldThatWhatItHasIsGone(String path) throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      add(vitrine, path, "a");
      String described = nc.ask("/", 1, "describe: " + path);
      String rev = described.replaceAll("(?s).*revision: (\\d+).*", "$1");
      vitrine.drop(path);
      add(vitrine, path, "c");
      nc.send(path, 2L, "subscribe: {from: " + rev + "}");
      String first = nc.readText();
      assertTrue(first.contains("resync"), first);
    }
  }

  private static void add(Vitrine vitrine, String path, String what) {
    switch (path) {
      case "/maps/m" -> vitrine.map(path, MapSpec.of(String.class, String.class)).put(what, what);
      case "/sets/s" -> vitrine.set(path, ElementSpec.of(String.class)).add(what);
      default -> vitrine.list(path, ElementSpec.of(String.class)).add(what);
    }
  }

  @Test
  void theCopyOfAClientIsThatOfTheServer() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      add(vitrine, "/maps/m", "a");
      VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
      int port = server.address().getPort();
      var copy = new ConcurrentSkipListMap<String, String>();
      var told = new CopyOnWriteArrayList<String>();
      try (Vitrine far =
          VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), ClientOptions.DEFAULT)) {
        far.map("/maps/m", String.class, String.class)
            .subscribe(
                SubscriptionOptions.<String, String>all(),
                new Subscriber<MapEvent<String, String>>() {
                  @Override
                  public void onNext(MapEvent<String, String> event, long revision) {
                    told.add(String.valueOf(event));
                    if (event.value() == null) {
                      copy.remove(event.key());
                    } else {
                      copy.put(event.key(), event.value());
                    }
                  }

                  @Override
                  public void onResync(long revision) {
                    told.add("resync");
                    copy.clear();
                  }

                  @Override
                  public void onCancelled(String reason) {
                    told.add("cancelled: " + reason);
                    copy.clear();
                  }
                });
        Await.until(() -> copy.containsKey("a"), told::toString);
        server.close();
        vitrine.drop("/maps/m");
        add(vitrine, "/maps/m", "c");
        server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withAddress("127.0.0.1", port));
        var expected = vitrine.map("/maps/m", String.class, String.class);
        Await.until(() -> told.contains("resync") && copy.equals(expected), told::toString);
        assertEquals(Map.of("c", "c"), copy);
      } finally {
        server.close();
      }
    }
  }
}
