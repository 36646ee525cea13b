package io.vitrine.torture.kill;

import io.vitrine.store.PidNamespaces;
import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code vitrine torture kill}: processes that write are killed and paused. For one thread. */
@Command(
    name = "kill",
    mixinStandardHelpOptions = true,
    description =
        "Kills processes that write, with SIGKILL and at random, pauses some before, starts them"
            + " again, and compares every key with what the writers noted. Measures how long a"
            + " segment of a dead owner is waited for. Every other generation has a store whose"
            + " change log never begins.")
public final class KillTorture extends Torture {
  @Option(
      names = "--processes",
      paramLabel = "P",
      defaultValue = "4",
      description = "Writing processes at any time (default: ${DEFAULT-VALUE}).")
  private int processes;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "2",
      description = "Writing threads of each (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "" + Integer.MAX_VALUE,
      description = "End after so many kills, if the time is not up before.")
  private int kills;

  @Option(
      names = "--generation",
      paramLabel = "N",
      defaultValue = "150",
      description =
          "After so many kills everything is checked and begins anew with empty maps (default:"
              + " ${DEFAULT-VALUE}).")
  private int generation;

  @Option(
      names = "--takeover-max",
      paramLabel = "MS",
      defaultValue = "100",
      description =
          "Fail if a segment of an owner that was seen dead is waited for for longer than this, not"
              + " counting the machine's own stalls (default: ${DEFAULT-VALUE}).")
  private long takeoverMaxMillis;

  @Option(
      names = "--log",
      paramLabel = "both|yes|no",
      defaultValue = "both",
      description =
          "Whether the stores have a change log; both: one generation with and one without it, by"
              + " turns, beginning as the seed says (default: ${DEFAULT-VALUE}).")
  private String log = "both";

  @Option(
      names = "--namespaces",
      description =
          "Start each writing process in a pid namespace of its own, as in a container, so that"
              + " nobody sees whether another one lives (unshare, as root or with user"
              + " namespaces).")
  private boolean namespaces;

  /** Called by picocli. */
  public KillTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException, InterruptedException {
    if (processes < 1 || threads < 1 || kills < 1 || generation < 1) {
      throw usage("--processes, --threads, --kills and --generation must be 1 or more");
    }
    if (!List.of("both", "yes", "no").contains(log)) {
      throw usage("--log is " + log + ", expected both, yes or no");
    }
    List<String> launcher =
        !namespaces
            ? List.of()
            : PidNamespaces.launcher()
                .orElseThrow(() ->
                    usage(
                        "--namespaces: unshare --pid works neither as this user nor with"
                            + " --map-root-user; try as root, or leave the option out"));
    boolean first = run.random(-1).nextBoolean();
    try (Arena arena = Arena.ofShared()) {
      var times = new TakeoverTimes(takeoverMaxMillis);
      for (int number = 0; run.goesOn() && run.counted(Generation.KILLS) < kills; number++) {
        int most = (int) Math.min(generation, kills - run.counted(Generation.KILLS));
        boolean logged = log.equals("both") ? first == (number % 2 == 0) : log.equals("yes");
        try (var one =
            new Generation(run, times, number, logged, processes, threads, launcher, arena)) {
          one.play(most);
        }
      }
      times.lines().forEach(run::say);
    }
  }
}
