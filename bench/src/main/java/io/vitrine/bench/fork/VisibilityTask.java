package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * One JVM updates an entry now and then, another reads it all the time: when does it see the
 * update? The value is the time right before the update; the clock is the same for both JVMs. The
 * next update waits until the one before was seen, which a word beside the map tells.
 */
final class VisibilityTask {
  private static final int WARM_UP = 30_000;
  private static final int UPDATES = 100_000;
  private static final long PAUSE_NANOS = 8_000;
  private static final int SEEN = 1;
  private static final long KEY = KeyKind.number(7);
  private static final long END = Long.MIN_VALUE;

  private VisibilityTask() {}

  /** How a number gets to the other JVM. */
  private interface Channel extends AutoCloseable {
    void set(long value);

    long get();

    @Override
    void close();
  }

  private static Channel channel(Job job) throws IOException {
    return job.peer() == Peer.MACHINE ? new Word(job) : new Entry(job);
  }

  /** Through a map. */
  private static final class Entry implements Channel {
    private final ByteMap<Long> map;
    private final Long key = KEY;
    private final byte[] value;

    Entry(Job job) throws IOException {
      map = job.openLongs(job.folder());
      value = Fill.value(0, job.shape().valueBytes());
    }

    @Override
    public void set(long number) {
      Fill.stamp(value, number);
      map.put(key, value);
    }

    @Override
    public long get() {
      return map.getUsing(key, value) == null
          ? 0
          : ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    }

    @Override
    public void close() {
      map.close();
    }
  }

  /** Through a word of mapped memory. */
  private static final class Word implements Channel {
    private final SharedWord word;

    Word(Job job) throws IOException {
      word = new SharedWord(job.folder());
    }

    @Override
    public void set(long number) {
      word.set(0, number);
    }

    @Override
    public long get() {
      return word.get(0);
    }

    @Override
    public void close() {
      word.close();
    }
  }

  static void write(Job job) throws IOException {
    try (Channel channel = channel(job);
        var acknowledged = new SharedWord(job.folder())) {
      channel.set(0);
      job.awaitGo();
      var random = new SplittableRandom();
      for (int i = 0; i < WARM_UP + UPDATES; i++) {
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
  }

  static void read(Job job) throws IOException {
    var delays = new Histogram(3);
    try (Channel channel = channel(job);
        var acknowledged = new SharedWord(job.folder())) {
      job.awaitGo();
      long last = 0;
      for (int seen = 0; last != END; ) {
        long stamp = channel.get();
        if (stamp != last) {
          long now = System.nanoTime();
          last = stamp;
          acknowledged.set(SEEN, stamp);
          if (stamp != END && ++seen > WARM_UP) {
            delays.recordValue(Math.max(0, now - stamp));
          }
        }
      }
    }
    job.tell("p50", delays.getValueAtPercentile(50));
    job.tell("p99", delays.getValueAtPercentile(99));
  }
}
