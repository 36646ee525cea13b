package io.vitrine.bench;

import io.vitrine.bench.fork.ForkMain;
import io.vitrine.bench.peer.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A JVM that measures something; see {@link ForkMain}. For one thread. */
final class ForkProcess implements AutoCloseable {
  private static final String READY = "@ready";

  private final Process process;
  private final BufferedReader lines;
  private final String name;
  private final Path log;

  /**
   * Starts one.
   *
   * @param prefix what comes before the command, see {@link Pinning}
   * @param lab ends it if nobody else does
   */
  ForkProcess(List<String> prefix, Peer peer, String task, Map<String, Object> options, Lab lab)
      throws IOException {
    var command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(peer.flags());
    if (task.equals(LatencyWorkload.TASK)) {
      // Else one call in some hundred is the first to touch a page of the heap, which takes 2 us:
      // more of them, and for longer, the less a system allocates.
      command.add("-XX:+AlwaysPreTouch");
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ForkMain.class.getName());
    command.add(task);
    command.add("peer=" + peer.label());
    options.forEach((key, value) -> command.add(key + "=" + value));
    this.name = task + " of " + peer.label();
    this.log = lab.log();
    this.process =
        lab.traces()
            .start(
                new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
    this.lines = process.inputReader();
  }

  /** Waits until the JVM has prepared everything. */
  ForkProcess awaitReady() throws IOException, InterruptedException {
    String line = lines.readLine();
    while (!READY.equals(line)) {
      if (line == null) {
        throw failed(process.waitFor());
      }
      note(line);
      line = lines.readLine();
    }
    return this;
  }

  /** Lets a JVM go on that is ready. */
  void go() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Waits for the end and tells what was measured. */
  Map<String, Double> results() throws IOException, InterruptedException {
    var results = new HashMap<String, Double>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("@")) {
        int blank = line.lastIndexOf(' '); // names may have some
        results.put(line.substring(1, blank), Double.parseDouble(line.substring(blank + 1)));
      } else {
        note(line);
      }
    }
    int status = process.waitFor();
    if (status != 0) {
      throw failed(status);
    }
    return results;
  }

  private void note(String line) throws IOException {
    Files.writeString(
        log,
        line + System.lineSeparator(),
        java.nio.file.StandardOpenOption.CREATE,
        java.nio.file.StandardOpenOption.APPEND);
  }

  private IOException failed(int status) throws IOException {
    List<String> said = Files.exists(log) ? Files.readAllLines(log) : List.of();
    int from = Math.max(0, said.size() - 20);
    return new IOException(
        name
            + " ended with exit code "
            + status
            + "; it said last:\n"
            + String.join("\n", said.subList(from, said.size())));
  }

  /** Kills the JVM without warning. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join(); // its files can be removed only then
  }
}
