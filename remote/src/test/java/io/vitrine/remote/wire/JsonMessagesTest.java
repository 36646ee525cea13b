package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages as JSON mean what those of the other forms do, and lose nothing. */
class JsonMessagesTest {
  /** More than a double holds. */
  private static final String LONG =
      "1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678"
          + "123456789012345678901234567890123456789012345678901234567890123456789012345678901234"
          + "123456789012345678901234567890123456789012345678901234567890123456789012345678901234"
          + "123456789012345678901234567890123456789012345678901234567890123456789012345678901234";

  private static final JsonCodec CODEC = new JsonCodec(FrameLimits.DEFAULT);

  private static Message read(String text) {
    return new TextMessages(FrameLimits.DEFAULT, new NameCache()).read(text.getBytes(UTF_8));
  }

  private static Message reply(@Nullable Object value) {
    return Message.of(Routing.answer(7L), "reply", value);
  }

  private static String write(Message message) {
    String text = new String(CODEC.encode(message), UTF_8);
    assertTrue(text.endsWith("}\n...\n"), text);
    return text.substring(0, text.length() - 5);
  }

  @Test
  void randomMessagesComeBack() {
    for (int seed = 0; seed < 3_000; seed++) {
      Object value = new RandomValues(seed).next();
      Message back = read(write(reply(value)));
      assertEquals(Routing.answer(7L), back.routing());
      Object found = back.events().getFirst().argument();
      assertTrue(RandomValues.same(value, found), "seed " + seed + ": " + found);
    }
    for (String hard : RandomValues.HARD) {
      Object value = List.of(hard, Map.of(hard, List.of(hard)), new TypedValue("T", hard));
      Object found = read(write(reply(value))).events().getFirst().argument();
      assertTrue(RandomValues.same(value, found), hard);
    }
  }

