package io.vitrine.torture.subscribe;

import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code vitrine torture subscribe}: what subscribers are promised, amid accidents. One thread. */
@Command(
    name = "subscribe",
    mixinStandardHelpOptions = true,
    description =
        "Lets processes change maps in all ways while subscribers of all kinds watch: in this"
            + " process, in another one, by a server in text and in binary, with filters, with all"
            + " choices for the slow, some of them stuck. Writers, subscribers and server are"
            + " killed and started anew, lines are cut. Then what each subscriber was told is"
            + " compared with the change log, promise by promise.")
public final class SubscribeTorture extends Torture {
  /** A longer run has several rounds, each with a new store. */
  private static final long ROUND_SECONDS = 60;

  @Option(
      names = "--writers",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many processes write (default: ${DEFAULT-VALUE}).")
  private int writers;

  @Option(
      names = "--subscribers",
      paramLabel = "N",
      defaultValue = "48",
      description = "How many subscribers there are (default: ${DEFAULT-VALUE}).")
  private int subscribers;

  /** Called by picocli. */
  public SubscribeTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException, InterruptedException {
    if (writers < 1 || subscribers < 1) {
      throw usage("--writers and --subscribers must be 1 or more");
    }
    long left = run.seconds();
    for (int number = 0; left > 0; number++) {
      Path place = Files.createDirectories(run.folder().resolve("round-" + number));
      try (var round = new Round(run, place, run.random(number), writers, subscribers)) {
        round.play(Math.min(left, ROUND_SECONDS));
      }
      remove(place);
      run.count("rounds", 1);
      left -= ROUND_SECONDS;
    }
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    }
  }
}
