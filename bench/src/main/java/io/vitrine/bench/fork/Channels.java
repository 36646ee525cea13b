package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongPredicate;

/** Channels through what both sides look at all the time. Stateless. */
final class Channels {
  private static final long KEY = KeyKind.number(7);

  private Channels() {}

  /** Opens the one that the job names. */
  static Channel open(Job job) throws IOException {
    String through = job.text("through");
    return switch (through) {
      case "entry" -> new Entry(job);
      case "word" -> new Word(job);
      case "log" -> new LogChannel(job.folder());
      case "subscription" -> new SubscriptionChannel(job.folder());
      case "ring" -> new RingChannel(job.folder());
      default -> throw new IllegalArgumentException("there is no channel through " + through);
    };
  }

  /** Something that has one number, which the receiver looks at. */
  private abstract static class Place implements Channel {
    abstract long get();

    @Override
    public void receive(Runnable begun, LongPredicate seen) {
      begun.run();
      boolean more = true;
      for (long last = NOTHING; more; ) {
        long now = get();
        if (now != last) {
          last = now;
          more = seen.test(now);
        }
      }
    }
  }

  /** Through an entry of a map. */
  private static final class Entry extends Place {
    private final ByteMap<Long> map;
    private final Long key = KEY;
    private final byte[] written;
    private final byte[] read;

    Entry(Job job) throws IOException {
      map = job.openLongs(job.folder());
      written = Fill.value(0, job.shape().valueBytes());
      read = Fill.value(0, job.shape().valueBytes());
    }

    @Override
    public void set(long number) {
      Fill.stamp(written, number);
      map.put(key, written);
    }

    @Override
    long get() {
      return map.getUsing(key, read) == null
          ? NOTHING
          : ByteBuffer.wrap(read).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    }

    @Override
    public void close() {
      map.close();
    }
  }

  /** Through a word of mapped memory. */
  private static final class Word extends Place {
    private final SharedWord word;

    Word(Job job) throws IOException {
      word = new SharedWord(job.folder());
    }

    @Override
    public void set(long number) {
      word.set(0, number);
    }

    @Override
    long get() {
      return word.get(0);
    }

    @Override
    public void close() {
      word.close();
    }
  }
}
