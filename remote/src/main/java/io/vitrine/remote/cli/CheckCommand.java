package io.vitrine.remote.cli;

import io.vitrine.collections.StoreCare;
import io.vitrine.store.CheckOptions;
import io.vitrine.store.CheckReport;
import io.vitrine.store.Finding;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks a store in a folder. For the main thread. */
@Command(
    name = "check",
    description =
        "Check a store, which may be in use: every entry, every record of the log, and that they"
            + " agree. Exit code 1 if anything is damaged.",
    mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "STORE", description = "The store's folder.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path store;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "MAP",
      description = "Only these maps, for example /maps/prices; default: all.")
  private List<String> maps = List.of();

  @Option(
      names = "--take-over",
      description = "Put in order first what dead processes left, as every open does.")
  private boolean takeOver;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<String> paths = maps.stream().map(CheckCommand::path).toList();
    CheckReport report = StoreCare.check(store, new CheckOptions(paths, takeOver));
    report.findings().forEach(out::println);
    tellRest(report, out);
    out.println(
        String.format(
            Locale.ROOT,
            "%s: %,d maps, %,d entries, %,d records of the log, %,d bytes",
            verdict(report),
            report.maps(),
            report.entries(),
            report.records(),
            report.bytes()));
    return report.isClean() ? 0 : 1;
  }

  /** Path of a map, of which the folder may be left out. */
  private static String path(String map) {
    return map.startsWith("/") ? map : "/maps/" + map;
  }

  private static void tellRest(CheckReport report, PrintWriter out) {
    long all = report.damages() + report.leftovers() + report.unchecked();
    if (all > report.findings().size()) {
      out.println("and " + (all - report.findings().size()) + " more");
    }
  }

  private static String verdict(CheckReport report) {
    if (report.damages() > 0) {
      return "damaged in " + report.damages() + (report.damages() == 1 ? " place" : " places");
    }
    if (report.unchecked() > 0) {
      return "not all could be checked";
    }
    boolean left = report.findings().stream().anyMatch(f -> f.kind() == Finding.Kind.LEFTOVER);
    return left ? "clean, with leftovers of dead processes" : "clean";
  }
}
