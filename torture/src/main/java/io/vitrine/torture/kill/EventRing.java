package io.vitrine.torture.kill;

import java.util.ArrayList;
import java.util.List;

/**
 * The last waits that a process noted, by the clock that all processes of a machine share. Any
 * number of threads of one process add; one thread of another takes them.
 */
final class EventRing {
  /**
   * A wait.
   *
   * @param begin when, by {@link System#nanoTime}
   * @param end when
   * @param unscheduled how much of it the thread was ready to run and had no processor, in
   *     nanoseconds, as the kernel tells
   */
  record Wait(long begin, long end, long unscheduled) {
    long overlap(long from, long to) {
      return Math.max(0, Math.min(end, to) - Math.max(begin, from));
    }
  }

  static final int CAPACITY = 1 << 12;
  static final int WORDS = 1 + 3 * CAPACITY;

  private final Words words;
  private long taken;

  EventRing(Words words) {
    this.words = words;
    this.taken = words.get(0);
  }

  private static int at(long place) {
    return 1 + 3 * (int) (place % CAPACITY);
  }

  void add(Wait wait) {
    int at = at(words.getAndAdd(0, 1));
    words.set(at, wait.begin());
    words.set(at + 1, wait.unscheduled());
    words.set(at + 2, wait.end());
  }

  /** Takes what came since the last call, while nobody adds. */
  List<Wait> take() {
    long count = words.get(0);
    var waits = new ArrayList<Wait>();
    for (long place = Math.max(taken, count - CAPACITY); place < count; place++) {
      int at = at(place);
      long end = words.get(at + 2);
      if (end != 0) { // not one that the process died over
        waits.add(new Wait(words.get(at), end, words.get(at + 1)));
        words.set(at + 2, 0);
      }
    }
    taken = count;
    return waits;
  }
}
