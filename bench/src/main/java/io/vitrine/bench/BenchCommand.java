package io.vitrine.bench;

import io.vitrine.bench.call.Counters;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.report.Comparison;
import io.vitrine.bench.report.Joined;
import io.vitrine.bench.report.Page;
import io.vitrine.bench.report.RunFile;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code vitrine bench}: measures Vitrine and its peers. For one thread. */
@Command(
    name = "vitrine bench",
    mixinStandardHelpOptions = true,
    version = "vitrine 0.1.0",
    description =
        "Measures Vitrine, Chronicle Map, LMDB, RocksDB, MapDB, MVStore, Redis, hash functions and"
            + " others, each in JVMs of its own that take turns. In the table, 'x 2.00' means that"
            + " a system takes twice as long as Vitrine, or does half as much in the same time.")
final class BenchCommand implements Callable<Integer> {
  private static final Pattern BYTES = Pattern.compile("(\\d{1,5})([kK]?)");

  /** More than anybody has the memory for; what is above is a slip of the keyboard. */
  private static final long MOST_ENTRIES = 1_000_000_000;

  private static final Pattern COUNT = Pattern.compile("(\\d+)([kKmM]?)");

  /** Options of who measures. */
  private static final List<String> MEASURING =
      List.of(
          "--quick",
          "--only",
          "--list",
          "--systems",
          "--entries",
          "--values",
          "--threads",
          "--keys",
          "--counters",
          "--where",
          "--rounds");

  @SuppressWarnings("NullAway.Init") // Set before the command runs.
  @Spec
  private CommandSpec spec;

