package io.vitrine.bench.net;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.Peer;
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
    long begin = System.nanoTime();
    long measured = span.measured(begin);
    long end = span.end(begin);
    try (Channels channels =
        Channels.open(
            peer,
            port,
            wiring,
            number -> {
              long now = System.nanoTime();
              if (number - measured > 0) {
                delays.recordValue(Math.max(0, now - number));
              }
              seen.set(number);
            })) {
      long now = System.nanoTime();
      long allocated = 0;
      long told = 0;
      while (now - end < 0 || delays.getTotalCount() == 0) {
        // At first without a pause: what is called seldom is compiled late.
        long next = now - measured < 0 ? now : now + random.nextLong(PAUSE_NANOS / 2, PAUSE_NANOS);
        while (now - next < 0 || now == seen.get()) {
          pause(wiring.busyPoll());
          now = System.nanoTime();
        }
        if (now - measured > 0 && told++ == 0) {
          allocated = Allocation.ofAll();
        }
        channels.tell(now);
        while (seen.get() != now) {
          pause(wiring.busyPoll());
        }
      }
      tell.accept("allocated", (double) (Allocation.ofAll() - allocated) / told);
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
