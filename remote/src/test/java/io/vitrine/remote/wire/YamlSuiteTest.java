package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.constructor.StandardConstructor;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Both of our readers against SnakeYAML Engine and the suite of YAML, refusals included. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class YamlSuiteTest {
  /** Where the parser of the engine, which ours is built on, is not of the suite's opinion. */
  private static final Set<String> ENGINE_DIFFERS =
      Set.of(
          "4MUZ/01",
          "4MUZ/02",
          "58MP",
          "5MUD",
          "5T43",
          "6CA3",
          "7Z25",
          "9C9N",
          "9SA2",
          "CVW2",
          "DK95/01",
          "FP8R",
          "FRK4",
          "HM87/00",
          "HS5T",
          "JEF9/02",
          "K3WX",
          "M2N8/00",
          "M7A3",
          "NB6Z",
          "NHX8",
          "NJ66",
          "Q5MG",
          "QB6E",
          "QT73",
          "SM9W/01",
          "SU5Z",
          "UKK6/00",
          "UT92",
          "W4TN",
          "W5VH",
          "Y79Y/003");

  private static final LoadSettings SETTINGS =
      LoadSettings.builder()
          .setSchema(new CoreSchema())
          .setAllowDuplicateKeys(false)
          .setAllowNonScalarKeys(true)
          .build();

  private static final String STANDARD_TAG = "tag:yaml.org,2002:";

  /** How many cases there are, and of those what the comparisons leave out or have. */
  private static final String COUNTS = "[296, 27, 35, 59, 17]";

  /** Where JSON has the text of bytes, with its line breaks. */
  private static final String BINARY = "565N";

  /**
   * A case of the suite.
   *
   * @param id its name there
   * @param yaml the text
   * @param json what it means, null if JSON cannot say it
   * @param error whether it must be refused
   */
  record Case(String id, String yaml, @Nullable String json, boolean error) {
    @Override
    public String toString() {
      return id;
    }
  }

  static List<Case> cases() throws IOException {
    var cases = new ArrayList<Case>();
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    YamlSuiteTest.class.getResourceAsStream("yaml-test-suite.jsonl")),
                UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        var fields = (Map<?, ?>) new Json(line).documents().getFirst();
        cases.add(
            new Case(
                (String) fields.get("id"),
                (String) fields.get("yaml"),
                (String) fields.get("json"),
                Boolean.TRUE.equals(fields.get("error"))));
      }
    }
    assertTrue(cases.size() > 290, "only " + cases.size() + " cases");
    return cases;
  }

  private static @Nullable List<@Nullable Object> ours(String yaml) {
    try {
      return YamlReader.readAll(yaml, FrameLimits.DEFAULT);
    } catch (WireException e) {
      return null;
    }
  }

  /** What the engine makes of a text, with our typed values for tags that mean nothing to it. */
  private static @Nullable List<@Nullable Object> engine(String yaml) {
    try {
      var documents = new ArrayList<@Nullable Object>();
      for (Node root : new Compose(SETTINGS).composeAllFromString(ParserGaps.closed(yaml))) {
        documents.add(engine(root));
      }
      return documents;
    } catch (YamlEngineException e) {
      return null;
    }
  }

  private static @Nullable Object engine(Node node) {
    String tag = node.getTag().getValue();
    boolean standard = tag.startsWith(STANDARD_TAG);
    String name = standard ? tag.substring(STANDARD_TAG.length()) : tag.replaceFirst("^!", "");
    Object content =
        switch (node) {
          case ScalarNode scalar -> engine(scalar, name);
          case SequenceNode list -> list.getValue().stream().map(YamlSuiteTest::engine).toList();
          case MappingNode map -> engine(map);
          default -> throw new YamlEngineException("a node of the kind " + node.getNodeType());
        };
    String own = node instanceof ScalarNode ? name : node instanceof MappingNode ? "map" : "seq";
    if (CborLayout.STANDARD_NAMES.contains(name)) {
      if (!name.equals(own)) {
        throw new YamlEngineException(tag + " before another kind of node");
      }
      return content;
    }
    return new TypedValue(name, content);
  }

  /** Tags that have a meaning are the engine's to understand, what is behind others as without. */
  private static @Nullable Object engine(ScalarNode scalar, String name) {
    Node node = scalar;
    if (!CborLayout.STANDARD_NAMES.contains(name)) {
      Tag resolved =
          SETTINGS
              .getSchema()
              .getScalarResolver()
              .resolve(scalar.getValue(), scalar.getScalarStyle() == ScalarStyle.PLAIN);
      node = new ScalarNode(resolved, scalar.getValue(), scalar.getScalarStyle());
    }
    return new StandardConstructor(SETTINGS).constructSingleDocument(Optional.of(node));
  }

  private static Map<@Nullable Object, @Nullable Object> engine(MappingNode node) {
    var map = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    for (NodeTuple entry : node.getValue()) {
      Object key = engine(entry.getKeyNode());
      if (map.containsKey(key)) {
        throw new YamlEngineException("the key " + key + " twice");
      }
      map.put(key, engine(entry.getValueNode()));
    }
    return map;
  }

  /** Whether a text has an anchor or an alias, which messages must not have. */
  private static boolean isBeyondTheModel(String yaml) {
    try {
      for (Event event : new Parse(SETTINGS).parseString(yaml)) {
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
          return true; // an alias has the name of its anchor
        }
      }
    } catch (YamlEngineException e) {
      // It had none before it was refused.
    }
    return false;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sameAsTheEngine(Case test) {
    List<@Nullable Object> ours = ours(test.yaml());
    if (isBeyondTheModel(test.yaml())) {
      assertNull(ours, test.id());
      return;
    }
    List<@Nullable Object> engine = engine(test.yaml());
    assertTrue(
        RandomValues.same(plain(engine), ours), test.id() + ": " + ours + " is not " + engine);
  }

  /** What the comparisons leave out, so that nothing more is left out unseen. */
  @Test
  void allIsComparedButAnchorsAndAliases() throws IOException {
    List<Case> cases = cases();
    List<Case> within = cases.stream().filter(c -> !isBeyondTheModel(c.yaml())).toList();
    var counts = new LinkedHashMap<String, Long>();
    counts.put("all", (long) cases.size());
    counts.put("refused for anchors and aliases", (long) cases.size() - within.size());
    counts.put("with tags", within.stream().filter(c -> c.yaml().contains("!")).count());
    counts.put("to be refused", within.stream().filter(Case::error).count());
    counts.put(
        "compared with the engine only, since JSON cannot say what they mean",
        within.stream().filter(c -> !c.error() && c.json() == null).count());
    assertEquals(COUNTS, counts.values().toString(), counts::toString);
  }

  /** The engine takes each of these for null, so that what somebody meant would be lost. */
  @ParameterizedTest
  @ValueSource(strings = {"!!bool yes", "!!bool 1", "!!bool ''", "!!null a", "!!null 0"})
  void wordsThatAreNoneAreRefused(String yaml) {
    assertEquals(Collections.singletonList(null), engine(yaml));
    assertNull(ours(yaml));
  }

  /** By tags: both readers of ours, and the engine; null for what is refused. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "! 12",
        "! true",
        "! null",
        "! ~",
        "! 1.5",
        "! [1, 2]",
        "! {a: 1}",
        "! ",
        "! a",
        "! '12'",
        "[! 12, 12]",
        "{! 12: ! 13}",
        "!!str 12",
        "!!str null",
        "!!str",
        "!!str [1]",
        "!!str {a: 1}",
        "!!int 12",
        "!!int '12'",
        "!!int 0x1F",
        "!!int 0o17",
        "!!int +5",
        "!!int -0",
        "!!int 1.0",
        "!!int a",
        "!!int",
        "!!int [1]",
        "!!float 1",
        "!!float 1.5",
        "!!float .inf",
        "!!float '-.INF'",
        "!!float .nan",
        "!!float a",
        "!!float 0x1F",
        "!!bool true",
        "!!bool 'FALSE'",
        "!!null null",
        "!!null ''",
        "!!null ~",
        "!!null 'null'",
        "!!binary AQI=",
        "!!binary 'AQ I='",
        "!!binary '*'",
        "!!binary [1]",
        "!!seq [1]",
        "!!seq {a: 1}",
        "!!seq a",
        "!!map {a: 1}",
        "!!map [1]",
        "!!map a",
        "!<tag:yaml.org,2002:str> 12",
        "!<!Add> {amount: 1}",
        "!<!> 12",
        "!Add {amount: 1}",
        "!!Add {amount: 1}",
        "!Add 12",
        "!Add '12'",
        "!Add",
        "!a [!b 1, !!str 2, ! 3]",
        "!set {a, b}",
        "!!set {a, b}",
        "%TAG ! tag:x,2000:\n---\n!a 12",
        "%TAG !! tag:yaml.org,2002:\n---\n!!int '12'",
        "%TAG !e! tag:yaml.org,2002:\n---\n!e!str 12"
      })
  void tagsMeanTheSame(String yaml) {
    List<@Nullable Object> ours = ours(yaml);
    List<@Nullable Object> engine = engine(yaml);
    assertTrue(RandomValues.same(plain(engine), ours), yaml + ": " + ours + " is not " + engine);
    agree("--- !!data\nput: [" + yaml + "]\n");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sameAsTheSuite(Case test) {
    List<@Nullable Object> ours = ours(test.yaml());
    boolean same;
    if (test.error()) {
      same = ours == null;
    } else if (ours == null) {
      same = isBeyondTheModel(test.yaml());
    } else {
      same =
          test.json() == null
              || test.id().equals(BINARY)
              || RandomValues.same(
                  new Json(String.valueOf(test.json())).documents(), untyped(ours));
    }
    assertEquals(
        !ENGINE_DIFFERS.contains(test.id()), same, test.id() + ": " + ours + ", " + test.json());
  }

  /** JSON knows no names of types. */
  private static @Nullable Object untyped(@Nullable Object value) {
    return switch (value) {
      case TypedValue typed -> untyped(typed.content());
      case List<?> list -> {
        var plain = new ArrayList<@Nullable Object>();
        list.forEach(element -> plain.add(untyped(element)));
        yield plain;
      }
      case Map<?, ?> map -> {
        var plain = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach((key, element) -> plain.put(untyped(key), untyped(element)));
        yield plain;
      }
      case null, default -> value;
    };
  }

  /** What the engine gives, with its types for what has none of ours. */
  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Integer number -> number.longValue();
      case TypedValue typed -> new TypedValue(typed.name(), plain(typed.content()));
      case List<?> list -> list.stream().map(YamlSuiteTest::plain).toList();
      case Map<?, ?> map -> {
        var plain = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        map.forEach((key, element) -> plain.put(plain(key), plain(element)));
        yield plain;
      }
      case Set<?> set -> List.copyOf(set);
      case null, default -> value;
    };
  }

  /** The fast reader gives up or agrees, on the text as it is and put into a message. */
  @ParameterizedTest
  @MethodSource("cases")
  void fastReaderAgrees(Case test) {
    String yaml = test.yaml();
    for (String frame :
        List.of(
            yaml,
            "--- !!data\n" + yaml,
            "--- !!data\nput: " + yaml,
            "--- !!data\nput: " + yaml.strip() + "\n",
            "--- !!data\nput: [" + yaml.strip() + "]\n",
            "--- !!data\nput: {a: " + yaml.strip() + "}\n",
            "--- !!data\n" + yaml.strip() + ": 1\n",
            "--- !!meta-data\n" + yaml + "--- !!data\nget: 1\n")) {
      agree(frame);
    }
    List<@Nullable Object> values = ours(yaml);
    if (values != null && values.stream().noneMatch(TypedValue.class::isInstance)) {
      var codec = new TextCodec(FrameLimits.DEFAULT);
      byte[] encoded = codec.encode(Message.of(Routing.to("/maps/p", 1L), "reply", values));
      agree(new String(encoded, 0, encoded.length - 4, UTF_8));
    }
  }

  private static void agree(String frame) {
    byte[] bytes = frame.getBytes(UTF_8);
    var fast = new CanonicalReader(FrameLimits.DEFAULT, new NameCache());
    Message message = fast.message(bytes, Routing.NONE);
    if (message != null) {
      Message general = new TextMessages(FrameLimits.DEFAULT, new NameCache()).readAny(bytes);
      assertNotNull(general, frame);
      TextFramingTest.assertSame(general, message, frame);
    }
  }

  @Test
  void nestingEndsWhereItEndsForBothReaders() {
    for (int levels = 60; levels < 68; levels++) {
      String value = "[".repeat(levels) + "1" + "]".repeat(levels);
      byte[] canonical = ("--- !!data\nput: " + value + "\n").getBytes(UTF_8);
      byte[] other = ("--- !!data\nput:   " + value + "\n").getBytes(UTF_8);
      assertEquals(levels <= 64, isRead(canonical), levels + " levels");
      assertEquals(levels <= 64, isRead(other), levels + " levels");
    }
  }

  private static boolean isRead(byte[] frame) {
    try {
      return new TextCodec(FrameLimits.DEFAULT).newReader().read(frame) != null;
    } catch (WireException e) {
      assertEquals(ErrorCode.TOO_DEEP, e.code());
      return false;
    }
  }

  /** A reader of JSON that shares nothing with what is tested. */
  private static final class Json {
    private final String text;
    private int at;

    Json(String text) {
      this.text = text;
    }

    List<@Nullable Object> documents() {
      var documents = new ArrayList<@Nullable Object>();
      for (skip(); at < text.length(); skip()) {
        documents.add(value());
      }
      return documents;
    }

    private void skip() {
      while (at < text.length() && text.charAt(at) <= ' ') {
        at++;
      }
    }

    private char next() {
      skip();
      return text.charAt(at);
    }

    private @Nullable Object value() {
      return switch (next()) {
        case '{' -> map();
        case '[' -> list();
        case '"' -> string();
        default -> word();
      };
    }

    private Map<String, @Nullable Object> map() {
      var map = new LinkedHashMap<String, @Nullable Object>();
      at++;
      while (next() != '}') {
        String key = string();
        next();
        at++;
        map.put(key, value());
        at += next() == ',' ? 1 : 0;
      }
      at++;
      return map;
    }

    private List<@Nullable Object> list() {
      var list = new ArrayList<@Nullable Object>();
      at++;
      while (next() != ']') {
        list.add(value());
        at += next() == ',' ? 1 : 0;
      }
      at++;
      return list;
    }

    private String string() {
      var out = new StringBuilder();
      next();
      for (at++; text.charAt(at) != '"'; at++) {
        char c = text.charAt(at);
        if (c == '\\') {
          c = text.charAt(++at);
          switch (c) {
            case 'n' -> c = '\n';
            case 't' -> c = '\t';
            case 'r' -> c = '\r';
            case 'b' -> c = '\b';
            case 'f' -> c = '\f';
            case 'u' -> {
              c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
              at += 4;
            }
            default -> {
              // A quotation mark or a slash, which stand for themselves.
            }
          }
        }
        out.append(c);
      }
      at++;
      return out.toString();
    }

    private @Nullable Object word() {
      int begin = at;
      while (at < text.length() && " \n\t,]}".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      String word = text.substring(begin, at);
      return switch (word) {
        case "null" -> null;
        case "true", "false" -> Boolean.valueOf(word);
        default ->
            word.matches("-?\\d+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
      };
    }
  }

  /** What the suite's messages would be, binary as well: lossless both ways. */
  @ParameterizedTest
  @MethodSource("cases")
  void survivesBinary(Case test) {
    List<@Nullable Object> values = ours(test.yaml());
    if (values != null) {
      byte[] binary = CborWriter.write(values);
      Object back = CborReader.read(binary, FrameLimits.DEFAULT);
      assertTrue(RandomValues.same(values, back), values + " is not " + back);
      assertTrue(
          Arrays.equals(binary, CborWriter.write(YamlReader.read(YamlWriter.write(values)))));
    }
  }
}
