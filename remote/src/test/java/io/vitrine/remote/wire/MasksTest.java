package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No secret stands in a message that is shown or recorded, however it was said. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class MasksTest {
  private static Message message(String text) {
    String frame = text.startsWith("---") || text.startsWith("{") ? text : "--- !!data\n" + text;
    return new TextCodec(FrameLimits.DEFAULT)
        .newReader()
        .read((frame + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static String masked(Message message) {
    byte[] bytes = new TextCodec(FrameLimits.DEFAULT).encode(Masks.mask(message));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello: {client: x, session: HUSH, token: HUSH}",
        "hello: {session: HUSH}\ncallback: {result: hi, error: no}",
        "hello: [HUSH]",
        "hello: !Hello {session: HUSH}",
        "hello: {tok: HUSH}",
        "hello: {Session: HUSH}",
        "Hello: {session: HUSH}",
        "hi: {server: vitrine, version: 1, session: HUSH, resumed: false, unanswered: 0}",
        "reply: {session: HUSH, resumed: true}",
        "put: [u, {name: a, nested: [{token: HUSH, Password: HUSH, api_token: HUSH}]}]",
        "put: [u, {clientSecret: HUSH}]",
        "put: [password, HUSH]",
        "replaceForOld: [password, HUSH, HUSH]",
        "put: {key: password, value: HUSH}",
        "putAll: [[a, 1], [password, HUSH]]",
        "reply: [[password, HUSH]]",
        "reply: !Updated {key: token, oldValue: HUSH, value: HUSH}",
        "asyncUpdate: [u, !SetField {field: password, value: HUSH}]",
        "setFilter: !Or [!Filter {field: token, op: eq, value: HUSH}]",
        "token: HUSH",
        "--- !!meta-data\ncsp: /\ncid: 5\nhandler: !Foo {token: HUSH}\n--- !!data\na: 1",
        "{\"meta\": {}, \"data\": {\"hello\": {\"token\": \"HUSH\", \"session\": \"HUSH\"}}}"
      })
  void secretsAreMasked(String text) {
    Message message = message(text);
    String shown = masked(message);
    assertFalse(shown.contains("HUSH"), shown);
    assertTrue(shown.contains("***"), shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello: {client: x, version: 1, wire: yaml, resume: 7}",
        "hello: []",
        "get: password",
        "put: [k, {key: a, value: b}]",
        "applyTo: [u, !Fields [password, name]]",
        "reply: {session: x}",
        "reply: {1: 2, null: 3}"
      })
  void whatIsNoSecretIsShown(String text) {
    Message message = message(text);
    assertSame(message, Masks.mask(message));
  }

  @Test
  void theAnswerToHelloKeepsTheRest() {
    String shown =
        masked(message("hi: {server: vitrine, session: HUSH, resumed: false, epoch: 5}"));
    assertEquals(
        "--- !!data\nhi: {server: vitrine, session: \"***\", resumed: false, epoch: 5}\n...\n",
        shown.substring(shown.indexOf("--- !!data")));
  }

  @Test
  void whatIsMalformedIsNotSaidBack() {
    var refused = assertThrows(WireException.class, () -> message("hello: {token: !!int HUSH}"));
    assertFalse(String.valueOf(refused.getMessage()).contains("HUSH"), refused.getMessage());
  }
}
