package io.vitrine.torture.corrupt;

import io.vitrine.store.CorruptRun;
import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code vitrine torture corrupt}: the files of stores are damaged in every way. */
@Command(
    name = "corrupt",
    mixinStandardHelpOptions = true,
    description =
        "Damages small stores: every bit turned, every length, parts of files from elsewhere and"
            + " from before, foreign files. Checks, reads, writes and repairs each. Every answer"
            + " must be right or be refused with an exception that says where, and what a repair"
            + " does not list must be there. Ends when all is tried or the time is up.")
public final class CorruptTorture extends Torture {
  @Option(
      names = "--what",
      paramLabel = "KIND",
      split = ",",
      defaultValue = "bits,truncate,splice,foreign",
      description = "What to do: bits, truncate, splice, foreign (default: all of them).")
  private List<String> what = List.of();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      split = ",",
      description = "Shapes of stores (default: all of them; see docs/reliability.md).")
  private List<String> shapes = new ArrayList<>();

  /** Called by picocli. */
  public CorruptTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException {
    Set<CorruptRun.Kind> kinds = EnumSet.noneOf(CorruptRun.Kind.class);
    for (String name : what) {
      try {
        kinds.add(CorruptRun.Kind.valueOf(name.toUpperCase(java.util.Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw usage("--what is " + name + ", expected bits, truncate, splice or foreign");
      }
    }
    for (String shape : shapes) {
      if (!CorruptRun.shapes().contains(shape)) {
        throw usage("--shape is " + shape + ", expected one of " + CorruptRun.shapes());
      }
    }
    CorruptRun.play(
        new CorruptRun.Options(
            run.seed(),
            kinds,
            shapes,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            run.folder(),
            run::goesOn,
            run::say,
            AllocatedBytes::ofThisThread,
            counts -> {
              counts.forEach((name, number) -> run.count(name, number - run.counted(name)));
              run.progress();
            }));
  }
}
