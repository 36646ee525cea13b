package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.Durability;
import io.vitrine.store.StoreOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changes of one entry are made by the event loop where that takes no waiting, and by a thread
 * where it does, as while a map grows, or for the disk: each is made once, whoever makes it.
 */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class ChangesInPlaceTest {
  private static final int REQUESTS = 6_000;
  private static final int SYNC_REQUESTS = 300;
  private static final int BURST = 50;

  @TempDir Path folder;

  private final AtomicInteger recorded = new AtomicInteger();

  @ParameterizedTest
  @CsvSource({"YAML, PROCESS", "CBOR, PROCESS", "CBOR, SYNC"})
  void eachIsMadeOnceAndInOrder(WireEncoding encoding, Durability.Kind kind) throws Exception {
    long seed = System.nanoTime();
    boolean sync = kind == Durability.Kind.SYNC;
    var store = StoreOptions.defaults();
    var options =
        ServerOptions.DEFAULT.withRecorder((_, client, _) -> {
          if (client) {
            recorded.incrementAndGet();
          }
        });
    try (Vitrine vitrine =
            Vitrine.open(
                folder, new TypeRegistry(), sync ? store.withDurability(Durability.SYNC) : store);
        var server = VitrineServer.start(vitrine, options);
        var nc = new Telnet(server.address(), encoding)) {
      ObservableMap<String, String> map = vitrine.map("/maps/p", String.class, String.class);
      assertEquals("reply: null\n", nc.ask("/maps/p", 0, "get: a")); // it is open now
      var model = new HashMap<String, String>();
      var random = new Random(seed);
      var expected = new ArrayList<String>();
      int requests = sync ? SYNC_REQUESTS : REQUESTS;
      int burst = 1;
      for (int i = 1; i <= requests; i++) {
        String key = "k" + random.nextInt(sync ? 20 : 2_000);
        String value = "v".repeat(1 + random.nextInt(500)) + i;
        expected.add(send(nc, i, key, value, random.nextInt(6), model));
        if (expected.size() >= burst || i == requests) {
          check(nc, expected, i, seed);
          burst = random.nextBoolean() ? 1 : BURST;
        }
      }
      assertEquals(model, Map.copyOf(map), "seed " + seed);
      assertEquals(requests + 1, recorded.get(), "seed " + seed);
    }
  }

  /** Asks for a change, makes it in the model, and gives the answer that must come. */
  private static String send(
      Telnet nc, long tid, String key, String value, int kind, Map<String, String> model)
      throws Exception {
    String pair = "[" + key + ", " + value + "]";
    String event =
        switch (kind) {
          case 0 -> "put: " + pair;
          case 1 -> "putIfAbsent: " + pair;
          case 2 -> "replace: " + pair;
          case 3 -> "getAndRemove: " + key;
          case 4 -> "remove: " + key;
          default -> "getAndPut: " + pair;
        };
    nc.send("/maps/p", tid, event);
    return String.valueOf(
        switch (kind) {
          case 0 -> {
            model.put(key, value);
            yield null;
          }
          case 1 -> model.putIfAbsent(key, value);
          case 2 -> model.replace(key, value);
          case 3 -> model.remove(key);
          case 4 -> model.remove(key) != null;
          default -> model.put(key, value);
        });
  }

  /** Reads all answers that are still to come, up to that of a tid. */
  private static void check(Telnet nc, List<String> expected, int lastTid, long seed)
      throws Exception {
    for (int tid = lastTid - expected.size() + 1; !expected.isEmpty(); tid++) {
      String answer = nc.readData(tid).replace("\"", ""); // long texts come in quotes
      assertEquals("reply: " + expected.removeFirst() + "\n", answer, "seed " + seed);
    }
  }
}
