package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.AsyncMap;
import io.vitrine.collections.ObservableMap;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that do not wait take effect in the order in which one thread makes them, from far. */
@Timeout(180)
class AsyncOrderTest {
  private final CountDownLatch gate = new CountDownLatch(1);
  private Loopback loopback;
  private VitrineClient client;
  private ObservableMap<String, Long> map;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(WireEncoding.CBOR);
    client = loopback.client();
    map = client.map("m", String.class, Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    gate.countDown();
    client.close();
    loopback.close();
  }

  private void awaitGate() {
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static <T> T of(CompletableFuture<T> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  @Test
  void batchesAreInOrderWithSingleCalls() throws Exception {
    AsyncMap<String, Long> async = map.async();
    var answers = new ArrayList<CompletableFuture<Long>>();
    var found = new ArrayList<CompletableFuture<Map<String, Long>>>();
    for (long i = 0; i < 500; i++) {
      async.putAll(Map.of("k", i));
      answers.add(async.get("k"));
      found.add(async.getAll(List.of("k", "l")));
      async.clear();
    }
    for (int i = 0; i < 500; i++) {
      assertEquals(i, of(answers.get(i)));
      assertEquals(Map.of("k", (long) i), of(found.get(i)));
    }
    assertEquals(0, of(async.size()));
  }

  @Test
  void batchesOfManyEntriesGoInParts() throws Exception {
    var texts = client.map("texts", Long.class, String.class);
    var entries = new TreeMap<Long, String>();
    for (long i = 0; i < 40; i++) {
      entries.put(i, "x".repeat(100_000));
    }
    of(texts.async().putAll(entries));
    assertEquals(entries, of(texts.async().getAll(entries.keySet())));
    assertEquals(Map.of(), of(texts.async().getAll(List.of())));
    of(texts.async().putAll(Map.of()));
    var copies = client.map("copies", Long.class, String.class);
    of(copies.async().putAll(texts)); // walks over it, page by page
    assertEquals(40, copies.size());
  }

  @Test
  void whatComesBehindAVisitorThatCannotTravelWaitsForIt() throws Exception {
    map.put("k", 1L);
    AsyncMap<String, Long> async = map.async();
    async.asyncUpdate(
        "k",
        value -> {
          awaitGate();
          return value + 1;
        });
    CompletableFuture<Long> replaced = async.put("k", 10L);
    gate.countDown();
    assertEquals(2L, of(replaced));
    assertEquals(10L, map.get("k"));
  }

  @Test
  void allFormsOfOneCollectionHaveOneOrder() throws Exception {
    map.async()
        .call(m -> {
          awaitGate();
          return m.put("k", 1L);
        });
    CompletableFuture<Long> mapped = map.async().get("k");
    var set = client.set("s", String.class);
    set.async()
        .call(s -> {
          awaitGate();
          return s.add("a");
        });
    CompletableFuture<Boolean> contained = set.async().contains("a");
    var list = client.list("l", String.class);
    list.async()
        .call(l -> {
          awaitGate();
          return l.add("a");
        });
    CompletableFuture<Boolean> added = list.async().addAll(List.of("b", "c"));
    CompletableFuture<String> last = list.async().getLast();
    gate.countDown();
    assertEquals(1L, of(mapped));
    assertEquals(true, of(contained));
    assertEquals(true, of(added));
    assertEquals("c", of(last));
    assertEquals(List.of("a", "b", "c"), new ArrayList<>(list));
  }

  @Test
  void aCallMayWaitForCallsThatItMakes() throws Exception {
    map.put("k", 7L);
    AsyncMap<String, Long> async = map.async();
    CompletableFuture<Long> sum =
        async.call(m -> m.async().get("k").join() + async.<Long>call(_ -> 1L).join());
    assertEquals(8L, of(sum));
  }

  @Test
  void whatIsCancelledBeforeItsTurnIsNotDone() throws Exception {
    AsyncMap<String, Long> async = map.async();
    async.call(_ -> {
      awaitGate();
      return 0;
    });
    CompletableFuture<Long> cancelled = async.put("k", 1L);
    cancelled.cancel(false);
    gate.countDown();
    assertEquals(0, of(async.size()));
  }

  /** An application's own, which holds what can be changed. */
  @SuppressWarnings("ArrayRecordComponent")
  record Blob(byte[] bytes) {}

  @Test
  void whatWaitsForItsTurnIsStoredAsItWasGiven() throws Exception {
    var map = client.map("bytes", String.class, byte[].class);
    byte[] put = {1};
    byte[] within = {2};
    byte[] unaware = {3};
    map.async()
        .call(_ -> {
          awaitGate();
          return 0;
        });
    map.async().put("put", put);
    map.async().putAll(Map.of("all", within));
    var last = map.async().compareAndSet("set", 0, unaware);
    for (byte[] bytes : List.of(put, within, unaware)) {
      bytes[0] = 9;
    }
    gate.countDown();
    assertEquals(true, of(last));
    assertArrayEquals(new byte[] {1}, map.get("put"));
    assertArrayEquals(new byte[] {2}, map.get("all"));
    assertArrayEquals(new byte[] {3}, map.get("set"));
  }

  @Test
  void elementsThatWaitForTheirTurnAreStoredAsTheyWereGiven() throws Exception {
    loopback.types.register(Blob.class);
    var list = client.list("l", Object.class);
    var set = client.set("s", byte[].class);
    byte[] added = {1};
    byte[] within = {2};
    byte[] component = {3};
    list.async()
        .call(_ -> {
          awaitGate();
          return 0;
        });
    set.async()
        .call(_ -> {
          awaitGate();
          return 0;
        });
    var ofSet = set.async().addAll(List.of(added));
    var ofList =
        list.async()
            .addAll(List.of(added, List.of(within), Map.of("k", within), new Blob(component)));
    for (byte[] bytes : List.of(added, within, component)) {
      bytes[0] = 9;
    }
    gate.countDown();
    assertEquals(true, of(ofSet));
    assertEquals(true, of(ofList));
    assertArrayEquals(new byte[] {1}, set.iterator().next());
    assertArrayEquals(new byte[] {1}, (byte[]) list.get(0));
    assertArrayEquals(new byte[] {2}, (byte[]) ((List<?>) list.get(1)).getFirst());
    assertArrayEquals(new byte[] {2}, (byte[]) ((Map<?, ?>) list.get(2)).get("k"));
    assertArrayEquals(new byte[] {3}, ((Blob) list.get(3)).bytes());
  }
}
