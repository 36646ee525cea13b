package io.vitrine.remote.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.TypeRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text on the command line. */
class ValuesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a # b",
        "one\ntwo",
        "  padded ",
        "# note",
        "5",
        "a: b",
        "tail\n",
        "! x",
        "--- x",
        "- x",
        "",
        "it's",
        "!Add {amount: 1}",
        "[1",
        "\"a\" # b",
        "\"",
        "'a' b"
      })
  void isTakenAsItIs(String text) {
    assertEquals(text, Values.ofType(new TypeRegistry(), "VALUE", text, "string"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"a # b\"", "'a # b'"})
  void mayStandInQuotes(String text) {
    assertEquals("a # b", Values.ofType(new TypeRegistry(), "VALUE", text, "string"));
  }
}
