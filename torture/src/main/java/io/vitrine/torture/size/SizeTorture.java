package io.vitrine.torture.size;

import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code vitrine torture size}: one map to a size that is hard to get by. For one thread. */
@Command(
    name = "size",
    mixinStandardHelpOptions = true,
    description =
        "Fills one map, from empty and without a hint, to so many entries and so many bytes of"
            + " values. Verifies a sample on the way, the count, every entry in a walk, and a"
            + " sample again after opening anew; tells speed, space and memory. Fails if the time"
            + " is up before.")
public final class SizeTorture extends Torture {
  private static final int SAMPLE = 200_000;
  private static final int SAMPLE_A_LOOK = 10_000;

  @Option(
      names = "--entries",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "How many entries (default: ${DEFAULT-VALUE}).")
  private long entries;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      defaultValue = "200m",
      converter = ByteSize.class,
      description = "How many bytes all values have together (default: ${DEFAULT-VALUE}).")
  private long bytes;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "2",
      description = "How many threads fill (default: ${DEFAULT-VALUE}).")
  private int threads;

  /** Called by picocli. */
  public SizeTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException, InterruptedException {
    if (entries < 1 || threads < 1 || bytes / entries < 16 || bytes / entries > 1 << 20) {
      throw usage("--entries and --threads must be 1 or more, --bytes 16 to 1048576 an entry");
    }
    long room = Files.getFileStore(run.folder()).getUsableSpace();
    if (room / 3 * 2 < bytes + 64 * entries) {
      throw usage(
          "--bytes is " + bytes + ", but " + run.folder() + " has room for " + room + " only");
    }
    Path folder = run.folder().resolve("store");
    int mean = (int) (bytes / entries);
    try (Store store = Stores.open(folder, new StoreOptions(0))) {
      new Fill(run, store, entries, mean).by(threads);
      walk(run, store, mean);
    }
    long begin = System.nanoTime();
    try (Store store = Stores.open(folder, new StoreOptions(0))) {
      long size = Contents.map(store).size();
      run.say(String.format(Locale.ROOT, "opened anew in %.1f ms", millisSince(begin)));
      expect("entries after opening anew", size, entries);
      sample(run, new Contents(store, mean));
    }
  }

  private static double millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e6;
  }

  private static void expect(String what, long found, long expected) {
    if (found != expected) {
      throw new TortureFailure(what + ": " + found + ", expected " + expected);
    }
  }

  /** Meets every entry once. */
  private void walk(TortureRun run, Store store, int mean) {
    expect("entries counted by the map", Contents.map(store).size(), entries);
    var contents = new Contents(store, mean);
    long[] met = {0, 0};
    Contents.map(store)
        .forEach((key, value) -> {
          contents.verify(key, value);
          met[0]++;
          met[1] += key;
          run.progress();
        });
    expect("entries that a walk meets", met[0], entries);
    expect("sum of the keys that a walk meets", met[1], entries * (entries - 1) / 2);
    run.count("entries met in a walk", met[0]);
  }

  private void sample(TortureRun run, Contents contents) {
    Random random = run.random(1);
    long begin = System.nanoTime();
    for (int i = 0; i < SAMPLE; i++) {
      contents.verify(random.nextLong(entries));
      contents.verifyAbsent(entries + random.nextLong(entries));
      if (i % SAMPLE_A_LOOK == 0) {
        run.progress();
      }
    }
    run.count("lookups at random", 2 * SAMPLE);
    run.say(
        String.format(
            Locale.ROOT, "%,d lookups at random in %.0f ms", 2 * SAMPLE, millisSince(begin)));
  }
}
