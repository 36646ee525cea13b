package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
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
          "Y79Y/003");

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

  private static @Nullable List<@Nullable Object> engine(String yaml) {
    var settings =
        LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(false)
            .setAllowNonScalarKeys(true)
            .build();
    try {
      var documents = new ArrayList<@Nullable Object>();
      new Load(settings).loadAllFromString(yaml).forEach(documents::add);
      return documents;
    } catch (YamlEngineException e) {
      return null;
    }
  }

  /** Features that messages must not have, or that the engine's own constructor does not know. */
  private static boolean isBeyondTheModel(String yaml) {
    return yaml.contains("&") || yaml.contains("*") || yaml.contains("!");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sameAsTheEngine(Case test) {
    if (!isBeyondTheModel(test.yaml())) {
      List<@Nullable Object> ours = ours(test.yaml());
      List<@Nullable Object> engine = engine(test.yaml());
      assertTrue(
          RandomValues.same(plain(engine), ours), test.id() + ": " + ours + " is not " + engine);
    }
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
      boolean comparable = test.json() != null && !test.yaml().contains("!");
      same =
          !comparable || RandomValues.same(new Json(String.valueOf(test.json())).documents(), ours);
    }
    assertEquals(
        !ENGINE_DIFFERS.contains(test.id()), same, test.id() + ": " + ours + ", " + test.json());
  }

  /** What the engine gives, with its types for what has none of ours. */
  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Integer number -> number.longValue();
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
