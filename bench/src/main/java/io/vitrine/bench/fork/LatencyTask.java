package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Percentiles of the times of calls at a fixed rate, and without a pause. For one thread. */
final class LatencyTask {
  /** Longer than a call can take that is worth to be reported. */
  private static final long NANOS_MAX = TimeUnit.MINUTES.toNanos(10);

  private static final int DIGITS = 3;

  private final Job job;
  private final long intervalNanos;
  private final OpenLoop loop;
  private long allocated;

  private LatencyTask(Job job) {
    this.job = job;
    this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / job.number("rate");
    this.loop = new OpenLoop(System::nanoTime, intervalNanos);
  }

  static void run(Job job) throws IOException {
    var task = new LatencyTask(job);
    if (job.peer() == Peer.MACHINE) {
      task.measure("nothing", () -> {});
      return;
    }
    Shape shape = job.shape();
    try (ByteMap<Long> map = job.openLongs(job.folder())) {
      var draw = new Draw(shape.entries());
      byte[] value = Fill.value(-1, shape.valueBytes());
      byte[] using = new byte[shape.valueBytes()];
      task.measure("put", () -> map.put(KeyKind.number(draw.next()), value));
      task.measure("get", () -> map.getUsing(KeyKind.number(draw.next()), using));
    }
  }

  private void measure(String what, OpenLoop.Call call) {
    long warmUps = calls("warmUpMillis");
    long calls = calls("millis");
    var times = new Histogram(NANOS_MAX, DIGITS);
    loop.run(call, warmUps, calls, times, this::begin);
    tell(what + "-open-", times);
    loop.runClosed(call, warmUps, calls, times, this::begin);
    tell(what + "-closed-", times);
  }

  private void begin() {
    allocated = Allocation.bytes();
  }

  private void tell(String what, Histogram times) {
    double calls = times.getTotalCount();
    job.tell(what + "allocated", (Allocation.bytes() - allocated) / calls);
    Percentiles.tell(job, what, times, 1);
  }

  private long calls(String millis) {
    return Math.max(1, TimeUnit.MILLISECONDS.toNanos(job.number(millis)) / intervalNanos);
  }
}
