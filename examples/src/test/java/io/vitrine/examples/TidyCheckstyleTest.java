package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** What Checkstyle says of the sources: by itself, since it takes as long as all of TidyTest. */
class TidyCheckstyleTest {
  @Test
  void sourcesPassCheckstyle() throws Exception {
    var errors = new CheckstyleErrors();
    var checker = new Checker();
    checker.setModuleClassLoader(Checker.class.getClassLoader());
    checker.configure(
        ConfigurationLoader.loadConfiguration(
            ProjectFiles.ROOT.resolve("checkstyle.xml").toString(),
            new PropertiesExpander(new Properties())));
    checker.addListener(errors);
    checker.process(ProjectFiles.withSuffix("java").stream().map(Path::toFile).toList());
    checker.destroy();
    assertTrue(
        errors.messages().isEmpty(), () -> "\n" + String.join("\n", errors.messages()) + "\n");
  }
}
