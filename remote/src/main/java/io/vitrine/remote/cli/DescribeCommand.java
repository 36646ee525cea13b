package io.vitrine.remote.cli;

import io.vitrine.collections.Description;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.YamlWriter;
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
    print(out, "key", of.keyType());
    print(out, "value", of.valueType());
    print(out, "hash", of.hash());
    print(out, "hashSeed", of.hashSeed());
    print(out, "segments", of.segments());
    print(out, "size", of.entries());
    print(out, "bytes", of.bytes());
    print(out, "takeovers", of.takeovers());
    print(out, "epoch", of.epoch());
    print(out, "revision", of.revision());
    return 0;
  }

  private static void print(PrintWriter out, String name, Object value) {
    out.println(name + ": " + YamlWriter.write(value));
  }
}
