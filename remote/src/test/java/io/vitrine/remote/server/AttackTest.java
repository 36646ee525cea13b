package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Messages that are meant to harm: each is refused, its connection is closed where it cannot go on,
 * and another client is served as before.
 */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@Timeout(300) // To hang is what these messages are for.
class AttackTest {
  private static final int KEYS = 30_000;
  private static final String PREFACE = "89565452010D0A1A";

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet witness;
  private long tid;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory(new TypeRegistry());
    vitrine.map("/maps/p", String.class, Object.class).put("a", 1L);
    serve(ServerLimits.DEFAULT);
  }

  @AfterEach
  void stop() throws IOException {
    assertServed();
    witness.close();
    server.close();
    vitrine.close();
  }

  private void serve(ServerLimits limits) throws IOException {
    if (server != null) {
      witness.close();
      server.close();
    }
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
    witness = new Telnet(server.address(), WireEncoding.YAML);
    assertServed();
  }

  private void assertServed() throws IOException {
    assertEquals("reply: 1\n", witness.ask("/maps/p", ++tid, "get: a"));
  }

  private void endsText(String code, String text) throws IOException {
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.type(text);
      assertEnd(code, nc);
    }
    assertServed();
  }

  /** Sends a frame of data with this item as its body. */
  private void endsBinary(String code, byte[] item) throws IOException {
    try (Telnet nc = new Telnet(server.address(), WireEncoding.CBOR)) {
      nc.write(
          ByteBuffer.allocate(4 + item.length)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(item.length)
              .put(item)
              .array());
      assertEnd(code, nc);
    }
    assertServed();
  }

  private void endsBinary(String code, String hex) throws IOException {
    endsBinary(code, HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  private static void assertEnd(String code, Telnet nc) throws IOException {
    Telnet.Answer answer = nc.read();
    assertEquals(code, answer.code(), answer.toString());
    assertEquals(Map.of(), answer.meta());
    assertNull(nc.readText());
  }

  @Test
  void aliasBombs() throws IOException {
    var bomb = new StringBuilder("put:\n  - &a [x, x, x, x, x, x, x, x, x]\n");
    for (char c = 'b'; c <= 'z'; c++) {
      char before = (char) (c - 1);
      bomb.append("  - &").append(c).append(" [").append(("*" + before + ", ").repeat(9));
      bomb.append("*").append(before).append("]\n");
    }
    endsText("Malformed", bomb + "...\n");
    endsText("Malformed", "get: &a [*a]\n...\n");
    endsText("Malformed", "get: {<<: &a {b: c}}\n...\n");
    endsText("Malformed", "--- !!meta-data\ncsp: &a /maps/p\ntid: 1\n...\n");
  }

  @Test
  void deepNesting() throws IOException {
    for (int levels : new int[] {65, 1_000_000}) {
      endsText("TooDeep", "get: " + "[".repeat(levels) + "\n...\n");
      endsText("TooDeep", "get: " + "{a: ".repeat(levels) + "\n...\n");
      endsText("TooDeep", "put:\n  " + "- ".repeat(levels) + "x\n...\n");
      endsBinary("TooDeep", "A1 6161" + "81".repeat(levels) + "00");
      endsBinary("TooDeep", "A1 6161" + "9F".repeat(levels));
      endsBinary("TooDeep", "A1 6161" + "A100".repeat(levels) + "00");
    }
    endsText("Malformed", "get: " + "!a ".repeat(100_000) + "x\n...\n");
    endsBinary("Malformed", "A1 6161" + "D81B826161".repeat(100_000) + "00");
    endsBinary("Malformed", "A1 6161" + "C2".repeat(100_000) + "00");
    // As a key, and as an answer that would be too deep.
    endsText("TooDeep", "put: {? " + "[".repeat(100) + "]".repeat(100) + " : 1}\n...\n");
  }

  @Test
  void giantLengths() throws IOException {
    String head = "A1 6161 ";
    for (String length :
        new String[] {"7FFFFFFFFFFFFFFF", "FFFFFFFFFFFFFFFF", "000000007FFFFFFF"}) {
      for (String major : new String[] {"5B", "7B", "9B", "BB"}) {
        endsBinary("Malformed", head + major + length);
        endsBinary("Malformed", head + "5F" + major + length);
        endsBinary("Malformed", head + "C2" + major + length);
      }
    }
    endsBinary("Malformed", "BBFFFFFFFFFFFFFFFF");
    byte[] big = new byte[8 << 20];
    big[0] = (byte) 0xA1;
    big[1] = 0x61;
    big[2] = 0x61;
    big[3] = (byte) 0xC2;
    big[4] = 0x5A;
    ByteBuffer.wrap(big).putInt(5, big.length - 9);
    big[9] = 1;
    endsBinary("TooLarge", big);
    endsText("TooLarge", "get: " + "9".repeat(1 << 20) + "\n...\n");
    endsText("TooLarge", "get: " + "x".repeat((16 << 20) + 1));
    try (Telnet nc = new Telnet(server.address(), WireEncoding.CBOR)) {
      nc.write(new byte[] {-1, -1, -1, 0x3F});
      assertEnd("TooLarge", nc);
    }
  }

  @Test
  void manyIntegersOfManyDigitsAreRead() throws IOException {
    String digits = "9".repeat(19_729);
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.send("/maps/p", 1L, "containsValue: [" + (digits + ", ").repeat(300) + "1]");
      assertEquals(false, nc.read().reply());
    }
  }

  @Test
  void keysWhoseHashesCollide() throws IOException {
    var map = new StringBuilder("put: [k, {");
    var pairs = new StringBuilder("putAll: [");
    var elements = new StringBuilder("removeAll: [");
    for (int i = 0; i < KEYS; i++) {
      String list = "[" + i + ", " + 31L * (KEYS - i) + "]";
      map.append(i == 0 ? "" : ", ").append("? ").append(list).append(" : 1");
      pairs.append(i == 0 ? "" : ", ").append("[").append(list).append(", 1]");
      elements.append(i == 0 ? "" : ", ").append(list);
    }
    endsText("LimitExceeded", "--- !!data\n" + map + "}]\n...\n");
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/maps/lists, {key: list<long>, value: any}]");
      nc.send("/maps/lists", 2L, pairs + "]");
      assertEquals("LimitExceeded", nc.read().code());
      nc.send("/maps/p?view=values", 3L, elements + "]");
      assertEquals("LimitExceeded", nc.read().code());
      assertEquals("reply: 0\n", nc.ask("/maps/lists", 4, "size: []"));
      nc.ask("/", 5, "create: [/maps/sets, {key: string, value: \"map<string,set<list<long>>>\"}]");
      nc.send("/maps/sets", 6L, "put: [k, {a: [" + elements.substring(12) + "]}]");
      assertEquals("LimitExceeded", nc.read().code());
      assertEquals("reply: null\n", nc.ask("/maps/sets", 7, "put: [k, {a: [[1, 2], [3]]}]"));
    }
    endsText(
        "LimitExceeded",
        "{\"data\": {\"put\": [\"k\", {\"!!map\": " + pairs.substring(8) + "]}]}}\n...\n");
  }

  @Test
  void bytesWhoseHashesCollide() throws IOException {
    var elements = new StringBuilder("removeAll: [");
    for (int i = 0; i < KEYS; i++) {
      elements.append(i == 0 ? "" : ", ").append("!!binary \"");
      var bytes = new byte[32];
      for (int bit = 0; bit < 16; bit++) {
        boolean set = (i >> bit) % 2 == 1;
        bytes[2 * bit] = (byte) (set ? 'B' : 'a');
        bytes[2 * bit + 1] = (byte) (set ? 'B' : 'A');
      }
      elements.append(Base64.getEncoder().encodeToString(bytes)).append('"');
    }
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.ask("/", 1, "create: [/lists/bytes, {element: bytes}]");
      nc.send("/lists/bytes", 2L, elements + "]");
      assertEquals("LimitExceeded", nc.read().code());
    }
  }

  @Test
  void unknownTags() throws IOException {
    try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      for (String tag :
          new String[] {"!Nope", "!!Nope", "!java.lang.Runtime", "!<tag:yaml.org,2002:Nope>"}) {
        for (String data :
            new String[] {
              "asyncUpdate: [a, # {}]", "applyTo: [a, # {}]", "subscribe: {filter: # {a: 1}}"
            }) {
          nc.send("/maps/p", 1L, data.replace("#", tag));
          assertEquals("UnknownType", nc.read().code(), data.replace("#", tag));
        }
      }
    }
    for (String tag :
        new String[] {"C0", "C1", "C4", "C5", "D818", "D9D9F7", "DBFFFFFFFFFFFFFFFF"}) {
      endsBinary("Malformed", "A1 6161" + tag + "00");
    }
    endsText("Malformed", "get: !<x y> a\n...\n");
    endsText("Malformed", "%TAG ! tag:x,2000:\nget: a\n...\n");
  }

  @Test
  void messagesThatComeByteByByte() throws IOException {
    try (Telnet slow = new Telnet(server.address(), WireEncoding.YAML)) {
      byte[] text =
          "--- !!meta-data\ncsp: /maps/p\ntid: 7\n--- !!data\nget: a\n...\n".getBytes(UTF_8);
      for (byte b : text) {
        slow.write(new byte[] {b});
      }
      assertEquals("reply: 1\n", slow.readData(7));
    }
  }

  @Test
  void messagesThatNeverEnd() throws Exception {
    serve(ServerLimits.DEFAULT.withFrame(new FrameLimits(16 << 20, 64, 60_000, 60_000, 200)));
    for (WireEncoding encoding : WireEncoding.values()) {
      try (Telnet slow = new Telnet(server.address(), encoding)) {
        Thread dripping =
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    slow.write(new byte[] {0, 0, 100, 0, (byte) 0xA1});
                    while (true) {
                      slow.write(new byte[] {' '});
                      LockSupport.parkNanos(5_000_000);
                    }
                  } catch (IOException e) {
                    // Cut off, as it should be.
                  }
                });
        assertEnd("Timeout", slow);
        slow.close();
        dripping.join();
      }
      assertServed();
    }
  }

  @Test
  void halfMessages() throws IOException {
    byte[] text = "--- !!data\nput: [a, 2]\n".getBytes(UTF_8);
    var binary = new ByteArrayOutputStream();
    binary.write(HexFormat.of().parseHex(PREFACE));
    binary.write(new byte[] {100, 0, 0, 0, (byte) 0xA1});
    for (byte[] half : new byte[][] {text, binary.toByteArray(), {}, {(byte) 0x89}}) {
      for (int length = 0; length <= half.length; length++) {
        try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
          socket.getOutputStream().write(half, 0, length);
        }
      }
    }
    awaitConnections(1);
    assertEquals(1L, vitrine.map("/maps/p", String.class, Object.class).get("a"));
  }

  @Test
  void anyBytes() throws IOException {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      byte[] bytes = new byte[random.nextInt(2_000)];
      random.nextBytes(bytes);
      try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
        socket.setSoTimeout(60_000);
        if (round % 2 == 0) {
          socket.getOutputStream().write(HexFormat.of().parseHex(PREFACE));
        }
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
        while (socket.getInputStream().read() >= 0) {
          // Whatever it says: it ends.
        }
      } catch (java.net.SocketException e) {
        // It may also be a reset, where bytes were left unread.
      }
    }
    assertEquals(1L, vitrine.map("/maps/p", String.class, Object.class).get("a"), "seed " + seed);
    awaitConnections(1);
  }

  private void awaitConnections(int expected) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (server.connections() != expected) {
      assertTrue(System.nanoTime() < deadline, "connections: " + server.connections());
      LockSupport.parkNanos(1_000_000);
    }
  }
}
