package io.vitrine.torture.jcstress;

import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code vitrine torture jcstress}: runs jcstress, round after round, over the tests of the module
 * {@code jcstress}. For one thread.
 */
@Command(
    name = "jcstress",
    mixinStandardHelpOptions = true,
    description =
        "Runs the slot and version protocol, the lock, the log and its beginning under jcstress,"
            + " which mixes compilers, processors and orders of instructions. It has no seed; what"
            + " it finds it shows with its number of occurrences.")
public final class JcstressTorture extends Torture {
  private static final Pattern RESULTS =
      Pattern.compile(
          "\\(Results: \\d+ planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard"
              + " errs\\)");
  private static final int LINES_KEPT = 80;
  private static final String PASSED = "runs of tests";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "" + Integer.MAX_VALUE,
      description = "End after so many rounds, if the time is not up before.")
  private int rounds;

  @Option(
      names = "--quick",
      description = "In one configuration of the JVM only, half a second each.")
  private boolean quick;

  /** Called by picocli. */
  public JcstressTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException, InterruptedException {
    if (Runtime.getRuntime().availableProcessors() < 2) {
      throw new TortureFailure("jcstress needs two processors, here is one");
    }
    for (int round = 0; round < rounds && run.goesOn(); round++) {
      round(run);
    }
    if (run.counted(PASSED) == 0) {
      throw new TortureFailure("no test came to its end in this time: give it more --seconds");
    }
  }

  private void round(TortureRun run) throws IOException, InterruptedException {
    Process process = start(run);
    Deque<String> lines = new ArrayDeque<>();
    long passed = 0;
    boolean ended = true;
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (lines.size() > LINES_KEPT) {
          lines.remove();
        }
        Matcher results = RESULTS.matcher(line);
        if (results.find()) {
          long now = Long.parseLong(results.group(1));
          run.count(PASSED, now - passed);
          passed = now;
          if (!results.group(2).equals("0") || !results.group(4).equals("0")) {
            drain(out, lines);
            throw new TortureFailure(String.join("\n", lines));
          }
          run.progress();
          if (!run.goesOn()) {
            ended = false; // what has passed until now counts
            break;
          }
        }
      }
    } finally {
      end(process);
    }
    if (ended && process.waitFor() != 0) {
      throw new TortureFailure("jcstress ended with code " + process.waitFor() + "\n" + lines);
    }
  }

  /** Reads what tells of a failure. */
  private static void drain(BufferedReader out, Deque<String> lines) throws IOException {
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      lines.add(line);
    }
  }

  private static void end(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.waitFor();
  }

  private Process start(TortureRun run) throws IOException {
    var command = new ArrayList<String>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx256m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.openjdk.jcstress.Main", "-t", "io[.]vitrine[.]"));
    command.addAll(List.of("-f", "1", "-hs", "256"));
    command.addAll(
        quick
            ? List.of("-iters", "1", "-time", "500", "-sc", "false", "-jvmArgs", "-Xmx256m")
            : List.of("-iters", "2", "-time", "1000"));
    return new ProcessBuilder(command)
        .directory(run.folder().toFile())
        .redirectErrorStream(true)
        .start();
  }
}
