package io.vitrine.torture.size;

import io.vitrine.store.MapInfo;
import io.vitrine.store.Store;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/** The filling of a map by several threads, batch by batch. Used once. */
final class Fill {
  private static final int BATCH = 1_000;
  private static final int REMEMBERED = 4_096;
  private static final long TELL_NANOS = 10_000_000_000L;
  private static final Path STATUS = Path.of("/proc/self/status");

  private final TortureRun run;
  private final Store store;
  private final long entries;
  private final int mean;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong valueBytes = new AtomicLong();
  private final AtomicLong longestNanos = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  Fill(TortureRun run, Store store, long entries, int mean) {
    this.run = run;
    this.store = store;
    this.entries = entries;
    this.mean = mean;
  }

  /** Fills the map. */
  void by(int threads) throws InterruptedException {
    long begin = System.nanoTime();
    long told = begin;
    var workers = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      Random random = run.random(100 + i);
      workers.add(Thread.ofPlatform().daemon().start(() -> work(random)));
    }
    for (Thread worker : workers) {
      while (!worker.join(Duration.ofSeconds(1))) {
        if (System.nanoTime() - told > TELL_NANOS) {
          told = System.nanoTime();
          tell(begin);
        }
      }
    }
    Throwable found = failure.get();
    if (found != null) {
      throw new TortureFailure("a thread that fills has failed: " + found, found);
    }
    tell(begin);
    run.count("entries", done.get());
    run.count("bytes of values", valueBytes.get());
    if (done.get() < entries) {
      throw new TortureFailure(
          "only " + done + " of " + entries + " entries in this time: give it more --seconds");
    }
  }

  private void work(Random random) {
    try {
      var contents = new Contents(store, mean);
      long[] mine = new long[REMEMBERED];
      int batches = 0;
      while (run.goesOn() && failure.get() == null) {
        long from = next.getAndAdd(BATCH);
        if (from >= entries) {
          return;
        }
        batch(contents, from, Math.min(entries, from + BATCH));
        mine[batches++ % REMEMBERED] = from;
        contents.verify(mine[random.nextInt(Math.min(batches, REMEMBERED))]);
      }
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
    }
  }

  private void batch(Contents contents, long from, long to) {
    long sum = 0;
    long longest = 0;
    long before = System.nanoTime();
    for (long key = from; key < to; key++) {
      sum += contents.put(key);
      long now = System.nanoTime();
      longest = Math.max(longest, now - before);
      before = now;
    }
    valueBytes.addAndGet(sum);
    done.addAndGet(to - from);
    longestNanos.accumulateAndGet(longest, Math::max);
  }

  private void tell(long begin) {
    MapInfo info = Objects.requireNonNull(store.describe(Contents.map(store).path()));
    double seconds = (System.nanoTime() - begin) / 1e9;
    Runtime heap = Runtime.getRuntime();
    run.say(
        String.format(
            Locale.ROOT,
            "%,d entries, %,.0f a second, longest put %.1f ms; values %,d MiB, file %,d MiB, heap"
                + " %d MiB, resident %s",
            done.get(),
            done.get() / seconds,
            longestNanos.getAndSet(0) / 1e6,
            valueBytes.get() >> 20,
            info.bytes() >> 20,
            (heap.totalMemory() - heap.freeMemory()) >> 20,
            resident()));
  }

  /** Memory of this process without that of files, as the kernel tells. */
  private static String resident() {
    if (!Files.exists(STATUS)) {
      return "unknown";
    }
    try (Stream<String> lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith("RssAnon:"))
          .map(line -> (Long.parseLong(line.replaceAll("\\D", "")) >> 10) + " MiB besides files")
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
