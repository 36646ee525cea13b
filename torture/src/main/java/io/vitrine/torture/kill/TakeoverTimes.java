package io.vitrine.torture.kill;

import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.kill.EventRing.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long those waited who wanted a segment of a dead owner. For one thread.
 *
 * <p>A wait counts from the moment the thread last got on, or from the kill if that came later, and
 * ends when the thread has the segment. The machine's own stalls, in which even a thread that has
 * nothing to do is not woken, are told apart.
 */
final class TakeoverTimes {
  private static final long MAX_NANOS = 100_000_000;

  private final List<Long> kills = new ArrayList<>();
  private final List<Interval> stalls = new ArrayList<>();
  private final List<Long> waits = new ArrayList<>();
  private final EventRing judgesStalls;
  private long stalledWaits;

  TakeoverTimes(EventRing judgesStalls) {
    this.judgesStalls = judgesStalls;
  }

  /** Notes that a process is about to be killed. */
  void kill() {
    kills.add(System.nanoTime());
  }

  /** Notes a wait of the judge itself. */
  void add(long nanos) {
    long now = System.nanoTime();
    judge(new Interval(now - nanos, now), List.of());
  }

  /** Takes what a process noted; when it is dead. */
  void take(ProcessFile file) {
    stalls.addAll(judgesStalls.take());
    List<Interval> own = file.stalls.take();
    for (Interval wait : file.takeovers.take()) {
      judge(wait, own);
    }
  }

  private void judge(Interval wait, List<Interval> own) {
    long begin = wait.begin();
    for (long kill : kills) {
      if (kill > wait.begin() && kill < wait.end()) {
        begin = kill; // the first kill in between, so that no wait is told too short
        break;
      }
    }
    long nanos = wait.end() - begin;
    waits.add(nanos);
    long stalled = Math.max(overlap(own, begin, wait.end()), overlap(stalls, begin, wait.end()));
    if (nanos > MAX_NANOS && nanos - stalled <= MAX_NANOS) {
      stalledWaits++;
    } else if (nanos > MAX_NANOS) {
      throw new TortureFailure(
          String.format(
              Locale.ROOT,
              "a segment of a dead owner was waited for for %.1f ms, %.1f ms of which the machine"
                  + " stalled; expected at most 100 ms besides",
              nanos / 1e6,
              stalled / 1e6));
    }
  }

  private static long overlap(List<Interval> intervals, long from, long to) {
    return intervals.stream().mapToLong(i -> i.overlap(from, to)).sum();
  }

  /** For people. */
  @Override
  public String toString() {
    if (waits.isEmpty()) {
      return "no segment of a dead owner was wanted";
    }
    List<Long> sorted = waits.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "%,d waits for a segment of a dead owner: p50 %.2f ms, p99 %.2f ms, max %.2f ms (%d beyond"
            + " 100 ms, all of them while the machine stalled)",
        sorted.size(),
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.get(sorted.size() * 99 / 100) / 1e6,
        sorted.getLast() / 1e6,
        stalledWaits);
  }
}
