package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import java.io.IOException;
import java.util.SplittableRandom;
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
  private static final int BEGUN = 2;

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

  /** How many come first, without pauses, so that no compiler is at work any more. */
  private static int warmUp(Job job) {
    return (int) job.number("warm-up");
  }

  /** Tells what an update allocates in this JVM. */
  private static double write(Channel channel, SharedWord acknowledged, Job job) {
    int warmUp = warmUp(job);
    int updates = (int) job.number("updates");
    long before = 0;
    var random = new SplittableRandom();
    while (acknowledged.get(BEGUN) == 0) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < warmUp + updates; i++) {
      if (i == warmUp) {
        before = Allocation.ofAll();
      }
      long pause = i < warmUp ? 0 : random.nextLong(PAUSE_NANOS / 2, PAUSE_NANOS);
      long next = System.nanoTime() + pause;
      long now = System.nanoTime();
      while (now - next < 0) {
        Thread.onSpinWait();
        now = System.nanoTime();
      }
      channel.set(now);
      while (acknowledged.get(SEEN) != now) {
        Thread.onSpinWait();
      }
    }
    double allocated = (double) (Allocation.ofAll() - before) / updates;
    channel.set(END);
    return allocated;
  }

  /** Receives what another JVM sends, and tells of the delays. */
  static void read(Job job) throws IOException, InterruptedException {
    try (Channel channel = Channels.open(job);
        var acknowledged = new SharedWord(job.folder())) {
      job.awaitGo();
      var arrived = new Arrived(job);
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
      Histogram delays = read(channel, acknowledged, new Arrived(job));
      writer.join();
      tell(job, delays);
    }
  }

  /** How many updates have come, and what they made this JVM allocate. */
  private static final class Arrived {
    private final int warmUp;
    private int seen;
    private long before;
    private long after;

    Arrived(Job job) {
      this.warmUp = warmUp(job);
    }

    /** Whether it is one to measure. */
    boolean next() {
      if (++seen == warmUp) {
        before = Allocation.ofAll();
      }
      return seen > warmUp;
    }

    void end() {
      after = Allocation.ofAll();
    }

    double allocated() {
      return (double) (after - before) / (seen - warmUp);
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
          } else if (arrived.next()) {
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
