package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.remote.wire.YamlWriter;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** No value that somebody writes keeps others from reading the rest. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class ServerValuesTest {
  @Parameter private WireEncoding encoding;

  private static final int FRAME = 100_000;

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;
  private ObservableMap<String, Object> map;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory();
    map = vitrine.map("/maps/m", String.class, Object.class);
    var limits = ServerLimits.DEFAULT.withFrame(new FrameLimits(FRAME, 64, 60_000));
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withLimits(limits));
    nc = new Telnet(server.address(), encoding);
  }

  @AfterEach
  void stop() throws IOException {
    nc.close();
    server.close();
    vitrine.close();
  }

  private static Object nested(int levels) {
    Object value = 1L;
    for (int i = 0; i < levels; i++) {
      value = List.of(value);
    }
    return value;
  }

  private String code(String data) throws IOException {
    nc.send("/maps/m", 1L, data);
    return nc.read().code();
  }

  @Test
  void whatIsTooDeepIsNotWritten() throws IOException {
    String deep = nested(61).toString();
    assertEquals("TooDeep", code("put: [d, " + deep + "]"));
    assertEquals("TooDeep", code("putAll: {a: 1, d: " + deep + "}"));
    assertEquals("TooDeep", code("putIfAbsent: [d, " + deep + "]"));
    assertEquals("TooDeep", code("asyncUpdate: [d, !PutIfAbsent {value: " + deep + "}]"));
    assertTrue(map.isEmpty());
    map.put("d", 1L);
    assertEquals("TooDeep", code("getAndPut: [d, " + deep + "]"));
    assertEquals("TooDeep", code("replace: [d, " + deep + "]"));
    assertEquals("TooDeep", code("replaceForOld: [d, 1, " + deep + "]"));
    long revision = map.getVersioned("d").revision();
    assertEquals("TooDeep", code("compareAndSet: [d, " + revision + ", " + deep + "]"));
    assertEquals(
        "TooDeep", code("syncUpdate: [d, !Replace {old: 1, new: " + deep + "}, !Size {}]"));
    assertEquals(Map.of("d", 1L), map);
    assertEquals("reply: null\n", nc.ask("/maps/m", 1, "put: [d, " + nested(60) + "]"));
    assertEquals(
        "reply: !cursor {elements: [{key: d, value: " + nested(60) + "}], end: true}\n",
        nc.ask("/maps/m?view=entrySet", 1, "iterator: 9"));
    assertEquals("reply: [[d, " + nested(60) + "]]\n", nc.ask("/maps/m", 1, "getAll: [d]"));
  }

  /** What prints as a text that no reader takes, however short it is when it comes. */
  @Test
  void whatNobodyCouldReadIsNotWritten() throws IOException {
    String exact = "!decimal \"" + "1".repeat(24_998) + "E9\"";
    for (String bad : new String[] {exact, "[1, {a: " + exact + "}]"}) {
      assertEquals("BadArgument", code("put: [k, " + bad + "]"));
      assertEquals("BadArgument", code("getAndPut: [k, " + bad + "]"));
      assertEquals("BadArgument", code("putIfAbsent: [k, " + bad + "]"));
      assertEquals("BadArgument", code("putAll: {k: " + bad + "}"));
      assertEquals("BadArgument", code("exchange: [k, 0, " + bad + "]"));
      assertEquals("BadArgument", code("asyncUpdate: [k, !PutIfAbsent {value: " + bad + "}]"));
      assertEquals("BadArgument", code("publish: " + bad));
    }
    nc.send("/maps/m", 1L, "put: [k, " + exact + "]");
    Object told = ((TypedValue) nc.read().data().get("exception")).content();
    String message = String.valueOf(((Map<?, ?>) told).get("message"));
    assertTrue(message.contains("25006 characters, expected at most 25000"), message);
    assertTrue(map.isEmpty());
  }

  @Test
  void whatAVisitorMakesIsNotWrittenEither() throws IOException {
    assertEquals("reply: null\n", nc.ask("/maps/m", 1, "put: [k, !decimal \"1E100000\"]"));
    assertEquals("VisitorFailed", code("syncUpdate: [k, !Add {amount: 1}, !Size {}]"));
    assertEquals("VisitorFailed", code("addAndGet: [k, 1]"));
    assertEquals("VisitorFailed", code("merge: [k, 1, !Sum {}]"));
    assertEquals("reply: !decimal \"1E+100000\"\n", nc.ask("/maps/m", 1, "get: k"));
    assertEquals("reply: null\n", nc.ask("/maps/m", 1, "put: [k, !decimal \"1E1000000000\"]"));
    assertEquals("VisitorFailed", code("addAndGet: [k, 1]")); // and takes no gigabytes to do so
    String most = "9".repeat(19_700);
    assertEquals("reply: null\n", nc.ask("/maps/m", 1, "put: [k, " + most + "]"));
    assertEquals("VisitorFailed", code("addAndGet: [k, !decimal \"1E1000000000\"]"));
    assertEquals("VisitorFailed", code("addAndGet: [k, !decimal \"1E-1000000000\"]"));
    nc.send("/maps/m", 1L, "addAndGet: [k, !decimal \"1E+19800\"]");
    String code = nc.read().code();
    assertTrue(code.equals("BadArgument") || code.equals("TooLarge"), code);
    assertEquals("reply: " + most + "\n", nc.ask("/maps/m", 1, "get: k"));
  }

  /** What is written where the store is open is told as well: its limits are no larger. */
  @Test
  void theLargestNumbersOfTheStoreAreTold() throws IOException {
    BigInteger integer = BigInteger.TWO.pow(65_536).subtract(BigInteger.ONE);
    for (Object number :
        List.of(integer, integer.negate(), new BigDecimal("-" + "9".repeat(24_999)))) {
      map.put("k", number);
      nc.send("/maps/m", 1L, "get: k");
      assertEquals(map.get("k"), types().fromModel(nc.read().reply()));
      assertEquals(
          "reply: true\n",
          nc.ask("/maps/m", 1, "containsValue: " + YamlWriter.write(types().toModel(number))));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> map.put("k", new BigDecimal("9e30000").add(BigDecimal.ONE)));
    assertThrows(
        IllegalArgumentException.class,
        () -> map.put("k", List.of(new TypedValue("decimal", "1".repeat(24_998) + "E9"))));
    assertThrows(
        IllegalArgumentException.class, () -> map.put("k", new TypedValue("uuid", "nobody")));
  }

  private TypeRegistry types() {
    return vitrine.types();
  }

  @Test
  void whatIsTooLargeIsNotWritten() throws IOException {
    assertEquals("TooLarge", code("put: [k, " + "x".repeat(FRAME / 2) + "]"));
    // Written again each of these characters takes six bytes.
    assertEquals("TooLarge", code("put: [k, \"" + "\u0085".repeat(FRAME / 12) + "\"]"));
    assertTrue(map.isEmpty());
    map.put("k", "x".repeat(FRAME / 3));
    String more = "x".repeat(FRAME / 3);
    assertEquals("TooLarge", code("asyncUpdate: [k, !Append {element: " + more + "}]"));
    assertEquals("x".repeat(FRAME / 3), map.get("k"));
  }

  @Test
  void theLargestThatIsWrittenIsTold() throws IOException {
    nc.send("/maps/m", 7L, "subscribe: []");
    nc.read();
    try (Telnet other = new Telnet(server.address(), encoding)) {
      for (String c : new String[] {"x", "y"}) {
        String value = c.repeat(FRAME / 2 - 1_200);
        assertEquals("reply: null\n", other.ask("/maps/m", 1, "put: [k, " + value + "]"));
      }
    }
    assertEquals("Inserted", ((TypedValue) nc.read().reply()).name());
    var updated = (Map<?, ?>) ((TypedValue) nc.read().reply()).content();
    assertEquals("x".repeat(FRAME / 2 - 1_200), updated.get("oldValue"));
  }

  @Test
  void eventThatIsTooLargeLeavesTheOldValueOut() throws IOException {
    nc.send("/maps/m", 7L, "subscribe: []");
    nc.read();
    map.put("k", "x".repeat(FRAME * 2 / 3));
    map.put("k", "y".repeat(FRAME * 2 / 3));
    map.put("k", nested(64));
    map.remove("k");
    for (String name : new String[] {"Inserted", "Updated"}) {
      var event = (TypedValue) nc.read().reply();
      assertEquals(name, event.name());
      assertFalse(((Map<?, ?>) event.content()).containsKey("oldValue"));
    }
    assertEquals("TooDeep", nc.read().code());
  }

  @Test
  void walkSkipsWhatCannotTravelAndSaysSo() throws IOException {
    for (String key : new String[] {"a", "b", "c", "d"}) {
      map.put(key, "z".repeat(FRAME / 3));
    }
    map.put("deep", nested(64));
    map.put("large", "x".repeat(FRAME));
    for (String view : new String[] {"entrySet", "values"}) {
      nc.send("/maps/m?view=" + view, 1L, "iterator: 100");
      var page = (Map<?, ?>) ((TypedValue) nc.read().reply()).content();
      Object cid = page.get("cid");
      int elements = ((List<?>) page.get("elements")).size();
      var failures = new ArrayList<String>();
      while (!Boolean.TRUE.equals(page.get("end"))) {
        nc.type("--- !!meta-data\ncid: " + cid + "\ntid: 1\n--- !!data\nnext: 100\n...\n");
        Telnet.Answer answer = nc.read();
        if (answer.data().containsKey("exception")) {
          failures.add(answer.code());
          String message = answer.data().toString();
          assertEquals(
              view.equals("entrySet"), message.contains(" deep ") || message.contains(" large "));
        } else {
          page = (Map<?, ?>) answer.reply();
          elements += ((List<?>) page.get("elements")).size();
        }
      }
      assertEquals(4, elements, view);
      assertEquals(List.of("TooDeep", "TooLarge"), failures.stream().sorted().toList(), view);
    }
    assertEquals("TooLarge", code("getAll: [a, b, c, d]"));
    assertEquals("TooDeep", code("getAll: [a, deep]"));
  }
}
