package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ElementSpec;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Collections that were dropped, by a client or beside the server, and made anew. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class MadeAnewTest {
  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), WireEncoding.YAML);
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  @Test
  void byItsShortNameWithOtherTypes() throws IOException {
    nc.ask("/", 1, "create: [/maps/prices, {key: string, value: string}]");
    nc.ask("/maps/prices", 2, "put: [a, b]");
    assertEquals("reply: true\n", nc.ask("/", 3, "drop: prices"));
    nc.ask("/", 4, "create: [/maps/prices, {key: long, value: long}]");
    assertEquals("reply: null\n", nc.ask("/maps/prices", 5, "put: [7, 8]"));
    assertEquals("reply: 8\n", nc.ask("/maps/prices", 6, "get: 7"));
  }

  @Test
  void besideTheServerWithOtherTypes() throws IOException {
    for (String event : List.of("put: [7, 8]", "getAll: [7]", "get: 7", "putAll: [[7, 8]]")) {
      vitrine.map("/maps/m", MapSpec.of(String.class, String.class));
      nc.ask("/maps/m", 1, "put: [a, b]");
      vitrine.drop("/maps/m");
      vitrine.map("/maps/m", MapSpec.of(Long.class, Long.class));
      String answer = nc.ask("/maps/m", 2, event);
      assertTrue(answer.startsWith("reply:"), event + ": " + answer);
      vitrine.drop("/maps/m");
    }
    vitrine.set("/sets/s", ElementSpec.of(String.class)).add("a");
    vitrine.list("/lists/l", ElementSpec.of(String.class)).add("a");
    nc.ask("/sets/s", 3, "add: b");
    nc.ask("/lists/l", 4, "add: b");
    vitrine.drop("/sets/s");
    vitrine.drop("/lists/l");
    vitrine.set("/sets/s", ElementSpec.of(Long.class));
    vitrine.list("/lists/l", ElementSpec.of(Long.class));
    assertEquals("reply: true\n", nc.ask("/sets/s", 5, "add: 7"));
    assertEquals("reply: true\n", nc.ask("/lists/l", 6, "add: 7"));
  }

  @Test
  void isWatchedAndWalkedThrough() throws IOException {
    for (String path : List.of("/maps/m", "/sets/s", "/lists/l")) {
      make(path);
      nc.ask(path, 1, "size: []");
      vitrine.drop(path);
      make(path);
      nc.send(path, 2L, "subscribe: []");
      assertTrue(nc.readText().contains("bootstrapped"), path);
      nc.type("--- !!meta-data {tid: 2}\n--- !!data\ncancel: []\n...\n");
      assertTrue(nc.readText().contains("By request"), path);
      vitrine.drop(path);
      make(path);
      nc.send(path.equals("/maps/m") ? path + "?view=keySet" : path, 3L, "iterator: []");
      long cid = nc.read().cid();
      nc.type("--- !!meta-data {cid: " + cid + ", tid: 4}\n--- !!data\nnext: 4\n...\n");
      assertTrue(nc.readData(4).contains("end: true"), path);
    }
  }

  private void make(String path) {
    switch (path) {
      case "/maps/m" -> vitrine.map(path, MapSpec.of(String.class, String.class));
      case "/sets/s" -> vitrine.set(path, ElementSpec.of(String.class));
      default -> vitrine.list(path, ElementSpec.of(String.class));
    }
  }
}
