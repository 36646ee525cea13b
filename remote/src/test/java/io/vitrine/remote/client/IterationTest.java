package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Iterators go on over lost connections: each element is met exactly once, and never one of another
 * collection. Where the session is gone, they say so.
 */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class IterationTest {
  private static final int COUNT = 2_000;
  private static final int PAGE = 100;

  @Parameter private WireEncoding encoding;

  private Loopback loopback;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    for (String name : List.of("a", "b")) {
      loopback.vitrine.set(name, String.class).addAll(names(name));
    }
    var map = loopback.vitrine.map("m", String.class, Long.class);
    map.putAll(names("k").stream().collect(Collectors.toMap(k -> k, k -> (long) k.hashCode())));
  }

  @AfterEach
  void stop() throws IOException {
    loopback.close();
  }

  private static List<String> names(String prefix) {
    return IntStream.range(0, COUNT).mapToObj(i -> prefix + i).toList();
  }

  private VitrineClient client() throws IOException {
    return loopback.client(loopback.options().withPageElements(PAGE));
  }

  private static void assertOnce(Collection<String> expected, List<String> seen) {
    assertEquals(new TreeSet<>(expected), new TreeSet<>(seen));
    assertEquals(expected.size(), seen.size(), "some were met twice");
  }

  @Test
  void noneMeetsElementsOfAnother() throws Exception {
    try (VitrineClient client = client()) {
      Iterator<String> a = client.set("a", String.class).iterator();
      var seenA = new ArrayList<String>(List.of(a.next()));
      loopback.proxy.cutAndAwaitAnother();
      Iterator<String> b = client.set("b", String.class).iterator();
      var seenB = new ArrayList<String>(List.of(b.next()));
      a.forEachRemaining(seenA::add);
      b.forEachRemaining(seenB::add);
      assertOnce(names("a"), seenA);
      assertOnce(names("b"), seenB);
    }
  }

  @Test
  void allViewsGoOnOverManyCuts() throws Exception {
    try (VitrineClient client = client()) {
      var map = client.map("m", String.class, Long.class);
      List<String> keys = names("k");
      assertOnce(keys, cutting(map.keySet(), key -> key));
      assertOnce(keys, cutting(map.entrySet(), Map.Entry::getKey));
      List<String> values = keys.stream().map(k -> "" + k.hashCode()).toList();
      assertOnce(values, cutting(map.values(), String::valueOf));
      assertOnce(names("a"), cutting(client.set("a", String.class), element -> element));
    }
  }

  /** Iterates, and cuts the line every now and then. */
  private <E> List<String> cutting(Collection<E> elements, Function<E, String> name)
      throws InterruptedException {
    var seen = new ArrayList<String>();
    for (E element : elements) {
      if (seen.size() % 450 == 40) {
        loopback.proxy.cutAndAwaitAnother();
      }
      seen.add(name.apply(element));
    }
    return seen;
  }

  @Test
  void pagesWhoseAnswerIsLostAreToldAgain() throws Exception {
    try (VitrineClient client = client()) {
      Iterator<String> a = client.set("a", String.class).iterator();
      var seen = new ArrayList<String>();
      // The second page, one in the middle and the last one, which is told again at the end.
      for (int until : List.of(PAGE, 9 * PAGE, COUNT)) {
        while (a.hasNext() && seen.size() < until) {
          seen.add(a.next());
        }
        if (until < COUNT) {
          loseAnswer(a, seen);
        }
      }
      while (a.hasNext()) {
        seen.add(a.next());
      }
      assertOnce(names("a"), seen);
    }
  }

  /** Goes on up to the next page, whose answer is lost with its connection. */
  private void loseAnswer(Iterator<String> iterator, List<String> seen) throws Exception {
    loopback.proxy.vanishUpon("next", loopback.server.address());
    var done = new CompletableFuture<Object>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            while (!loopback.proxy.hasVanished() && iterator.hasNext()) {
              seen.add(iterator.next());
            }
            done.complete(true);
          } catch (RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    loopback.proxy.awaitSwallowed();
    loopback.proxy.cut();
    done.get(60, TimeUnit.SECONDS);
  }

  @Test
  void theEndIsToldAgain() throws Exception {
    try (VitrineClient client = loopback.client(loopback.options().withPageElements(COUNT / 2))) {
      Iterator<String> a = client.set("a", String.class).iterator();
      var seen = new ArrayList<String>(List.of(a.next()));
      loseAnswer(a, seen);
      a.forEachRemaining(seen::add);
      assertOnce(names("a"), seen);
    }
  }

  @Test
  void anotherServerKnowsNothingOfThem() throws Exception {
    try (VitrineServer second = VitrineServer.start(loopback.vitrine, ServerOptions.DEFAULT);
        VitrineClient client = client()) {
      Iterator<String> a = client.set("a", String.class).iterator();
      Iterator<String> b = client.set("b", String.class).iterator();
      a.next();
      b.next();
      loopback.proxy.forwardTo(second.address());
      loopback.proxy.cutAndAwaitAnother();
      Iterator<String> other = client.set("b", String.class).iterator();
      other.next();
      for (int again = 0; again < 2; again++) {
        assertSaysSo(assertThrows(ConnectionLostException.class, () -> toEnd(a)));
      }
      assertSaysSo(assertThrows(ConnectionLostException.class, () -> toEnd(b)));
      assertEquals(COUNT - 1, toEnd(other));
    }
  }

  @Test
  void aPageOnItsWayToAServerThatEndsFailsOnce() throws Exception {
    try (VitrineServer second = VitrineServer.start(loopback.vitrine, ServerOptions.DEFAULT);
        VitrineClient client = client()) {
      Iterator<String> a = client.set("a", String.class).iterator();
      a.next();
      loopback.proxy.vanishUpon("next", second.address());
      var end = new CompletableFuture<Object>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              end.complete(toEnd(a));
            } catch (RuntimeException e) {
              end.complete(e);
            }
          });
      loopback.proxy.awaitSwallowed();
      loopback.proxy.cut();
      Object outcome = end.get(60, TimeUnit.SECONDS);
      assertSaysSo(outcome);
      assertSaysSo(assertThrows(ConnectionLostException.class, () -> toEnd(a)));
    }
  }

  private static int toEnd(Iterator<String> iterator) {
    int count = 0;
    for (; iterator.hasNext(); count++) {
      iterator.next();
    }
    return count;
  }

  private static void assertSaysSo(Object end) {
    String text = String.valueOf(end);
    assertTrue(
        end instanceof ConnectionLostException && text.contains("this iteration cannot go on"),
        text);
  }
}
