package io.vitrine.examples;

import java.util.List;
import java.util.regex.Pattern;

/** Checks that Surefire runs every test, which it finds by name. Stateless, for any thread. */
final class TestRules {
  private static final Pattern HAS_TESTS =
      Pattern.compile(
          "^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|ArchTest)\\b",
          Pattern.MULTILINE);
  private static final Pattern CONTRACT =
      Pattern.compile(
          "^(public )?((abstract|sealed|non-sealed) )+class |^interface ", Pattern.MULTILINE);

  private TestRules() {}

  /**
   * Returns what is wrong with a Java file of a test folder.
   *
   * @param file its path from the top of the project
   * @param source its content
   * @return the messages, none if it has no tests or a name under which they run
   */
  static List<String> check(String file, String source) {
    boolean contract = CONTRACT.matcher(source).find();
    // A contract that tests of several modules keep lies where all of them find it.
    boolean test =
        file.contains("src/test/java/") || (contract && file.contains("src/testFixtures/java/"));
    boolean hasTests = HAS_TESTS.matcher(source).find();
    if (hasTests && !test) {
      return List.of(file + ":1: error: tests belong into src/test/java");
    }
    if (hasTests && !file.endsWith("Test.java") && !contract) {
      return List.of(file + ":1: error: has tests that nothing runs: name it *Test.java");
    }
    return List.of();
  }
}
