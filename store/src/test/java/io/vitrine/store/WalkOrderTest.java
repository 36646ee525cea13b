package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The order of a walk: every tag once, and those met by then lie far from each other. */
class WalkOrderTest {
  private static final int[] LINES = {1, 2, 3, 4, 5, 64, 100, 1_000, 4_097};

  @Test
  void shouldMeetEveryTagOnceWhateverBecomesOfTheTable() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int begun : LINES) {
      var order = new WalkOrder();
      order.begin(begun);
      var met = new TreeMap<Long, Long>();
      long next;
      for (long place = 0; place != WalkOrder.END; place = next) {
        long lines = LINES[random.nextInt(LINES.length)];
        long from = WalkOrder.tag(place);
        long home = Slot.homeLine(from, lines);
        long behind = Math.min(Slot.firstTag(home + 1, lines), order.limit(place));
        next = order.next(place, behind);
        assertTrue(next > place && behind > from, () -> begun + " lines, seed " + seed);
        assertEquals(place, order.place(from), () -> begun + " lines, seed " + seed);
        long last = order.place(behind - 1);
        assertTrue(last >= place && last < next, () -> begun + " lines, seed " + seed);
        assertEquals(null, met.put(from, behind), () -> begun + " lines, seed " + seed);
      }
      long told = 0;
      for (var stretch : met.entrySet()) {
        assertEquals(told, stretch.getKey(), () -> begun + " lines, seed " + seed);
        told = stretch.getValue();
      }
      assertEquals(Slot.TAGS, told, () -> begun + " lines, seed " + seed);
    }
  }

  @Test
  void shouldSpreadWhatIsMetEvenlyAtEveryMoment() {
    int lines = 1_000;
    int parts = 16;
    var order = new WalkOrder();
    order.begin(lines);
    int[] met = new int[parts];
    int all = 0;
    long next;
    for (long place = 0; place != WalkOrder.END; place = next) {
      long from = WalkOrder.tag(place);
      met[(int) Slot.homeLine(from, parts)]++;
      all++;
      for (int part : met) {
        assertEquals((double) all / parts, part, 4, "of " + all);
      }
      next = order.next(place, order.limit(place));
    }
    assertEquals(lines, all);
  }
}
