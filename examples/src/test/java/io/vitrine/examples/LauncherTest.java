package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the top, with JDKs made of shell scripts: which one it takes, what it starts. */
class LauncherTest {
  private static final Path SCRIPT = ProjectFiles.ROOT.resolve("vitrine");

  @TempDir Path folder;
  private Path jdks;

  @BeforeEach
  void prepare() throws IOException {
    jdks = Files.createDirectory(folder.resolve("jdks"));
  }

  @Test
  void takesJavaHomeIfItIsNewEnough() throws Exception {
    jdk("jdk-25", 25, true);
    Path home = jdk("jdk-26", 26, true);
    Run run = run(Map.of("JAVA_HOME", home.toString()), "list", "--data", "a b");
    assertEquals(0, run.status(), run.output());
    assertTrue(run.output().startsWith("jdk-26 -cp "), run.output());
  }

  @Test
  void startsTheProgramWithoutFlagsAndPassesArguments() throws Exception {
    jdk("jdk-25", 25, true);
    Run run = run(Map.of(), "list", "--data", "a b");
    String[] words = run.output().strip().split(" ", 4);
    assertEquals("jdk-25", words[0]);
    assertEquals("-cp", words[1]);
    assertEquals("io.vitrine.examples.VitrineMain [list] [--data] [a b]", words[3]);
  }

  @Test
  void takesTheOldestThatWillDo() throws Exception {
    jdk("a-27", 27, true);
    jdk("b-17", 17, true);
    jdk("c-25", 25, true);
    jdk("d-25-runtime", 25, false);
    Run run = run(Map.of("JAVA_HOME", jdks.resolve("b-17").toString()), "list");
    assertTrue(run.output().startsWith("c-25 "), run.output());
  }

  @Test
  void asksJavaWhereNothingTellsTheVersion() throws Exception {
    Files.delete(jdk("jdk", 25, true).resolve("release"));
    assertTrue(run(Map.of(), "list").output().startsWith("jdk "));
  }

  @Test
  void saysWhatToInstall() throws Exception {
    Path home = jdk("jdk-17", 17, true);
    Run run = run(Map.of("JAVA_HOME", home.toString()), "list");
    assertEquals(1, run.status());
    assertEquals(1, run.output().lines().count(), run.output());
    assertTrue(run.output().startsWith("vitrine: no JDK 25 or newer found: JAVA_HOME="));
    assertTrue(run.output().contains("jdk-17 has JDK 17, PATH has no java"), run.output());
    assertTrue(run.output().contains("; install one (Debian"), run.output());
  }

  @Test
  void worksThroughLinksAndKeepsTheExitCode() throws Exception {
    jdk("jdk-25", 25, true);
    Path link = Files.createSymbolicLink(folder.resolve("link"), SCRIPT);
    Path other = Files.createSymbolicLink(folder.resolve("other"), link.getFileName());
    Run run = run(other, Map.of("EXIT", "2"), "list");
    Files.delete(other);
    Files.delete(link);
    assertEquals(2, run.status(), run.output());
    assertTrue(run.output().contains(ProjectFiles.ROOT + "/hashing/target/classes:"));
  }

  private record Run(int status, String output) {}

  private Run run(Map<String, String> environment, String... arguments) throws Exception {
    return run(SCRIPT, environment, arguments);
  }

  private Run run(Path script, Map<String, String> environment, String... arguments)
      throws Exception {
    Path tools = folder.resolve("tools");
    if (!Files.exists(tools)) {
      toolsWithoutJava(Files.createDirectory(tools));
    }
    var builder = new ProcessBuilder(script.toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().keySet().retainAll(Set.of("LANG", "TMPDIR"));
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("VITRINE_JDK_DIRS", jdks.toString());
    builder.environment().put("VITRINE_NO_BUILD", "1");
    builder.environment().putAll(environment);
    Path output = folder.resolve("output");
    builder.directory(folder.toFile()).redirectErrorStream(true).redirectOutput(output.toFile());
    Process process = builder.start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the script hangs");
    return new Run(process.exitValue(), Files.readString(output));
  }

  /** Makes a folder that looks like a JDK; its java prints what it was started with. */
  private Path jdk(String name, int version, boolean compiler) throws IOException {
    Path home = jdks.resolve(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + ".0.1\"\n");
    executable(
        home.resolve("bin/java"),
        """
        if [ "$1" = -version ]; then
          echo 'openjdk version "%d.0.1"' >&2
          exit
        fi
        printf '%s %%s %%s %%s' "$1" "$2" "$3"
        shift 3
        printf ' [%%s]' "$@"
        exit ${EXIT:-0}
        """
            .formatted(version, name));
    if (compiler) {
      executable(home.resolve("bin/javac"), "exit 1\n");
    }
    return home;
  }

  /** Fills a folder with the programs that the script calls: nothing of a JDK is among them. */
  private static void toolsWithoutJava(Path tools) throws IOException {
    var names = List.of("bash", "sed", "tr", "dirname", "basename", "readlink", "cat");
    for (String name : names) {
      String folder = Files.exists(Path.of("/usr/bin", name)) ? "/usr/bin/" : "/bin/";
      executable(tools.resolve(name), "exec " + folder + name + " \"$@\"\n");
    }
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script);
    assertTrue(file.toFile().setExecutable(true));
  }
}
