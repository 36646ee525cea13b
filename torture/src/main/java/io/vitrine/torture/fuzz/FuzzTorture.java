package io.vitrine.torture.fuzz;

import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code vitrine torture fuzz}: feeds the readers of the wire with bytes that Jazzer finds by
 * watching which code they reach. For one thread.
 */
@Command(
    name = "fuzz",
    mixinStandardHelpOptions = true,
    description =
        "Feeds the readers of the wire with whatever reaches more of their code. All must be read"
            + " or refused, what is read must survive both encodings, and the two readers of text"
            + " must agree.")
public final class FuzzTorture extends Torture {
  private static final Pattern INPUTS = Pattern.compile("^#(\\d+)\\s");
  private static final Pattern DONE = Pattern.compile("Done (\\d+) runs?");
  private static final int LINES_KEPT = 80;
  private static final int INPUT_BYTES_MAX = 1_024;
  private static final String COUNTED = "inputs";

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "-1",
      description = "End after so many inputs, if the time is not up before.")
  private long runs;

  @Option(
      names = "--corpus",
      paramLabel = "DIR",
      description = "Begin with the inputs in this folder, and add to it what is of interest.")
  private @Nullable Path corpus;

  /** Called by picocli. */
  public FuzzTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException, InterruptedException {
    Path inputs = corpus == null ? run.folder().resolve("corpus") : corpus.toAbsolutePath();
    Files.createDirectories(inputs);
    Seeds.write(inputs);
    Process process = start(run, inputs);
    Deque<String> lines = new ArrayDeque<>();
    long counted = 0;
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
        if (lines.size() > LINES_KEPT) {
          lines.remove();
        }
        long now = inputs(line);
        if (now > counted) {
          run.count(COUNTED, now - counted);
          counted = now;
          run.progress();
        }
      }
    } finally {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0) {
      throw new TortureFailure(String.join("\n", lines));
    }
    if (counted == 0) {
      throw new TortureFailure("nothing was fed\n" + String.join("\n", lines));
    }
  }

  private static long inputs(String line) {
    Matcher done = DONE.matcher(line);
    if (done.find()) {
      return Long.parseLong(done.group(1));
    }
    Matcher inputs = INPUTS.matcher(line);
    return inputs.find() ? Long.parseLong(inputs.group(1)) : 0;
  }

  private Process start(TortureRun run, Path inputs) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // Jazzer loads an agent and native code into the JVM that it watches.
    command.addAll(
        List.of(
            "-XX:+EnableDynamicAgentLoading",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xmx512m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + WireFuzz.class.getName());
    command.add("--instrumentation_includes=io.vitrine.remote.wire.**");
    command.add("--disabled_hooks=*");
    command.add("--reproducer_path=" + run.folder());
    command.add("-artifact_prefix=" + run.folder() + "/");
    command.add("-seed=" + run.seed());
    command.add("-max_len=" + INPUT_BYTES_MAX);
    command.add("-max_total_time=" + run.seconds());
    if (runs >= 0) {
      command.add("-runs=" + runs);
    }
    command.add(inputs.toString());
    return new ProcessBuilder(command)
        .directory(run.folder().toFile())
        .redirectErrorStream(true)
        .start();
  }
}
