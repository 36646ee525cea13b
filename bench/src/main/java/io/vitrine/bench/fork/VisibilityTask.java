package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
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

  /** Sent when the warm-up is over. */
  private static final long MEASURED = Long.MIN_VALUE + 1;

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

  /** Sends without pauses, so many and for so long that no compiler is at work any more. */
  private static void warmUp(Channel channel, SharedWord acknowledged, Job job) {
    long least = job.number("warm-up");
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(job.number("warm-up-millis"));
    long now = System.nanoTime();
    for (long i = 0; i < least || now - end < 0; i++) {
      send(channel, acknowledged, now);
      if (i % 1000 == 0) {
        send(channel, acknowledged, MEASURED); // a first time later would be compiled later
      }
      now = System.nanoTime();
    }
  }

  private static void send(Channel channel, SharedWord acknowledged, long number) {
    channel.set(number);
    while (acknowledged.get(SEEN) != number) {
      Thread.onSpinWait();
    }
  }

  /** Sends so many with pauses between them. */
  private static void paced(
      Channel channel, SharedWord acknowledged, SplittableRandom random, int updates) {
    for (int i = 0; i < updates; i++) {
      long next = System.nanoTime() + random.nextLong(PAUSE_NANOS / 2, PAUSE_NANOS);
      long now = System.nanoTime();
      while (now - next < 0) {
        Thread.onSpinWait();
        now = System.nanoTime();
      }
      send(channel, acknowledged, now);
    }
  }

  /** Tells what an update allocates in this JVM. */
  private static double write(Channel channel, SharedWord acknowledged, Job job) {
    int updates = (int) job.number("updates");
    var random = new SplittableRandom();
    while (acknowledged.get(BEGUN) == 0) {
      Thread.onSpinWait();
    }
    warmUp(channel, acknowledged, job);
    paced(channel, acknowledged, random, updates / 8);
    send(channel, acknowledged, MEASURED);
    long before = Allocation.ofAll();
    paced(channel, acknowledged, random, updates);
    double allocated = (double) (Allocation.ofAll() - before) / updates;
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

    void begin() {
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
          } else if (stamp == MEASURED) {
            delays.reset();
            arrived.begin();
          } else {
            // Also while it warms up: what is done for the first time now would be compiled now.
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