  @Option(names = "--quick", description = "Be done in less than five minutes.")
  private boolean quick;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "Measure only this; --list tells the names.")
  private Set<String> only = new LinkedHashSet<>();

  @Option(
      names = "--list",
      description = "Print the names of the measurements, with --only of these, and end.")
  private boolean list;

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "NAME",
      description =
          "Measure only these: vitrine, chronicle-map, hash-map, mapdb, lmdb, rocksdb, mvstore,"
              + " hash4j, zero-allocation-hashing, jdk, chronicle-wire, jackson, snakeyaml-engine,"
              + " netty, agrona, chronicle-queue, aeron, redis-lettuce, redis-jedis, machine.")
  private List<String> systems = List.of();

  @Option(
      names = "--entries",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of entries (default: 1M,10M, and 1K to 10M for scale; with --quick: 1M, and"
              + " 1K to 1M for scale).")
  private List<String> entries = List.of();

  @Option(
      names = "--values",
      split = ",",
      paramLabel = "BYTES",
      description =
          "Sizes of values. With this, --threads or --keys calls are measured in each combination"
              + " of what is given (otherwise values of 64 bytes, one thread, keys long).")
  private List<String> values = List.of();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "How many threads call at once.")
  private List<Integer> threads = List.of();

  @Option(
      names = "--keys",
      split = ",",
      paramLabel = "KIND",
      description = "Kinds of keys: long, string.")
  private List<String> keys = List.of();

  @Option(
      names = "--counters",
      split = ",",
      paramLabel = "EVENT",
      description =
          "What the processor counts with each call, as 'perf list' has it (default: cycles,"
              + " instructions, cache-misses, branch-misses, where the machine can count them).")
  private List<String> counters = Counters.DEFAULTS;

  @Option(
      names = "--where",
      split = ",",
      paramLabel = "DIR",
      description =
          "Folders for the files (default: /dev/shm, where there is one, and the folder for"
              + " temporary files). The first has most of the maps, the last what waits for a"
              + " disk.")
  private List<Path> where = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many JVMs measure the same (default: 3; with --quick: 1).")
  private @Nullable Integer rounds;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Write the results, or the comparison, as JSON. If the run is interrupted: what there is,"
              + " marked as not complete.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with charts; it is one file and needs no network.")
  private @Nullable Path html;

  @Option(
      names = "--read",
      split = ",",
      paramLabel = "FILE",
      description =
          "Measure nothing: take the results that --json wrote, for --html. Several files become"
              + " one page; what more than one has is taken from the first of them.")
  private List<Path> read = List.of();

  @Option(
      names = "--compare",
      arity = "2",
      paramLabel = "FILE",
      description =
          "Measure nothing: tell what changed beyond the spread from the results in the first file,"
              + " which --json wrote, to those in the second.")
  private List<Path> compare = List.of();

  @Override
  public Integer call() throws IOException {
    checkWritable("--json", json);
    checkWritable("--html", html);
    checkOptions();
    if (!compare.isEmpty()) {
      return compare();
    }
    if (!read.isEmpty()) {
      return draw();
    }
    return list ? list() : measure();
  }

  /** Nothing that is given is left aside in silence, and no file is written over another. */
  private void checkOptions() {
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      if (option.getValue() instanceof Collection<?> named && named.isEmpty()) {
        throw usage(option.longestName() + " names nothing, expected at least one");
      }
    }
    if (list && (json != null || html != null)) {
      throw usage("--list prints names: give no --json and no --html");
    }
    if (!compare.isEmpty() || !read.isEmpty()) {
      for (String option : MEASURING) {
        if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
          throw usage("--compare and --read measure nothing: give no " + option);
        }
      }
    }
    var inputs = new ArrayList<>(compare);
    inputs.addAll(read);
    for (Path input : inputs) {
      checkApart("--json", json, input);
      checkApart("--html", html, input);
    }
    if (html != null) {
      checkApart("--json", json, html);
    }
  }

  private void checkApart(String option, @Nullable Path file, Path other) {
    if (file != null && real(file).equals(real(other))) {
      throw usage(option + " is " + file + ", which another option names, too");
    }
  }

  /** The same for all names of one file, whether or not it is there. */
  private static Path real(Path file) {
    Path absolute = file.toAbsolutePath();
    try {
      Path folder = absolute.getParent();
      return Files.exists(file) || folder == null
          ? file.toRealPath()
          : folder.toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      return absolute.normalize();
    }
  }

  private int list() {
    Settings settings = settings(List.of());
    checkNames(settings);
    Plan.listed(settings).forEach(spec.commandLine().getOut()::println);
    return 0;
  }

  /** Tells what changed from one run to another. */
  private int compare() throws IOException {
    if (html != null || !read.isEmpty()) {
      throw usage("--compare takes two files, and writes text and --json only");
    }
    if (compare.size() != 2) {
      throw usage("--compare takes two files, found " + compare.size());
    }
    var comparison =
        Comparison.of(RunFile.read(compare.getFirst()), RunFile.read(compare.getLast()));
    spec.commandLine().getOut().println(comparison.text());
    if (json != null) {
      ResultsFile.write(json, Json.of(comparison.tree()) + "\n");
    }
    return 0;
  }

  /** Makes the page of results that are there. */
  private int draw() throws IOException {
    if (html == null || json != null) {
      throw usage("--read makes a page of results that are there: give --html, and no --json");
    }
    var runs = new ArrayList<RunFile>();
    for (Path file : read) {
      runs.add(RunFile.read(file));
    }
    var joined = Joined.of(runs);
    joined.notes().forEach(spec.commandLine().getOut()::println);
    ResultsFile.write(html, Page.of(joined.text(), joined.notes()));
    return 0;
  }

  private int measure() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Counters counted = Counters.find(counters);
    Settings settings = settings(counted.events());
    checkNames(settings);
    checkSystems(settings);
    checkConditions(settings);
    long start = System.nanoTime();
    var report = new Report(out);
    Map<String, Object> machine = Machine.describe(settings);
    machine.put("counters", counted.why());
    report.machine(machine);
    try (var session = session(settings, report)) {
      List<Result> results = session.run();
      machine.put("seconds", Duration.ofNanos(System.nanoTime() - start).toSeconds());
      machine.put("complete", session.isComplete());
      String leftOut = session.leftOut();
      if (leftOut != null) {
        machine.put("left out", leftOut);
      }
      if (session.failures() > 0) {
        machine.put("failed", session.failures() + " measurements");
      }
      if (session.isComplete()) {
        write(Report.json(machine, results));
        return session.failures() == 0 ? 0 : 1;
      }
      machine.put("interrupted", "after " + session.made());
      writePart(machine, results);
      return 1;
    }
  }

  /** What an interrupted run has measured; where that is nothing, files of before stay. */
  private void writePart(Map<String, Object> machine, List<Result> results) throws IOException {
    if (json == null && html == null) {
      return;
    }
    PrintWriter err = spec.commandLine().getErr();
    if (results.isEmpty()) {
      err.println("nothing was measured, so nothing is written");
    } else {
      write(Report.json(machine, results));
      err.println("what was measured until then is written, marked as not complete");
    }
    err.flush();
  }

  private void write(String results) throws IOException {
    IOException failure = null;
    if (json != null) {
      try {
        ResultsFile.write(json, results);
      } catch (IOException e) {
        failure = e; // the page may have room, and it took as long to measure
      }
    }
    if (html != null) {
      Path from = json == null ? html : json;
      try {
        ResultsFile.write(html, Page.of(results, RunFile.parse(from, results).notes()));
      } catch (IOException e) {
        if (failure == null) {
          throw e;
        }
        failure = new IOException(failure.getMessage() + "; " + e.getMessage(), e);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private void checkNames(Settings settings) {
    Set<String> names = Plan.names(settings);
    for (String name : only) {
      if (!names.contains(name)) {
        throw usage("--only names " + name + ", expected of " + String.join(", ", names));
      }
    }
  }

  /** Measurements without any of the systems are left out, but not all of them. */
  private void checkSystems(Settings settings) {
    var possible = EnumSet.noneOf(Peer.class);
    Plan.of(settings).forEach(workload -> possible.addAll(workload.peers()));
    if (!possible.isEmpty() && Collections.disjoint(possible, settings.peers())) {
      throw usage(
          "--systems names "
              + String.join(", ", systems)
              + ", with which nothing of this is measured, expected of "
              + possible.stream().map(Peer::label).collect(Collectors.joining(", ")));
    }
  }

  /** No condition that somebody names is left aside in silence. */
  private void checkConditions(Settings settings) {
    String ignored = Conditions.ignored(settings);
    if (ignored != null) {
      throw usage(ignored);
    }
    if (spec.commandLine().getParseResult().hasMatchedOption("--counters")) {
      String uncounted = Conditions.uncounted(counters, settings);
      if (uncounted != null) {
        throw usage(uncounted);
      }
    }
  }

  @SuppressWarnings("SystemConsoleNull") // There is one that answers null, by an option.
  private Session session(Settings settings, Report report) throws IOException {
    Console console = System.console();
    return new Session(
        settings, report, spec.commandLine().getErr(), console != null && console.isTerminal());
  }

  /** Better now than after an hour. */
  private void checkWritable(String option, @Nullable Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw usage(option + " is " + file + ", expected a file in a folder that is there");
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw usage(option + " is " + file + ", which may not be written");
    }
  }

  private Settings settings(List<String> counted) {
    Set<Peer> peers = EnumSet.allOf(Peer.class);
    if (!systems.isEmpty()) {
      peers.clear();
      for (String system : systems) {
        try {
          peers.add(Peer.of(system));
        } catch (IllegalArgumentException e) {
          throw usage("--systems: " + e.getMessage());
        }
      }
    }
    if (rounds != null && rounds < 1) {
      throw usage("--rounds is " + rounds + ", expected 1 or more");
    }
    return new Settings(
        quick,
        rounds != null ? rounds : quick ? 1 : 3,
        rounds != null,
        Collections.unmodifiableSet(only),
        peers,
        folders(),
        counts(),
        matrix(),
        counted);
  }

  private Matrix matrix() {
    for (int count : threads) {
      if (count < 1) {
        throw usage("--threads has " + count + ", expected 1 or more");
      }
    }
    List<Integer> bytes = values.stream().map(this::bytes).distinct().toList();
    List<KeyKind> kinds = keys.stream().map(this::kind).distinct().toList();
    return new Matrix(bytes, threads.stream().distinct().toList(), kinds, scale());
  }

  private int bytes(String text) {
    Matcher matcher = BYTES.matcher(text);
    if (matcher.matches()) {
      int bytes = Integer.parseInt(matcher.group(1)) << (matcher.group(2).isEmpty() ? 0 : 10);
      if (bytes >= Long.BYTES) {
        return bytes;
      }
    }
    throw usage("--values has " + text + ", expected 8 or more, for example 64 or 1K");
  }

  private KeyKind kind(String text) {
    return switch (text) {
      case "long" -> KeyKind.LONG;
      case "string" -> KeyKind.STRING;
      default -> throw usage("--keys has " + text + ", expected long or string");
    };
  }

  /** Powers of ten, few of them, where nobody asks for anything else. */
  private List<Long> scale() {
    if (!entries.isEmpty()) {
      return counts();
    }
    return quick
        ? List.of(1000L, 100_000L, 1_000_000L)
        : List.of(1000L, 100_000L, 1_000_000L, 10_000_000L);
  }

  private List<Path> folders() {
    for (Path folder : where) {
      if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
        throw usage("--where has " + folder + ", expected a folder that may be written to");
      }
    }
    if (!where.isEmpty()) {
      return where.stream().distinct().toList();
    }
    Path memory = Path.of("/dev/shm");
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    if (!Files.isWritable(memory)) {
      return List.of(temporary);
    }
    return List.of(memory, temporary);
  }

  private List<Long> counts() {
    if (entries.isEmpty()) {
      return quick ? List.of(1_000_000L) : List.of(1_000_000L, 10_000_000L);
    }
    return entries.stream().map(this::count).distinct().sorted().toList();
  }

  private long count(String text) {
    Matcher matcher = COUNT.matcher(text);
    if (!matcher.matches() || text.length() > 10 || matcher.group(1).matches("0*")) {
      throw usage("--entries has " + text + ", expected for example 1000000, 500K or 10M");
    }
    long factor =
        switch (matcher.group(2)) {
          case "k", "K" -> 1000;
          case "m", "M" -> 1_000_000;
          default -> 1;
        };
    long count = Long.parseLong(matcher.group(1)) * factor;
    if (count > MOST_ENTRIES) {
      throw usage("--entries has " + text + ", expected 1000M at the most");
    }
    return count;
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
