package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Opens a large map that is there already and looks one entry up. For one thread. */
final class OpenTask {
  /** A JVM is warm when what opens a map is compiled, which takes more than a thousand times. */
  private static final int WARM_UP = 2_000;

  /** What takes long to open is opened less often, but not less than some hundred times. */
  private static final int WARM_UP_MIN = 300;

  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final int ROUNDS = 11;
  private static final int UPDATES = 10_000;

  private OpenTask() {}

  static void run(Job job) throws IOException {
    switch (job.text("how")) {
      case "fresh" -> {
        try (ByteMap<Long> _ = lookUp(job, 0)) {
          job.tell("nanos", System.nanoTime() - job.number("start"));
        }
      }
      case "warm" -> {
        warmUp(job);
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
          long start = System.nanoTime();
          ByteMap<Long> map = lookUp(job, i);
          times.add(System.nanoTime() - start);
          map.close();
        }
        Collections.sort(times);
        job.tell("nanos", times.get(ROUNDS / 2));
      }
      case "hold" -> hold(job);
      default -> throw new IllegalArgumentException(job.text("how"));
    }
  }

  private static void warmUp(Job job) throws IOException {
    long begin = System.nanoTime();
    for (int i = 0; i < WARM_UP; i++) {
      if (i >= WARM_UP_MIN && System.nanoTime() - begin > WARM_UP_NANOS) {
        return;
      }
      lookUp(job, i).close();
    }
  }

  private static ByteMap<Long> lookUp(Job job, long index) throws IOException {
    ByteMap<Long> map = job.openLongs(job.folder());
    if (map.get(KeyKind.number(index)) == null) {
      throw new IllegalStateException("entry " + index + " is missing");
    }
    return map;
  }

  /** Updates, and then keeps the map open until it is killed. */
  private static void hold(Job job) throws IOException {
    ByteMap<Long> map = job.openLongs(job.folder());
    var draw = new Draw(job.shape().entries());
    byte[] value = Fill.value(-1, job.shape().valueBytes());
    for (int i = 0; i < UPDATES; i++) {
      map.put(KeyKind.number(draw.next()), value);
    }
    job.awaitGo();
    map.close();
  }
}
