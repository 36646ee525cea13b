package io.vitrine.remote.cli;

import io.vitrine.collections.Description;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.YamlWriter;
import io.vitrine.store.MapStatistics;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what is known of a collection. */
@Command(
    name = "describe",
    description = "Print what is known of a collection, as YAML.",
    mixinStandardHelpOptions = true)
final class DescribeCommand extends CollectionCommand {
  @Parameters(paramLabel = "PATH", description = "Path of the collection.")
  private String path = "";

  @Override
  int run(Vitrine vitrine, PrintWriter out) {
    Description of = vitrine.describe(path);
    if (of == null) {
      throw new IllegalArgumentException(
          "there is no collection " + path + "; create it or list what is there");
    }
    print(out, "path", of.path());
    if (Target.isList(of.path())) {
      print(out, "element", of.valueType());
    } else if (Target.isSet(of.path())) {
      print(out, "element", of.keyType());
    } else {
      print(out, "key", of.keyType());
      print(out, "value", of.valueType());
    }
    print(out, "hash", of.hash());
    if (of.hashSeed() != null) {
      print(out, "hashSeed", of.hashSeed());
    }
    print(out, "segments", of.segments());
    print(out, "size", of.entries());
    print(out, "bytes", of.bytes());
    print(out, "takeovers", of.takeovers());
    print(out, "epoch", of.epoch());
    print(out, "revision", of.revision());
    MapStatistics statistics = vitrine.statistics(path);
    if (statistics != null) {
      print(out, statistics);
    }
    return 0;
  }

  /** What only a process tells that has the store open. */
  private static void print(PrintWriter out, MapStatistics statistics) {
    print(out, "tombstones", statistics.tombstones());
    print(out, "tableLines", statistics.tableLines());
    print(out, "tableSlots", statistics.tableSlots());
    print(out, "load", statistics.load());
    print(out, "liveBytes", statistics.liveBytes());
    print(out, "freeBlockBytes", statistics.freeBlockBytes());
    print(out, "freeRunBytes", statistics.freeRunBytes());
    print(out, "allocatedBytes", statistics.allocatedBytes());
    print(out, "tableGrowths", statistics.tableGrowths());
    print(out, "fileGrowths", statistics.fileGrowths());
  }

  private static void print(PrintWriter out, String name, Object value) {
    out.println(name + ": " + YamlWriter.write(value));
  }
}
