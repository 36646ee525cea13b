package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.googlejavaformat.java.Formatter;
import com.puppycrawl.tools.checkstyle.AbstractAutomaticBean.OutputStreamOptions;
import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.DefaultLogger;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Non-functional properties of the sources themselves, checked on the JDK of the tests. */
class TidyTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  @Test
  void sourcesAreFormatted() throws Exception {
    boolean fix = Boolean.getBoolean("tidy.fix");
    var untidy = new ArrayList<Path>();
    for (Path file : sources()) {
      String before = Files.readString(file);
      String after = new Formatter().formatSourceAndFixImports(before);
      if (!before.equals(after)) {
        untidy.add(ROOT.relativize(file));
        if (fix) {
          Files.writeString(file, after);
        }
      }
    }
    assertTrue(fix || untidy.isEmpty(), "run with -Dtidy.fix=true: " + untidy);
  }

  @Test
  void sourcesPassCheckstyle() throws Exception {
    var checker = new Checker();
    checker.setModuleClassLoader(Checker.class.getClassLoader());
    checker.configure(
        ConfigurationLoader.loadConfiguration(
            ROOT.resolve("checkstyle.xml").toString(), new PropertiesExpander(new Properties())));
    checker.addListener(new DefaultLogger(System.out, OutputStreamOptions.NONE));
    assertEquals(0, checker.process(sources().stream().map(Path::toFile).toList()));
    checker.destroy();
  }

  private static List<Path> sources() throws IOException {
    try (var files = Files.walk(ROOT)) {
      return files
          .filter(f -> f.toString().endsWith(".java") && !f.toString().contains("/target/"))
          .toList();
    }
  }
}
