package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the top, with JDKs made of shell scripts: which one it takes, what it starts. */
class LauncherTest {
  private static final List<String> MODULES =
      List.of("hashing", "store", "collections", "remote", "jcstress", "torture", "examples");

  @TempDir Path folder;
  private Path project;
  private Path jdks;

  @BeforeEach
  void prepare() throws IOException {
    jdks = Files.createDirectory(folder.resolve("jdks"));
    project = Files.createDirectory(folder.toRealPath().resolve("project"));
    Files.copy(ProjectFiles.ROOT.resolve("vitrine"), project.resolve("vitrine"));
    assertTrue(project.resolve("vitrine").toFile().setExecutable(true));
    Path run = Files.createDirectories(project.resolve("target/run/1"));
    Files.writeString(run.resolve("libraries"), "some.jar");
    Files.writeString(run.resolveSibling("current"), "1\n");
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

  /** Files whose names are not ASCII can be named in a container, too. */
  @Test
  void takesUtf8WhereNoLocaleIsSet() throws Exception {
    Path home = jdk("jdk-25", 25, true);
    executable(home.resolve("bin/java"), "echo \"${LC_ALL:-none}\"\n");
    assertEquals("C.UTF-8\n", run(Map.of("LANG", "C"), "list").output());
    assertEquals("C.UTF-8\n", run(Map.of("LANG", ""), "list").output());
    assertEquals("C.UTF-8\n", run(Map.of("LC_ALL", "POSIX", "LANG", "x"), "list").output());
    assertEquals("none\n", run(Map.of("LANG", "C.utf8"), "list").output());
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
    Path link = Files.createSymbolicLink(folder.resolve("link"), project.resolve("vitrine"));
    Path other = Files.createSymbolicLink(folder.resolve("other"), link.getFileName());
    Run run = run(other, Map.of("EXIT", "2"), "list");
    Files.delete(other);
    Files.delete(link);
    assertEquals(2, run.status(), run.output());
    assertTrue(run.output().contains(" " + classPath(1) + " "), run.output());
  }

  @Test
  void isNotLedElsewhereByCdpath() throws Exception {
    jdk("jdk-25", 25, true);
    Path relative = folder.relativize(project).resolve("vitrine");
    Run run = run(relative, Map.of("CDPATH", folder.toString()), "list");
    assertEquals(0, run.status(), run.output());
    assertTrue(run.output().contains(" " + classPath(1) + " "), run.output());
  }

  @Test
  void saysThatNoClassPathHasFoldersWithColons() throws Exception {
    jdk("jdk-25", 25, true);
    Path odd = Files.createDirectory(folder.resolve("a:b"));
    Files.copy(
        project.resolve("vitrine"), odd.resolve("vitrine"), StandardCopyOption.COPY_ATTRIBUTES);
    Run run = run(odd.resolve("vitrine"), Map.of(), "list");
    assertEquals(1, run.status());
    assertTrue(run.output().startsWith("vitrine: lies in " + odd), run.output());
    assertTrue(run.output().contains("move it"), run.output());
  }

  @Test
  void runsNothingThatWasNotBuilt() throws Exception {
    jdk("jdk-25", 25, true);
    Files.delete(project.resolve("target/run/current"));
    Run run = run(Map.of(), "list");
    assertEquals(1, run.status());
    assertTrue(run.output().startsWith("vitrine: nothing is built in " + project), run.output());
  }

  @Test
  void namesItsOwnCommandsAfterTheHelpOfTheProgram() throws Exception {
    jdk("jdk-25", 25, true);
    Run run = run(Map.of(), "--help");
    assertEquals(0, run.status(), run.output());
    assertTrue(run.output().contains("VitrineMain [--help]"), run.output());
    assertTrue(run.output().contains("The script besides: test ("), run.output());
    assertTrue(run.output().contains(", env ("), run.output());
    assertFalse(run(Map.of(), "get", "--help").output().contains("The script"));
    assertEquals(3, run(Map.of("EXIT", "3"), "--help").status());
  }

  /** Its manifest carries what it needs, so it is started as a jar. */
  @Test
  void importsFilesOfChronicleMapWithAJarOfItsOwn() throws Exception {
    jdk("jdk-25", 25, true);
    Run none = run(Map.of(), "import", "chronicle-map", "f");
    assertEquals(1, none.status(), none.output());
    assertTrue(none.output().contains("nothing is built"), none.output());
    Path built = Files.createDirectories(project.resolve("target/run-import/1"));
    Files.writeString(built.resolveSibling("current"), "1\n");
    Files.writeString(built.resolve("libraries"), "program.jar");
    Run run = run(Map.of(), "import", "chronicle-map", "a b", "--help");
    assertEquals(
        "jdk-25 --sun-misc-unsafe-memory-access=allow -jar "
            + built
            + "/program.jar [a b] [--help]",
        run.output());
    Run lines = run(Map.of(), "import", "lines", "f");
    assertTrue(lines.output().endsWith("VitrineMain [import] [lines] [f]"), lines.output());
  }

  @Test
  void helpOfTestNeedsNoJdkAndNoBuild() throws Exception {
    Run run = run(Map.of(), "test", "--help");
    assertEquals(0, run.status(), run.output());
    assertTrue(run.output().startsWith("Usage: vitrine test [ARG ...]\n"), run.output());
  }

  /** Each build leaves what ran before as it was, for those who run it; only old ones go. */
  @Test
  void runsACopyOfWhatWasBuilt() throws Exception {
    jdk("jdk-25", 25, true);
    projectForMaven();
    var building = Map.of("VITRINE_NO_BUILD", "", "TMPDIR", folder.toString());
    for (int number = 2; number <= 5; number++) {
      // Newer than any build: each start builds.
      Files.writeString(project.resolve("store/src/main/Source"), "source " + number);
      FileTime future = FileTime.from(Instant.now().plus(Duration.ofDays(1)));
      Files.setLastModifiedTime(project.resolve("store/src/main/Source"), future);
      Run run = run(building, "list");
      assertEquals(0, run.status(), run.output());
      assertTrue(run.output().contains(" " + classPath(number) + " "), run.output());
      assertEquals("source " + number, copied(number));
    }
    assertEquals("source 4", copied(4));
    assertEquals("source 3", copied(3));
    assertFalse(Files.exists(project.resolve("target/run/2")));

    Files.setLastModifiedTime(
        project.resolve("store/src/main/Source"), FileTime.from(Instant.EPOCH));
    Run unchanged = run(building, "list");
    assertTrue(unchanged.output().startsWith("jdk-25 -cp " + classPath(5)), unchanged.output());

    Files.setLastModifiedTime(
        project.resolve("store/src/main/Source"),
        FileTime.from(Instant.now().plus(Duration.ofDays(1))));
    Run failed = run(with(building, "MAVEN_EXIT", "1"), "list");
    assertEquals(1, failed.status(), failed.output());
    assertTrue(failed.output().contains("the build failed with exit code 1"), failed.output());
    assertEquals("5\n", Files.readString(project.resolve("target/run/current")));
  }

  /** It is warm there; but somebody else may say on what Maven runs, which may be too old. */
  @Test
  void compilesWithinMavenWhereThatRunsOnTheJdk() throws Exception {
    Path home = jdk("jdk-25", 25, true);
    projectForMaven();
    Files.writeString(project.resolve("store/src/main/Source"), "source");
    var building =
        Map.of("VITRINE_NO_BUILD", "", "TMPDIR", folder.toString(), "JAVA_HOME", home.toString());
    assertEquals(0, run(with(building, "MAVEN_RUNS_ON", "17"), "list").status());
    String cold = Files.readString(project.resolve("target/maven"));
    assertTrue(cold.contains(" no options ") && cold.contains(".javac.fork=true"), cold);

    Files.delete(project.resolve("target/built"));
    assertEquals(0, run(with(building, "MAVEN_RUNS_ON", "25"), "list").status());
    String warm = Files.readString(project.resolve("target/maven"));
    assertTrue(warm.startsWith(home + " ") && warm.contains(".javac.fork=false"), warm);
    assertTrue(warm.contains("javac.tree=ALL-UNNAMED") && warm.contains("SerialGC"), warm);

    Files.delete(project.resolve("target/built"));
    var own = with(with(building, "MAVEN_RUNS_ON", "26"), "MAVEN_OPTS", "-XX:+UseParallelGC");
    assertEquals(0, run(own, "list").status());
    String mixed = Files.readString(project.resolve("target/maven"));
    assertTrue(mixed.contains("UseParallelGC") && !mixed.contains("SerialGC"), mixed);
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    var all = new HashMap<>(map);
    all.put(name, value);
    return all;
  }

  private String copied(int number) throws IOException {
    return Files.readString(project.resolve("target/run/" + number + "/store/Compiled"));
  }

  private String classPath(int number) {
    var path = new StringBuilder();
    for (String module : MODULES) {
      path.append(project.resolve("target/run/" + number)).append("/" + module + ":");
    }
    return path + "some.jar";
  }

  /** Sources, and a Maven in PATH that compiles by copying them. */
  private void projectForMaven() throws IOException {
    Files.writeString(project.resolve("pom.xml"), "");
    for (String module : MODULES) {
      Files.createDirectories(project.resolve(module + "/src/main"));
      Files.createDirectories(project.resolve(module + "/target/classes"));
      Files.writeString(project.resolve(module + "/pom.xml"), "");
    }
    Path library = Files.writeString(folder.resolve("some.jar"), "");
    assertTrue(Files.exists(library));
    executable(
        toolsWithoutJava().resolve("mvn"),
        """
        if [ "$1" = -v ]; then
          echo "Java version: ${MAVEN_RUNS_ON:-17}.0.1, vendor: none, runtime: $JAVA_HOME"
          exit
        fi
        cd "%s"
        echo "$JAVA_HOME ${MAVEN_OPTS:-no options} $*" >target/maven
        cp store/src/main/Source store/target/classes/Compiled
        printf some.jar >examples/target/classpath.txt
        exit ${MAVEN_EXIT:-0}
        """
            .formatted(project));
  }

  private record Run(int status, String output) {}

  private Run run(Map<String, String> environment, String... arguments) throws Exception {
    return run(project.resolve("vitrine"), environment, arguments);
  }

  private Run run(Path script, Map<String, String> environment, String... arguments)
      throws Exception {
    Path tools = toolsWithoutJava();
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
    assertTrue(process.waitFor(150, TimeUnit.SECONDS), "the script hangs");
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
  private Path toolsWithoutJava() throws IOException {
    Path tools = folder.resolve("tools");
    if (Files.exists(tools)) {
      return tools;
    }
    Files.createDirectory(tools);
    var names =
        List.of(
            "bash",
            "sed",
            "tr",
            "dirname",
            "basename",
            "readlink",
            "cat",
            "cp",
            "find",
            "mkdir",
            "mktemp",
            "mv",
            "rm");
    for (String name : names) {
      String folder = Files.exists(Path.of("/usr/bin", name)) ? "/usr/bin/" : "/bin/";
      executable(tools.resolve(name), "exec " + folder + name + " \"$@\"\n");
    }
    return tools;
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script);
    assertTrue(file.toFile().setExecutable(true));
  }
}
