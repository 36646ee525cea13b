package io.vitrine.bench.net;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.WarmUp;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ObjDoubleConsumer;
import org.HdrHistogram.Histogram;

/** How long it takes from a change at one client to its event at another. For one thread. */
public final class Events {
  private static final long PAUSE_NANOS = 200_000;

  private Events() {}

  /**
   * Measures: tells percentiles in nanoseconds.
   *
   * @param peer the system
   * @param port of its server
   * @param wiring how the client is connected
   * @param span how long to measure
   * @param tell told of the results
   * @throws Exception if the connection fails
   */
  public static void delays(
      Peer peer, int port, Wiring wiring, Span span, ObjDoubleConsumer<String> tell)
      throws Exception {
    var random = new SplittableRandom();
    var seen = new AtomicLong();
    var delays = new Histogram(3);
    try (Channels channels =
        Channels.open(
            peer,
            port,
            wiring,
            number -> {
              delays.recordValue(Math.max(0, System.nanoTime() - number));
              seen.set(number);
            })) {
      long begin = System.nanoTime();
      long measured = span.measured(begin);
      long end = span.end(begin);
      long paced = measured - (measured - begin) / 4;
      long now = begin;
      long allocated = 0;
      for (long round = 0; now - end < 0; round++) {
        if (WarmUp.beginsAnew(round, measured - now)) {
          delays.reset(); // none is on its way
          allocated = Allocation.ofAll();
        }
        // At first without a pause: what is called seldom is compiled late.
        long pause = now - paced < 0 ? 0 : PAUSE_NANOS;
        long next = now + random.nextLong(pause / 2, pause + 1);
        while (now - next < 0 || now == seen.get()) {
          pause(wiring.busyPoll());
          now = System.nanoTime();
        }
        channels.tell(now);
        while (seen.get() != now) {
          pause(wiring.busyPoll());
        }
      }
      double told = delays.getTotalCount();
      tell.accept("allocated", (Allocation.ofAll() - allocated) / told);
    }
    tell.accept("p50", (double) delays.getValueAtPercentile(50));
    tell.accept("p99", (double) delays.getValueAtPercentile(99));
  }

  /** Where event loops of both sides spin, a third thread that spins would be in their way. */
  @SuppressWarnings("ThreadPriorityCheck") // Between two changes the processor is for others.
  private static void pause(boolean busyPoll) {
    if (busyPoll) {
      LockSupport.parkNanos(PAUSE_NANOS / 4);
    } else {
      Thread.yield();
    }
  }
}
