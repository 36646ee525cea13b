package io.vitrine.evaluation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program in the page on hashing is compiled and run as it stands there. */
class GuideExampleTest {
  private static final Path PAGE = Path.of("..", "docs", "hashing.md");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)<!-- example (\\w+)\\.java -->\\n\\n```java\\n(.*?)```");

  @TempDir Path folder;

  @Test
  void shouldEvaluateAStrategyOfItsOwn() throws Exception {
    Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
    assertTrue(example.find(), "the page has no example");
    String name = example.group(1);
    Path source = Files.writeString(folder.resolve(name + ".java"), example.group(2));
    String libraries = System.getProperty("java.class.path");
    var said = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                said,
                said,
                "-cp",
                libraries,
                "-proc:none",
                "-d",
                folder.toString(),
                source.toString());
    assertEquals(0, status, said.toString(UTF_8));
    Path page = folder.resolve("page.html");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dstdout.encoding=UTF-8",
                "-cp",
                folder + File.pathSeparator + libraries,
                name,
                page.toString())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertTrue(process.waitFor(300, TimeUnit.SECONDS), () -> "still running, see " + err);
      String table = Files.readString(out);
      assertEquals(0, process.exitValue(), () -> table + read(err));
      assertTrue(Pattern.compile("16 bytes: [0-9.]+ ns").matcher(table).find(), table);
      assertTrue(table.contains("fnv1a has the seed 42."), table);
      assertTrue(!table.contains("could not be measured"), table);
      assertTrue(read(err).contains("100 %  done after"), () -> read(err));
      PageDrawing.assertDrawn(page, 2);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }
}