  /** Values that JSON has no form for, and how YAML writes them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          !Add {amount: 10}|{"!Add":{"amount":10}}
          !!binary "AQI="|{"!!binary":"AQI="}
          9007199254740991|9007199254740991
          9007199254740992|{"!!int":"9007199254740992"}
          -9007199254740992|{"!!int":"-9007199254740992"}
          18446744073709551616|{"!!int":"18446744073709551616"}
          -9223372036854775808|{"!!int":"-9223372036854775808"}
          [.nan, .inf, -.inf, 1.5]|[{"!!float":".nan"},{"!!float":".inf"},{"!!float":"-.inf"},1.5]
          {1: a}|{"!!map":[[1,"a"]]}
          {"!a": 1}|{"!!map":[["!a",1]]}
          {"!a": 1, b: 2}|{"!a":1,"b":2}
          "\\ud800"|"\\ud800"
          """)
  void whatJsonHasNoFormForIsAnObjectWithATag(String yaml, String json) {
    Object value = YamlReader.read(yaml);
    assertEquals("{\"meta\":{\"tid\":7},\"data\":{\"reply\":" + json + "}}", write(reply(value)));
    Object read = read("{\"data\": {\"put\": " + json + "}}").events().getFirst().argument();
    assertTrue(RandomValues.same(value, read), String.valueOf(read));
  }

  @Test
  void numbersAreTakenInEitherForm() {
    Message message =
        read("{\"data\":{\"put\":[{\"!!float\":\"1\"},{\"!!int\":\"1\"},9007199254740993]}}");
    assertEquals(List.of(1.0, 1L, 9007199254740993L), message.events().getFirst().argument());
    Message bare = read("{\"data\":{\"put\":[{\"!!float\":1},{\"!!float\":1.5}]}}");
    assertEquals(List.of(1.0, 1.5), bare.events().getFirst().argument());
  }

  @Test
  void routingStaysInForceWhereThereIsNoMetaData() {
    var messages = new TextMessages(FrameLimits.DEFAULT, new NameCache());
    Message first =
        messages.read(
            "{ \"meta\": {\"csp\": \"/maps/p\", \"tid\": 5},\n \"data\": {\"size\": []} }"
                .getBytes(UTF_8));
    assertEquals(Routing.to("/maps/p", 5L), first.routing());
    Message second = messages.read("{\"data\":{\"isEmpty\":[]},\"more\":true}".getBytes(UTF_8));
    assertEquals(Routing.to("/maps/p", 5L), second.routing());
    assertFalse(second.complete());
    Message third = messages.read("{\"meta\":{},\"data\":{\"sync\":[]}}".getBytes(UTF_8));
    assertEquals(Routing.NONE, third.routing());
  }

  @Test
  void otherObjectsOfJsonAreYaml() {
    assertEquals(
        List.of(new Event("put", Map.of("!a", 1L))), read("{\"put\": {\"!a\": 1}}").events());
    assertEquals("data", read("{\"data\": {a: 1}}").events().getFirst().name());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"meta\":{\"csp\":5}}",
        "{\"meta\":{\"csp\":\"/\",\"tid\":1.5}}",
        "{\"meta\":{\"who\":1}}",
        "{\"meta\":[],\"data\":{}}",
        "{\"data\":[1]}",
        "{\"data\":{\"a\":1},\"more\":1}",
        "{\"data\":{\"put\":{\"!a\":{\"!b\":1}}}}",
        "{\"data\":{\"put\":{\"!a\":{\"!!binary\":\"AQI=\"}}}}",
        "{\"data\":{\"put\":{\"!str\":\"a\"}}}",
        "{\"data\":{\"!!map\":[[1,2]]}}",
        "{\"data\":{\"a\":{\"!!map\":[[{\"!!binary\":\"AQ==\"},1],[{\"!!binary\":\"AQ==\"},2]]}}}",
        "{\"meta\":{\"tid\":7},\"data\":{\"get\":\"a\"},\"who\":1}",
        "{\"meta\":{\"tid\":7},\"data\":{\"get\":{\"!!int\":\"abc\"}}}",
        "{\"meta\":{\"tid\":7},\"data\":{\"get\":{\"!!nope\":\"abc\"}}}",
        "{\"meta\":{\"tid\":7},\"data\":{\"get\":1e999}}",
        "{\"meta\":{\"tid\":7},\"data\":{\"get\":{\"!!float\":\"1e999\"}}}",
        "{\"data\":{\"get\":{\"!!float\":" + LONG + "}}}",
        "{\"data\":{\"get\":{\"!!float\":\"" + LONG + "\"}}}",
        "{\"meta\":{\"tid\":7},\"data\":{\"get\":{\"!!float\":1e999}}}",
        "{\"meta\":{\"tid\":7},\"data\":{\"get\":\"a\"},}",
        "{\"data\":{\"get\":{\"!!binary\":\"*\"}}}"
      })
  void whatIsNoMessageIsMalformed(String text) {
    var failure = assertThrows(WireException.class, () -> read(text));
    assertEquals(ErrorCode.MALFORMED, failure.code(), failure.getMessage());
    String message = String.valueOf(failure.getMessage());
    assertTrue(message.matches("line 1, column \\d+: .*"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"meta":~{"csp":"/",~ "tid":1.5}}|line 3, column 2: tid is the number 1.5
          {"meta":{"csp":"/", "who":1}}|line 1, column 21: found who
          {"data":{"a":1},~"more":1}|line 2, column 1: more is
          {"meta":{"tid":7},"data":{"get":~"a"},"who":1}|line 2, column 6: found who
          {"data":{"put":1,~~"put2":{"!a":{"!b":1}}}}|line 3, column 1:
          {"meta":{"tid":7},~"data":{"get":1e999}}|line 2, column 15: found 1e999, expected
          """)
  void theFailureTellsWhere(String text, String expected) {
    var failure = assertThrows(WireException.class, () -> read(text.replace('~', '\n')));
    String message = String.valueOf(failure.getMessage());
    assertTrue(message.startsWith(expected), message);
  }

  @Test
  void depthIsCountedInValuesAndNotInBrackets() {
    int max = FrameLimits.DEFAULT.nestingMax();
    Object value = 1L;
    for (int i = 0; i < max; i++) {
      value = Map.of((long) i, new TypedValue("T", new ArrayList<>()), "k", value);
    }
    Object deepest = value;
    WireException deeper = assertThrows(WireException.class, () -> write(reply(List.of(deepest))));
    assertEquals(ErrorCode.TOO_DEEP, deeper.code());
    Object fits = ((Map<?, ?>) value).get("k");
    assertTrue(
        RandomValues.same(fits, read(write(reply(fits))).events().getFirst().argument()), "fits");
    String deep = "[".repeat(max + 1) + "]".repeat(max + 1);
    var read = assertThrows(WireException.class, () -> read("{\"data\":{\"put\":" + deep + "}}"));
    assertEquals(ErrorCode.TOO_DEEP, read.code());
    String place = String.valueOf(read.getMessage());
    assertTrue(place.startsWith("line 1, column 10: "), place);
  }

  @Test
  void whatIsTooLargeOrNoValueIsRefused() {
    var small = new JsonCodec(new FrameLimits(50, 64, 1_000));
    var failure = assertThrows(WireException.class, () -> small.encode(reply("a".repeat(50))));
    assertEquals(ErrorCode.TOO_LARGE, failure.code());
    assertThrows(IllegalArgumentException.class, () -> CODEC.encode(reply(new Object())));
    assertThrows(
        IllegalArgumentException.class,
        () -> CODEC.encode(reply(new TypedValue("a", new byte[1]))));
  }

  /** Comments may stand anywhere, and JSON is text. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "# c\n%s\n",
        "\n  # c {\n#\n\r\n%s",
        "---\n%s\n",
        "--- %s\n",
        "--- # c\n# d\n%s\n",
        "\uFEFF%s\n",
        "\uFEFF# c\n%s\n",
        "%s # c\n",
        "%s\n# c\n\n  # d",
      })
  void commentsAndMarksStandAround(String around) {
    String json = "{\"meta\":{\"csp\":\"/maps/m\",\"tid\":5},\"data\":{\"get\":\"} # a\"}}";
    Message message = read(around.formatted(json));
    assertEquals(5L, message.routing().tid());
    assertEquals("/maps/m", message.routing().csp());
    assertEquals(List.of(new Event("get", "} # a")), message.events());
  }

  @Test
  void whatIsWrongBehindACommentIsToldWithItsPlace() {
    WireException e =
        assertThrows(
            WireException.class, () -> read("# c\n{\"meta\":{\"tid\":\"x\"},\"data\":{}}\n"));
    assertTrue(e.getMessage().startsWith("line 2, column"), e.getMessage());
    assertThrows(WireException.class, () -> read("# c\n{\"meta\":{},\"data\":{}}#\n"));
  }
}
