package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.Vitrine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How long updates of two writers take beside subscribers, of which one, in every other phase, does
 * not come back from what it was told. For one thread.
 */
final class StuckTask {
  private static final int WRITERS = 2;
  private static final int PHASES = 6;
  private static final long KEYS = 100_000;
  private static final long PAUSE_NANOS = 100_000;

  private final Phaser gate = new Phaser(1);
  private volatile boolean sticks;

  private StuckTask() {}

  static void run(Job job) throws Exception {
    new StuckTask().measure(job);
  }

  private void measure(Job job) throws InterruptedException, ExecutionException {
    int subscribers = (int) job.number("subscribers");
    long millis = job.number("millis");
    try (Vitrine vitrine = Vitrine.open(job.folder());
        var threads = Executors.newFixedThreadPool(WRITERS)) {
      ObservableMap<Long, Long> map = vitrine.map("events", Long.class, Long.class);
      var subscriptions = new ArrayList<Subscription<?>>();
      var options = SubscriptionOptions.<Long, Long>all().withoutBootstrap();
      for (int i = 1; i < subscribers; i++) {
        subscriptions.add(map.subscribe(options, new Reading()));
      }
      subscriptions.add(map.subscribe(options, new Sticking()));
      for (int phase = -2; phase < PHASES; phase++) { // the first two to warm up
        boolean stuck = phase % 2 != 0;
        sticks = stuck;
        Written written = phase(map, threads::submit, millis);
        Histogram times = written.times;
        sticks = false;
        gate.arrive(); // lets it go
        if (phase >= 0) {
          String kind = (stuck ? "stuck-" : "free-") + phase;
          job.tell(kind + "-p50", times.getValueAtPercentile(50));
          job.tell((stuck ? "stuck" : "free") + "-allocated", written.allocated());
          job.tell(kind + "-p99", times.getValueAtPercentile(99));
        }
      }
      subscriptions.forEach(Subscription::cancel);
    }
  }

  /**
   * What writers did.
   *
   * @param times of their updates
   * @param bytes that they allocated, on their threads
   */
  private record Written(Histogram times, long bytes) {
    double allocated() {
      return (double) bytes / times.getTotalCount();
    }
  }

  /** Runs something on a thread. */
  @FunctionalInterface
  private interface Starter {
    Future<Written> start(Callable<Written> task);
  }

  private static Written phase(ObservableMap<Long, Long> map, Starter starter, long millis)
      throws InterruptedException, ExecutionException {
    List<Future<Written>> writers = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (int i = 0; i < WRITERS; i++) {
      writers.add(starter.start(() -> write(map, end)));
    }
    var all = new Histogram(3);
    long bytes = 0;
    for (Future<Written> writer : writers) {
      all.add(writer.get().times);
      bytes += writer.get().bytes;
    }
    return new Written(all, bytes);
  }

  private static Written write(ObservableMap<Long, Long> map, long end) {
    var times = new Histogram(3);
    var draw = new Draw(KEYS);
    long before = Allocation.bytes();
    for (long now = System.nanoTime(); now - end < 0; now = System.nanoTime()) {
      map.set(draw.next(), now);
      times.recordValue(System.nanoTime() - now);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return new Written(times, Allocation.bytes() - before);
  }

  /** Sees everything. */
  private static class Reading implements Subscriber<MapEvent<Long, Long>> {
    private long sum;

    @Override
    public void onNext(MapEvent<Long, Long> event, long revision) {
      Long value = event.value();
      sum += value == null ? 0 : value;
    }

    @Override
    public String toString() {
      return "sum " + sum;
    }
  }

  /** Waits in the middle of an event as long as it is told to. */
  private final class Sticking extends Reading {
    @Override
    public void onNext(MapEvent<Long, Long> event, long revision) {
      int phase = gate.getPhase();
      if (sticks) {
        gate.awaitAdvance(phase);
      }
      super.onNext(event, revision);
    }
  }
}
