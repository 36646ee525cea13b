package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
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
        "put: [u, !Foo [password, HUSH]]",
        "--- !!meta-data\ncsp: /\ncid: 5\nhandler: !Foo [token, HUSH]\n--- !!data\na: 1",
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

  /** What the server says of a request with a secret, and of text that nobody could read. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "exception: !BadArgument {message: \"value is integer 12345, expected string\", event:"
            + " put}",
        "exception: !VisitorFailed {message: \"Add: 12345 + x\", event: asyncUpdate}",
        "reject: !BadArgument {message: \"value is string 'HUSH', expected long\"}",
      })
  void failuresRepeatNoSecrets(String failure) {
    var masker = new Masker();
    Message request =
        message("--- !!meta-data\ncsp: /maps/m\ntid: 7\n--- !!data\nput: [password, 1]");
    Message other = message("--- !!meta-data\ncsp: /maps/m\ntid: 8\n--- !!data\nput: [name, 1]");
    String answer = "--- !!meta-data\ntid: %d\n--- !!data\n" + failure;
    Message told = message(answer.formatted(7L));
    var _ = masker.mask(1, true, request);
    var _ = masker.mask(1, true, other);
    Message harmless = message(answer.formatted(8L));
    assertSame(harmless, masker.mask(1, false, harmless), "of another request");
    assertSame(told, masker.mask(2, false, told), "of another connection");
    String shown = new String(encoded(masker.mask(1, false, told)), StandardCharsets.UTF_8);
    assertTrue(shown.contains("message: \"***\""), shown);
    assertSame(told, masker.mask(1, false, told), "the tid is free again");
  }

  private static byte[] encoded(Message message) {
    return new TextCodec(FrameLimits.DEFAULT).encode(message);
  }

  @Test
  void whatCouldNotBeReadIsNotQuoted() {
    Message malformed =
        message(
            "--- !!meta-data\n--- !!data\n"
                + "exception: !Malformed {message: \"line 1, column 62: found 'HUSH}}}\"}");
    String shown =
        new String(encoded(new Masker().mask(1, false, malformed)), StandardCharsets.UTF_8);
    assertTrue(shown.contains("line 1, column 62: found '***'"), shown);
  }

  @Test
  void helloWithoutTidIsForgottenWithItsAnswer() {
    var masker = new Masker();
    var _ = masker.mask(1, true, message("hello: {token: HUSH}"));
    Message answer = message("reply: {session: HUSH, resumed: false}");
    var _ = masker.mask(1, false, answer);
    Message later = message("exception: !BadArgument {message: no such thing}");
    assertSame(later, masker.mask(1, false, later));
  }

  @Test
  void withTooManySecretsUnansweredNoFailureTellsAnything() {
    var masker = new Masker();
    for (long tid = 0; tid <= 10_001; tid++) {
      Event event = new Event("token", "HUSH");
      Message request = new Message(Routing.answer(tid), List.of(event), true);
      var _ = masker.mask(1, true, request);
    }
    Message told = message("--- !!meta-data\ntid: 9\n--- !!data\nexception: !Timeout {message: x}");
    String shown = new String(encoded(masker.mask(5, false, told)), StandardCharsets.UTF_8);
    assertTrue(shown.contains("***"), shown);
  }
}
