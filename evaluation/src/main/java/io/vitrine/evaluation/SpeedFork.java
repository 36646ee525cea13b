package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The way in of a process that measures one strategy and prints what it finds, a line each. It
 * reads a {@link SpeedJob} from its standard input, and ends when that does: with the process that
 * started it, however that ends.
 */
final class SpeedFork {
  /** What a line begins with that tells a result: others are of the JVM, or of a strategy. */
  static final String RESULT = "@";

  /** The word that tells in place of a result why there is none. */
  static final String FAILED = "failed";

  /** The exit code of one that was left alone. */
  static final int ORPHANED = 3;

  private final PrintStream out;
  private final SpeedJob job;

  private SpeedFork(PrintStream out, SpeedJob job) {
    this.out = out;
    this.job = job;
  }

  static void main(String[] args) throws IOException {
    var out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err); // for strategies that have something to say
    var in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
    var fork = new SpeedFork(out, SpeedJob.read(in));
    endWith(in);
    int status = 0;
    try {
      fork.measure();
    } catch (Exception | Error e) {
      e.printStackTrace();
      out.println(RESULT + FAILED + " " + e.toString().replaceAll("\\s+", " "));
      status = 1;
    }
    out.flush();
    Runtime.getRuntime().halt(status); // whatever threads a strategy has started
  }

  /** Ends the process as soon as nobody can tell it anything any more. */
  private static void endWith(InputStream in) {
    Thread.ofPlatform()
        .daemon()
        .name("vitrine-end-with-parent")
        .start(() -> {
          try {
            while (in.read() >= 0) {
              // nobody writes here
            }
          } catch (IOException _) {
            // as good as its end
          }
          Runtime.getRuntime().halt(ORPHANED);
        });
  }

  private void measure() throws ReflectiveOperationException {
    AdaptedStrategies.register();
    if (!job.registration().isEmpty()) {
      Class.forName(job.registration())
          .asSubclass(Runnable.class)
          .getConstructor()
          .newInstance()
          .run();
    }
    HashStrategy strategy = strategy();
    if (HashStrategies.selfTest(strategy) != job.selfTest()) {
      throw new IllegalStateException(
          "hash strategy " + strategy.name() + " hashes otherwise in the process that measures it");
    }
    if (job.task() == SpeedJob.Task.MAPS) {
      maps(strategy);
    } else {
      hashes(strategy);
    }
  }

  private HashStrategy strategy() {
    String name = job.strategy();
    if (name.equals(NoHash.NAME)) {
      return new NoHash();
    }
    if (Plain31.names().contains(name)) {
      return Plain31.of(name);
    }
    return HashStrategies.of(name, job.seed());
  }

  private void hashes(HashStrategy strategy) {
    var watch = new Stopwatch(strategy);
    watch.arrays(job.lengths()).forEach((length, nanos) -> tell("bytes", length, nanos));
    if (!strategy.name().equals(Plain31.VECTOR)) { // The JDK has no such method for a range.
      watch
          .chained(job.chainedLengths())
          .forEach((length, nanos) -> tell("chained", length, nanos));
    }
    if (strategy.name().equals(NoHash.NAME)) {
      return;
    }
    if (!Plain31.names().contains(strategy.name())) {
      tell("long", Long.BYTES, watch.numbers());
    }
    // All kinds in one process, which has met all of them: strategies are registered with each.
    for (TextKind kind : TextKind.values()) {
      watch
          .texts(job.textLengths(), kind)
          .forEach((length, nanos) -> tell(kind.label(), length, nanos));
    }
  }

  private void maps(HashStrategy strategy) {
    List<String> keys = job.keys();
    MapWatch.OnHeap heap = MapWatch.heap(strategy, keys);
    tell("heapPut", keys.size(), heap.put());
    tell("heapGet", keys.size(), heap.get());
    List<String> shorter = keys.stream().filter(MapWatch::fitsStore).toList();
    MapWatch.InStore store = MapWatch.store(strategy, shorter);
    tell("storePut", keys.size(), store.put());
    tell("storeGet", keys.size(), store.get());
    tell("storeMeanLines", keys.size(), store.lookups().meanLines());
    tell(
        "storeMostLines",
        keys.size(),
        keys.isEmpty() ? Double.NaN : (double) store.lookups().mostLines());
    Flood flood = Flood.of(strategy);
    tell("floodPut", Adversary.FLOOD, flood.floodPut());
    tell("floodGet", Adversary.FLOOD, flood.floodGet());
    tell("randomPut", Adversary.FLOOD, flood.randomPut());
    tell("randomGet", Adversary.FLOOD, flood.randomGet());
  }

  private void tell(String what, int length, double value) {
    tell(what, length, List.of(value));
  }

  private void tell(String what, int length, List<Double> values) {
    Stream<String> shown = values.stream().map(each -> String.format(Locale.ROOT, "%.4f", each));
    out.println(RESULT + what + " " + length + " " + String.join(" ", shown.toList()));
  }
}
