package io.vitrine.remote.cli;

import io.vitrine.store.CompactOptions;
import io.vitrine.store.CompactionReport;
import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.Stores;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives the maps of a store files of their size. For the main thread. */
@Command(
    name = "compact",
    description =
        "Give maps files of the size that their entries need; the store may be in use meanwhile."
            + " Needs room for the new files until the old ones go.",
    mixinStandardHelpOptions = true)
final class CompactCommand implements Callable<Integer> {
  private static final double NANOS_PER_MILLI = 1e6;

  @Parameters(index = "0", paramLabel = "STORE", description = "The store's folder.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path store;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "MAP",
      description = "These maps, for example /maps/prices; default: those that are worth it.")
  private List<String> maps = List.of();

  @Option(
      names = "--free",
      paramLabel = "SHARE",
      defaultValue = "0.2",
      description =
          "Without MAP: those of whose file at least this share is free, from 0 to 1;"
              + " ${DEFAULT-VALUE}.")
  private double free = 0.2;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() {
    if (!(free >= 0 && free <= 1)) {
      throw new UsageException("--free is " + free + ", expected a share from 0 to 1");
    }
    if (!Files.exists(store.resolve("store.vtr"))) {
      throw new StoreException(store + ": is not a store: it has no store.vtr");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (Store in = Stores.open(store)) {
      List<CompactionReport> reports =
          maps.isEmpty() ? in.compact(new CompactOptions(free, 1)) : named(in);
      reports.forEach(report -> out.println(text(report)));
      if (reports.isEmpty()) {
        out.println("nothing to compact");
      }
    }
    return 0;
  }

  private List<CompactionReport> named(Store in) {
    var reports = new ArrayList<CompactionReport>();
    for (String map : maps) {
      String path = map.startsWith("/") ? map : "/maps/" + map;
      CompactionReport report = in.compact(path);
      if (report == null) {
        throw new StoreException(store + ": has no collection " + path);
      }
      reports.add(report);
    }
    return reports;
  }

  private static String text(CompactionReport report) {
    return String.format(
        Locale.ROOT,
        "%s: %,d entries, %,d bytes, before %,d; writers waited for %.1f ms at the most",
        report.path(),
        report.entries(),
        report.bytesAfter(),
        report.bytesBefore(),
        report.pauseNanos() / NANOS_PER_MILLI);
  }
}
