package io.vitrine.remote.cli;

import io.vitrine.collections.StoreCare;
import io.vitrine.store.RepairOptions;
import io.vitrine.store.RepairReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Repairs a store in a folder. For the main thread. */
@Command(
    name = "repair",
    description =
        "Repair a damaged store, which nobody may have open: make every damaged file anew from what"
            + " can be proved, and print what cannot. Exit code 1 if anything had to be given up.",
    mixinStandardHelpOptions = true)
final class RepairCommand implements Callable<Integer> {
  @Parameters(paramLabel = "STORE", description = "The store's folder.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path store;

  @Option(
      names = "--no-keep",
      description = "Delete the files that are replaced; otherwise they are kept in damaged-TIME.")
  private boolean noKeep;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    RepairReport report = StoreCare.repair(store, new RepairOptions(!noKeep));
    if (!report.hasChanged()) {
      out.println("nothing to repair");
      return 0;
    }
    if (report.powerLost()) {
      out.println("the power was lost: the store was recovered by its checkpoint and its log");
    }
    report.notes().forEach(out::println);
    report.lost().forEach(lost -> out.println("lost: " + lost));
    for (String map : report.rebuilt()) {
      out.println("rebuilt: " + map);
    }
    if (report.newControl()) {
      out.println(
          "the control file was made anew: the store promises nothing about a loss of power until"
              + " it is opened with that promise again");
    }
    out.println(
        String.format(
            Locale.ROOT,
            "repaired: %,d entries in %,d rebuilt maps, %,d of them recovered, %,d lost%s%s",
            report.entries(),
            report.rebuilt().size(),
            report.recovered(),
            report.lostEntries(),
            report.newLog() ? "; the log begins anew, and what it told is no longer there" : "",
            report.keptIn().isEmpty()
                ? ""
                : "; the files before are in " + store.resolve(report.keptIn())));
    return report.lost().isEmpty() && report.notes().isEmpty() ? 0 : 1;
  }
}
