package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;

/** Passes of several threads over the same work, each of which is timed. For one thread. */
final class Passes {
  private static final double NANOS_PER_SECOND = 1e9;

  private final int threads;
  private final Map<String, List<Pass>> made = new HashMap<>();

  Passes(int threads) {
    this.threads = threads;
  }

  private record Pass(double rate, double allocated) {}

  /**
   * Lets each thread do its part, all at the same time.
   *
   * @param what name of the work
   * @param count elements that all threads go through together
   * @param part is given the number of the thread
   */
  void run(String what, long count, LongConsumer part) throws InterruptedException {
    var running = new ArrayList<Thread>();
    long allocated = Allocation.ofAll();
    long start = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      long number = i;
      running.add(Thread.ofPlatform().start(() -> part.accept(number)));
    }
    for (Thread thread : running) {
      thread.join();
    }
    long nanos = System.nanoTime() - start;
    double bytes = Allocation.ofAll() - allocated;
    made.computeIfAbsent(what, _ -> new ArrayList<>())
        .add(new Pass(count * NANOS_PER_SECOND / nanos, bytes / count));
  }

  /** Elements a second, the median of the last passes. */
  double rate(String what, int last) {
    return median(what, last, Pass::rate);
  }

  /** Bytes for an element, the median of the last passes. */
  double allocated(String what, int last) {
    return median(what, last, Pass::allocated);
  }

  private double median(String what, int last, ToDoubleFunction<Pass> figure) {
    List<Pass> all = made.get(what);
    if (all == null || all.size() < last) {
      throw new IllegalStateException(
          what + " was made " + (all == null ? 0 : all.size()) + " times");
    }
    double[] figures =
        all.subList(all.size() - last, all.size()).stream().mapToDouble(figure).sorted().toArray();
    return figures[last / 2];
  }
}
