package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.WarmUp;
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
    long before = 0;
    try (var word = new SharedWord(job.folder())) {
      job.awaitGo();
      for (long i = 1; i <= WARM_UP + ROUNDS; i++) {
        long start = System.nanoTime();
        word.set(PING, i);
        while (word.get(PONG) != i) {
          Thread.onSpinWait();
        }
        times.recordValue(System.nanoTime() - start);
        if (WarmUp.beginsAnew(i, WARM_UP - i)) {
          times.reset();
          before = Allocation.bytes();
        }
      }
      double counted = times.getTotalCount();
      job.tell("allocated", (Allocation.bytes() - before) / counted);
    }
    Percentiles.tell(job, "", times, 0.5);
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
