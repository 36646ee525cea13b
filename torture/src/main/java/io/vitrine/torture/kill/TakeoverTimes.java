package io.vitrine.torture.kill;

import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.kill.EventRing.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long those waited who wanted a segment of a dead owner. For one thread.
 *
 * <p>A wait begins when the thread last got on, or with the kill if that came later, and ends when
 * the thread has the segment. What is judged is the wait without what no lock can help: until its
 * owner has been seen dead, and as long as the machine let the thread wait, by the larger of two
 * measures: the time that it stood in the kernel's run queue, and the time by which another thread
 * of its process came too late that did nothing but nap and ask.
 *
 * <p>Between two kills the judge sweeps. So what is taken over after a sweep was held by the one
 * that was killed next.
 */
final class TakeoverTimes {
  /** A kill: when all that others held was swept, when it was sent, and when it was seen. */
  private record Kill(long swept, long sent, long dead) {}

  private final long maxNanos;
  private final List<Kill> kills = new ArrayList<>();
  private final List<Long> waits = new ArrayList<>();
  private final List<Long> judged = new ArrayList<>();
  private long swept;

  TakeoverTimes(long maxMillis) {
    this.maxNanos = maxMillis * 1_000_000;
  }

  /** Notes that at this moment nobody dead holds anything. */
  void swept() {
    swept = System.nanoTime();
  }

  /** Notes that a process was killed, and is seen dead at this moment. */
  void kill(long sentAt) {
    kills.add(new Kill(swept, sentAt, System.nanoTime()));
  }

  /** Takes what a process noted; when it is dead. */
  void take(ProcessFile file) {
    List<Wait> stalls = file.stalls.take();
    for (Wait wait : file.takeovers.take()) {
      judge(wait, stalls);
    }
  }

  /** Takes what the judge itself waited for. */
  void take(List<Wait> noted) {
    for (Wait wait : noted) {
      judge(wait, List.of());
    }
  }

  private void judge(Wait wait, List<Wait> stalls) {
    long begin = wait.begin();
    long dead = begin;
    for (Kill kill : kills.reversed()) {
      if (kill.swept() < wait.end()) {
        begin = Math.max(begin, kill.sent());
        dead = Math.clamp(kill.dead(), begin, wait.end());
        break;
      }
    }
    long from = dead;
    long late = stalls.stream().mapToLong(stall -> stall.overlap(from, wait.end())).sum();
    long machine = Math.max(late, wait.unscheduled());
    long nanos = wait.end() - begin;
    long rest = Math.max(0, wait.end() - dead - machine);
    waits.add(nanos);
    judged.add(rest);
    if (rest > maxNanos) {
      throw new TortureFailure(
          String.format(
              Locale.ROOT,
              "a segment of a dead owner was waited for for %.1f ms; without the %.1f ms until the"
                  + " owner was seen dead and %.1f ms for which the machine stalled it is %.1f,"
                  + " expected at most %.0f",
              nanos / 1e6,
              (dead - begin) / 1e6,
              machine / 1e6,
              rest / 1e6,
              maxNanos / 1e6));
    }
  }

  /** A line each, for people. */
  List<String> lines() {
    return List.of(
        "waits for a segment of a dead owner: " + summary(waits),
        "without dying and the machine's stalls: " + summary(judged),
        "from SIGKILL until seen dead: "
            + summary(kills.stream().map(kill -> kill.dead() - kill.sent()).toList()));
  }

  private static String summary(List<Long> nanos) {
    if (nanos.isEmpty()) {
      return "none";
    }
    List<Long> sorted = nanos.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "%,d, p50 %.1f ms, p99 %.1f ms, max %.1f ms",
        sorted.size(),
        sorted.get(sorted.size() / 2) / 1e6,
        sorted.get(sorted.size() * 99 / 100) / 1e6,
        sorted.getLast() / 1e6);
  }
}
