package io.vitrine.bench.net;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.WarmUp;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjDoubleConsumer;
import org.HdrHistogram.Histogram;

/** Lookups over a connection: one after the other, or many on their way. For one thread. */
public final class RoundTrips {
  private static final double NANOS_PER_SECOND = 1e9;

  private RoundTrips() {}

  /**
   * One after the other: tells percentiles in nanoseconds.
   *
   * @param peer the system
   * @param port of its server
   * @param wiring how the client is connected
   * @param span how long to measure
   * @param tell told of the results
   * @throws Exception if the connection fails
   */
  public static void closedLoop(
      Peer peer, int port, Wiring wiring, Span span, ObjDoubleConsumer<String> tell)
      throws Exception {
    var random = new SplittableRandom();
    var times = new Histogram(3);
    long before = 0;
    try (Line line = Lines.open(peer, port, wiring)) {
      long begin = System.nanoTime();
      long end = span.end(begin);
      long measured = span.measured(begin);
      long now = begin;
      for (long round = 0; now - end < 0; round++) {
        if (WarmUp.beginsAnew(round, measured - now)) {
          times.reset();
          before = Allocation.ofAll();
        }
        Object found = line.get(random.nextInt(Line.KEYS));
        long then = System.nanoTime();
        if (found == null) {
          throw new IllegalStateException("a lookup found nothing");
        }
        times.recordValue(then - now);
        now = then;
      }
      double counted = times.getTotalCount();
      tell.accept("allocated", (Allocation.ofAll() - before) / counted);
    }
    tell.accept("p50", (double) times.getValueAtPercentile(50));
    tell.accept("p99", (double) times.getValueAtPercentile(99));
  }

  /**
   * Many on their way: tells lookups a second. Each that is answered makes the next.
   *
   * @param peer the system
   * @param port of its server
   * @param wiring how the client is connected
   * @param inFlight how many
   * @param span how long to measure
   * @param tell told of the results
   * @throws Exception if the connection fails
   */
  public static void pipeline(
      Peer peer, int port, Wiring wiring, int inFlight, Span span, ObjDoubleConsumer<String> tell)
      throws Exception {
    try (Line line = Lines.open(peer, port, wiring)) {
      var lanes = new Lanes(line, inFlight);
      for (int i = 0; i < inFlight; i++) {
        lanes.next(i);
      }
      Thread.sleep(span.warmUpMillis());
      long begin = System.nanoTime();
      long before = lanes.done.get();
      long allocated = Allocation.ofAll();
      Thread.sleep(span.millis());
      double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
      long done = lanes.done.get() - before;
      tell.accept("rate", done / seconds);
      tell.accept("allocated", (double) (Allocation.ofAll() - allocated) / done);
      lanes.stop();
    }
  }

  /** Lookups of which each that is answered makes the next. */
  private static final class Lanes {
    private final Line line;
    private final CountDownLatch ended;
    private final AtomicLong done = new AtomicLong();
    private volatile boolean stopped;

    Lanes(Line line, int count) {
      this.line = line;
      this.ended = new CountDownLatch(count);
    }

    void next(int number) {
      if (stopped) {
        ended.countDown();
        return;
      }
      var _ =
          line.getAsync(number % Line.KEYS)
              .whenComplete((found, failure) -> {
                if (found == null || failure != null) {
                  throw new IllegalStateException("a lookup found nothing", failure);
                }
                done.incrementAndGet();
                next(number + 1);
              });
    }

    void stop() throws InterruptedException {
      stopped = true;
      if (!ended.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("lookups were not answered");
      }
    }
  }
}
