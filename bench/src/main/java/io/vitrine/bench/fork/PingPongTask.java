package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import java.io.IOException;
import org.HdrHistogram.Histogram;

/** A word goes to and fro between two JVMs: how fast the machine is in this hour. */
final class PingPongTask {
  private static final long WARM_UP = 200_000;
  private static final long ROUNDS = 300_000;
  private static final int PING = 0;
  private static final int PONG = 1;

  private PingPongTask() {}

  /** Tells half of the time of a round trip. */
  static void ask(Job job) throws IOException {
    var times = new Histogram(3);
    long before;
    try (var word = new SharedWord(job.folder())) {
      job.awaitGo();
      // What the loop does for the first time would be compiled then: so it does all of it twice.
      ask(word, times, 1, WARM_UP);
      times.reset();
      before = Allocation.bytes();
      ask(word, times, WARM_UP + 1, WARM_UP + ROUNDS);
      job.tell("allocated", (double) (Allocation.bytes() - before) / ROUNDS);
    }
    Percentiles.tell(job, "", times, 0.5);
  }

  private static void ask(SharedWord word, Histogram times, long first, long last) {
    for (long i = first; i <= last; i++) {
      long start = System.nanoTime();
      word.set(PING, i);
      while (word.get(PONG) != i) {
        Thread.onSpinWait();
      }
      times.recordValue(System.nanoTime() - start);
    }
  }

  static void answer(Job job) throws IOException {
    try (var word = new SharedWord(job.folder())) {
      job.awaitGo();
      long last = 0;
      while (last < WARM_UP + ROUNDS) {
        long now = word.get(PING);
        if (now != last) {
          word.set(PONG, now);
          last = now;
        } else {
          Thread.onSpinWait();
        }
      }
    }
  }
}
