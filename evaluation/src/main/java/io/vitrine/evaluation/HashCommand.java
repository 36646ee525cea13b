package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code vitrine hash}: evaluates hash strategies on keys of the user. For one thread. */
@Command(
    name = "vitrine hash",
    mixinStandardHelpOptions = true,
    version = "vitrine 0.1.0",
    description =
        "Evaluates hash strategies on a file of keys: collisions, avalanche, speed, real maps, and"
            + " keys made to collide. Prints a table, and writes all figures as JSON and as a page"
            + " with pictures.")
final class HashCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // Set before the command runs.
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "UTF-8 text with one key a line, or the same compressed by gzip, in a file or a pipe"
              + " (default: 104,334 English words). Lines end at LF, CR or CR LF; empty ones are"
              + " passed over, repeated keys count once.")
  private @Nullable Path keys;

  @Option(
      names = "--max-keys",
      paramLabel = "N",
      defaultValue = "500000",
      description =
          "Draw exactly so many of the different keys if there are more, each with the same chance"
              + " and the same ones every time (default: ${DEFAULT-VALUE}); never more than 64 Mi"
              + " characters of them.")
  private int maxKeys;

  @Option(
      names = "--strategies",
      split = ",",
      paramLabel = "NAME[:SEED]",
      description = "Evaluate only these (default: all); --list tells the names.")
  private List<String> names = List.of();

  @Option(names = "--list", description = "Print the names of the strategies and end.")
  private boolean list;

  @Option(
      names = "--quick",
      description = "Measure speed in one round only, and try fewer keys for avalanche.")
  private boolean quick;

  @Option(
      names = "--thorough",
      description =
          "Measure speed at more lengths and in 5 rounds, and try more keys for avalanche; takes"
              + " three times as long.")
  private boolean thorough;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description =
          "Begin no further round of measuring speed that would not end within so many minutes of"
              + " all; the first is always made (default: 3, with --thorough: 30).")
  private @Nullable Integer minutes;

  @Option(
      names = "--tables",
      description = "Print all by length, too: speed, avalanche, collisions, as Markdown.")
  private boolean tables;

  @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with pictures; it is one file and needs no network.")
  private @Nullable Path html;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (list) {
      HashStrategies.names().forEach(spec.commandLine().getOut()::println);
      spec.commandLine().getOut().println("poly and any prime, for example poly127");
      return 0;
    }
    if (maxKeys < 1) {
      throw usage("--max-keys is " + maxKeys + ", expected 1 or more");
    }
    List<HashStrategy> strategies = strategies();
    Outputs outputs = Outputs.checked(keys, json, html);
    PrintWriter err = spec.commandLine().getErr();
    HashEvaluation evaluation =
        (keys == null ? HashEvaluation.ofWords() : HashEvaluation.ofFile(keys))
            .withMaxKeys(maxKeys)
            .withStrategies(strategies)
            .withEffort(effort())
            .withProgress(step -> {
              err.println(step);
              err.flush();
            });
    if (minutes != null) {
      evaluation = evaluation.withLimit(Duration.ofMinutes(minutes));
    }
    HashReport report = evaluation.run();
    // The table first: it is there whatever becomes of the files.
    spec.commandLine().getOut().println(report.table());
    if (tables) {
      spec.commandLine().getOut().println(report.tablesByLength());
    }
    spec.commandLine().getOut().flush();
    var failures = new ArrayList<String>();
    report.unmeasured().forEach((name, why) -> failures.add(Notes.unmeasured(name, why)));
    failures.addAll(outputs.write(report));
    failures.forEach(each -> err.println("vitrine hash: " + each));
    err.flush();
    return failures.isEmpty() ? 0 : 1;
  }

  private Effort effort() {
    if (quick && thorough) {
      throw usage("--quick and --thorough exclude each other");
    }
    if (minutes != null && minutes < 1) {
      throw usage("--minutes is " + minutes + ", expected 1 or more");
    }
    return quick ? Effort.QUICK : thorough ? Effort.THOROUGH : Effort.NORMAL;
  }

  private List<HashStrategy> strategies() {
    if (names.isEmpty() && spec.commandLine().getParseResult().hasMatchedOption("--strategies")) {
      throw usage("--strategies names none; --list tells which there are");
    }
    if (spec.findOption("--strategies").originalStringValues().stream()
        .anyMatch(text -> text.endsWith(","))) {
      throw usage("--strategies ends with a comma, expected a name behind it");
    }
    List<String> wanted = names.isEmpty() ? HashStrategies.names() : names;
    var strategies = new ArrayList<HashStrategy>();
    Set<String> seen = new HashSet<>();
    for (String each : wanted) {
      HashStrategy strategy = strategy(each);
      if (!seen.add(strategy.name())) {
        throw usage("--strategies names " + strategy.name() + " twice");
      }
      strategies.add(strategy);
    }
    return strategies;
  }

  private HashStrategy strategy(String text) {
    try {
      return text.contains(":") ? HashStrategies.parse(text) : HashStrategies.of(text, 0);
    } catch (IllegalArgumentException e) {
      throw usage("--strategies: " + e.getMessage());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
