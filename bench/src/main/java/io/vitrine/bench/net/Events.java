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
  private static final long NANOS_PER_MILLI = 1_000_000;

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
    var seen = new AtomicLong();
    var delays = new Histogram(3);
    long begin = System.nanoTime();
    long measured = span.measured(begin);
    try (Channels channels =
        Channels.open(
            peer,
            port,
            wiring,
            number -> {
              // Also while it warms up: what is done for the first time later is compiled later.
              delays.recordValue(Math.max(0, System.nanoTime() - number));
              seen.set(number);
            })) {
      var told = new Told(channels, seen, wiring.busyPoll());
      // At first without a pause: what is called seldom is compiled late.
      told.until(measured - span.warmUpMillis() * NANOS_PER_MILLI / 4, 0);
      told.until(measured, PAUSE_NANOS);
      delays.reset();
      long allocated = Allocation.ofAll();
      told.until(span.end(begin), PAUSE_NANOS);
      double events = delays.getTotalCount();
      tell.accept("allocated", (Allocation.ofAll() - allocated) / events);
    }
    tell.accept("p50", (double) delays.getValueAtPercentile(50));
    tell.accept("p99", (double) delays.getValueAtPercentile(99));
  }

  /** Who tells of changes, one after the other. */
  private static final class Told {
    private final SplittableRandom random = new SplittableRandom();
    private final Channels channels;
    private final AtomicLong seen;
    private final boolean busyPoll;

    Told(Channels channels, AtomicLong seen, boolean busyPoll) {
      this.channels = channels;
      this.seen = seen;
      this.busyPoll = busyPoll;
    }

    /** Tells of one, and of others until a time, with pauses of at the most so long. */
    void until(long end, long pauseNanos) throws Exception {
      long now = System.nanoTime();
      do {
        long next = now + random.nextLong(pauseNanos / 2, pauseNanos + 1);
        while (now - next < 0 || now == seen.get()) {
          pause(busyPoll);
          now = System.nanoTime();
        }
        channels.tell(now);
        while (seen.get() != now) {
          pause(busyPoll);
        }
      } while (now - end < 0);
    }
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
