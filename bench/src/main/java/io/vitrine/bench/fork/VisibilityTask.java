package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.WarmUp;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * One thread, in this JVM or another, sends a number now and then, another receives it: how long
 * after? The number is the time right before it is sent; the clock is the same for both JVMs. The
 * next one waits until the one before was seen, which a word beside tells.
 */
final class VisibilityTask {
  private static final long PAUSE_NANOS = 8_000;
  private static final int SEEN = 1;
  private static final long END = Long.MIN_VALUE;

  /** Sent time and again while it warms up: what came before does not count. */
  private static final long BEGINS_ANEW = Long.MIN_VALUE + 1;

  private static final int BEGUN = 2;

  /** So many times as many are measured as are sent with pauses before. */
  private static final int PACED_PART = 8;

  private VisibilityTask() {}

  /** Sends; another JVM receives. */
  static void write(Job job) throws IOException {
    try (Channel channel = Channels.open(job);
        var acknowledged = new SharedWord(job.folder())) {
      reset(channel, acknowledged);
      job.awaitGo();
      job.tell("allocated", write(channel, acknowledged, job));
    }
  }

  /** Nothing is left of an earlier round. */
  private static void reset(Channel channel, SharedWord acknowledged) {
    channel.set(Channel.NOTHING);
    acknowledged.set(BEGUN, 0);
  }

  private static void send(Channel channel, SharedWord acknowledged, long number) {
    channel.set(number);
    while (acknowledged.get(SEEN) != number) {
      Thread.onSpinWait();
    }
  }

  /**
   * Sends: without pauses at first, so many and for so long that no compiler is at work any more,
   * then some with pauses, then those that are measured. Tells what one of these allocates in this
   * JVM.
   */
  private static double write(Channel channel, SharedWord acknowledged, Job job) {
    long updates = job.number("updates");
    long least = job.number("warm-up");
    var random = new SplittableRandom();
    while (acknowledged.get(BEGUN) == 0) {
      Thread.onSpinWait();
    }
    long now = System.nanoTime();
    long end = now + TimeUnit.MILLISECONDS.toNanos(job.number("warm-up-millis"));
    long pause = 0;
    long before = 0;
    long left = updates + updates / PACED_PART;
    long counted = 0;
    for (long i = 0; left > 0; i++) {
      if (WarmUp.beginsAnew(i, left - updates)) {
        send(channel, acknowledged, BEGINS_ANEW);
        pause = i < least || now - end < 0 ? 0 : PAUSE_NANOS;
        counted = 0;
        before = Allocation.ofAll();
      }
      long next = System.nanoTime() + random.nextLong(pause / 2, pause + 1);
      now = System.nanoTime();
      while (now - next < 0) {
        Thread.onSpinWait();
        now = System.nanoTime();
      }
      send(channel, acknowledged, now);
      left -= Math.min(pause, 1);
      counted++;
    }
    double allocated = (double) (Allocation.ofAll() - before) / counted;
    channel.set(END);
    return allocated;
  }

  /** Receives what another JVM sends, and tells of the delays. */
  static void read(Job job) throws IOException, InterruptedException {
    try (Channel channel = Channels.open(job);
        var acknowledged = new SharedWord(job.folder())) {
      job.awaitGo();
      var arrived = new Arrived();
      tell(job, read(channel, acknowledged, arrived));
      job.tell("allocated", arrived.allocated());
    }
  }

  /** Both in this JVM. */
  static void both(Job job) throws IOException, InterruptedException {
    try (Channel channel = Channels.open(job);
        var acknowledged = new SharedWord(job.folder())) {
      reset(channel, acknowledged);
      Thread writer =
          Thread.ofPlatform().start(() -> job.tell("allocated", write(channel, acknowledged, job)));
      Histogram delays = read(channel, acknowledged, new Arrived());
      writer.join();
      tell(job, delays);
    }
  }

  /** How many updates have come since the warm-up, and what they made this JVM allocate. */
  private static final class Arrived {
    private int seen;
    private long before;
    private long after;

    void beginAnew() {
      seen = 0;
      before = Allocation.ofAll();
    }

    void next() {
      seen++;
    }

    void end() {
      after = Allocation.ofAll();
    }

    double allocated() {
      return (double) (after - before) / seen;
    }
  }

  private static Histogram read(Channel channel, SharedWord acknowledged, Arrived arrived)
      throws InterruptedException {
    var delays = new Histogram(3);
    channel.receive(
        () -> acknowledged.set(BEGUN, 1),
        stamp -> {
          long now = System.nanoTime();
          if (stamp == Channel.NOTHING) {
            return true;
          }
          acknowledged.set(SEEN, stamp);
          if (stamp == END) {
            arrived.end();
          } else if (stamp == BEGINS_ANEW) {
            delays.reset();
            arrived.beginAnew();
          } else {
            arrived.next();
            delays.recordValue(Math.max(0, now - stamp));
          }
          return stamp != END;
        });
    return delays;
  }

  private static void tell(Job job, Histogram delays) {
    job.tell("p50", delays.getValueAtPercentile(50));
    job.tell("p99", delays.getValueAtPercentile(99));
    job.tell("p99.99", delays.getValueAtPercentile(99.99));
  }
}
