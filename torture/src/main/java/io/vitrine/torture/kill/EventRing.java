package io.vitrine.torture.kill;

import java.util.ArrayList;
import java.util.List;

/**
 * The last intervals that a process noted, in nanoseconds of the clock that all processes of a
 * machine share. Any number of threads of one process add; one thread of another takes them.
 */
final class EventRing {
  /** An interval of {@link System#nanoTime}. */
  record Interval(long begin, long end) {
    long overlap(long from, long to) {
      return Math.max(0, Math.min(end, to) - Math.max(begin, from));
    }
  }

  static final int CAPACITY = 1 << 12;
  static final int WORDS = 1 + 2 * CAPACITY;

  private final Words words;
  private long taken;

  EventRing(Words words) {
    this.words = words;
    this.taken = words.get(0);
  }

  void add(long begin, long end) {
    int place = (int) (words.getAndAdd(0, 1) % CAPACITY);
    words.set(1 + 2 * place, begin);
    words.set(2 + 2 * place, end);
  }

  /** Takes what came since the last call, while nobody adds. */
  List<Interval> take() {
    long count = words.get(0);
    var intervals = new ArrayList<Interval>();
    for (long i = Math.max(taken, count - CAPACITY); i < count; i++) {
      int place = (int) (i % CAPACITY);
      long begin = words.get(1 + 2 * place);
      long end = words.get(2 + 2 * place);
      words.set(1 + 2 * place, 0);
      words.set(2 + 2 * place, 0);
      if (begin != 0 && end != 0) { // not one that the process died over
        intervals.add(new Interval(begin, end));
      }
    }
    taken = count;
    return intervals;
  }
}
