package io.vitrine.bench.fork;

import java.io.IOException;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * One thread, in this JVM or another, sends a number now and then, another receives it: how long
 * after? The number is the time right before it is sent; the clock is the same for both JVMs. The
 * next one waits until the one before was seen, which a word beside tells.
 */
final class VisibilityTask {
  private static final int WARM_UP = 30_000;
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
      write(channel, acknowledged, (int) job.number("updates"));
    }
  }

  /** Nothing is left of an earlier round. */
  private static void reset(Channel channel, SharedWord acknowledged) {
    channel.set(Channel.NOTHING);
    acknowledged.set(BEGUN, 0);
  }

  private static void write(Channel channel, SharedWord acknowledged, int updates) {
    var random = new SplittableRandom();
    while (acknowledged.get(BEGUN) == 0) {
      Thread.onSpinWait();
    }
    for (int i = 0; i < WARM_UP + updates; i++) {
      long next = System.nanoTime() + random.nextLong(PAUSE_NANOS / 2, PAUSE_NANOS);
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
    channel.set(END);
  }

  /** Receives what another JVM sends, and tells of the delays. */
  static void read(Job job) throws IOException, InterruptedException {
    try (Channel channel = Channels.open(job);
        var acknowledged = new SharedWord(job.folder())) {
      job.awaitGo();
      tell(job, read(channel, acknowledged));
    }
  }

  /** Both in this JVM. */
  static void both(Job job) throws IOException, InterruptedException {
    try (Channel channel = Channels.open(job);
        var acknowledged = new SharedWord(job.folder())) {
      reset(channel, acknowledged);
      int updates = (int) job.number("updates");
      Thread writer = Thread.ofPlatform().start(() -> write(channel, acknowledged, updates));
      Histogram delays = read(channel, acknowledged);
      writer.join();
      tell(job, delays);
    }
  }

  private static Histogram read(Channel channel, SharedWord acknowledged)
      throws InterruptedException {
    var delays = new Histogram(3);
    int[] seen = {0};
    channel.receive(
        () -> acknowledged.set(BEGUN, 1),
        stamp -> {
          long now = System.nanoTime();
          if (stamp == Channel.NOTHING) {
            return true;
          }
          acknowledged.set(SEEN, stamp);
          if (stamp != END && ++seen[0] > WARM_UP) {
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
