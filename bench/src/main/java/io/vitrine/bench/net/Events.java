package io.vitrine.bench.net;

import io.vitrine.bench.peer.Peer;
import io.vitrine.remote.wire.WireEncoding;
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
   * @param encoding of what Vitrine speaks
   * @param busyPoll whether what comes is looked for all the time
   * @param span how long to measure
   * @param tell told of the results
   * @throws Exception if the connection fails
   */
  public static void delays(
      Peer peer,
      int port,
      WireEncoding encoding,
      boolean busyPoll,
      Span span,
      ObjDoubleConsumer<String> tell)
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
            encoding,
            busyPoll,
            number -> {
              long now = System.nanoTime();
              if (number - measured > 0) {
                delays.recordValue(Math.max(0, now - number));
              }
              seen.set(number);
            })) {
      long now = System.nanoTime();
      while (now - end < 0) {
        long next = now + random.nextLong(PAUSE_NANOS / 2, PAUSE_NANOS);
        while (now - next < 0 || now == seen.get()) {
          pause(busyPoll);
          now = System.nanoTime();
        }
        channels.tell(now);
        while (seen.get() != now) {
          pause(busyPoll);
        }
      }
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
