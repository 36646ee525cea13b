package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Properties of the sources and pages themselves, checked on the JDK of the tests. */
class TidyTest {
  @Test
  void sourcesAreFormatted() throws Exception {
    boolean fix = Boolean.getBoolean("tidy.fix");
    var errors = new ArrayList<String>();
    for (Path file : ProjectFiles.withSuffix("java")) {
      String before = Files.readString(file);
      String after = format(file, before);
      if (fix && !before.equals(after)) {
        Files.writeString(file, after);
      } else if (!before.equals(after)) {
        String place = ProjectFiles.named(file) + ":" + firstDifference(before, after);
        errors.add(place + ": error: not formatted: test with -Dtidy.fix=true to rewrite it");
      }
    }
    assertNone(errors);
  }

  @Test
  void textIsTidy() throws Exception {
    var errors = new ArrayList<String>();
    for (Path file : ProjectFiles.text()) {
      errors.addAll(TextRules.check(ProjectFiles.named(file), Files.readString(file)));
    }
    assertNone(errors);
  }

  @Test
  void linksLeadSomewhere() throws Exception {
    var errors = new ArrayList<String>();
    for (Path page : ProjectFiles.withSuffix("md")) {
      errors.addAll(LinkRules.check(page));
    }
    assertNone(errors);
  }

  @Test
  void everyDependencyIsExplained() throws Exception {
    Path page = ProjectFiles.ROOT.resolve("docs/dependencies.md");
    String pom = Files.readString(ProjectFiles.ROOT.resolve("pom.xml"));
    assertNone(DependencyRules.check(ProjectFiles.named(page), Files.readString(page), pom));
    assertFalse(DependencyRules.check("page", "", pom).isEmpty());
  }

  @Test
  void everyTestIsRun() throws Exception {
    var errors = new ArrayList<String>();
    for (Path file : ProjectFiles.withSuffix("java")) {
      errors.addAll(TestRules.check(ProjectFiles.named(file), Files.readString(file)));
    }
    assertNone(errors);
  }

  @Test
  void rulesFindWhatTheyLookFor() {
    String blanks = "class A {} ";
    assertTrue(TextRules.check("A.java", "class A {}\n").isEmpty());
    assertFalse(TextRules.check("A.java", blanks + "\n").isEmpty());
    assertFalse(TextRules.check("A.java", "class A {}").isEmpty());
    assertFalse(TextRules.check("A.md", "TO" + "DO: write\n").isEmpty());
    String test = "class A {\n  @" + "Test void a() {}\n}\n";
    assertFalse(TestRules.check("m/src/test/java/A.java", test).isEmpty());
    assertTrue(TestRules.check("m/src/test/java/ATest.java", test).isEmpty());
    assertTrue(TestRules.check("m/src/test/java/AContract.java", "abstract " + test).isEmpty());
    assertFalse(TestRules.check("m/src/testFixtures/java/ATest.java", test).isEmpty());
    assertTrue(
        TestRules.check("m/src/testFixtures/java/AContract.java", "abstract " + test).isEmpty());
  }

  private static String format(Path file, String source) {
    try {
      return new Formatter().formatSourceAndFixImports(source);
    } catch (FormatterException e) {
      throw new AssertionError(ProjectFiles.named(file) + ":1: error: cannot be parsed", e);
    }
  }

  private static int firstDifference(String before, String after) {
    return 1 + Arrays.mismatch(before.split("\n", -1), after.split("\n", -1));
  }

  private static void assertNone(List<String> errors) {
    assertTrue(errors.isEmpty(), () -> "\n" + String.join("\n", errors) + "\n");
  }
}
