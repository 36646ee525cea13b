package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The sizes that tables go through, up to the largest one, which is too large to fill here. */
class TableSizesTest {
  /** As docs/store.md says in its limits. */
  private static final long BLOCKS_MAX = 62_914_560;

  private static final long COMPACT_MAX = 54_609_838;

  private static CompactShape shape() {
    return Objects.requireNonNull(
        CompactShape.of(MapOptions.of(Codecs.longs(), Codecs.longs()).compact()));
  }

  @Test
  void shouldGrowToTheLargestTableBeforeASegmentIsFull() {
    long lines = SegmentLayout.FIRST_LINES;
    long entries = 0;
    int steps = 0;
    while (lines != 0) {
      long next = TableGrowth.linesAfter(lines, entries, 0);
      entries = TableGrowth.isTooFull(BLOCKS_MAX, lines) ? lines * 32 / 5 : BLOCKS_MAX;
      assertFalse(TableGrowth.isTooFull(entries, lines), lines + " lines");
      assertTrue(TableGrowth.isTooFull(entries + 1, lines), lines + " lines");
      assertTrue(next == 0 || next > lines, lines + " lines");
      assertTrue(next <= Slot.LINES_MAX, next + " lines do not stand in a table word");
      assertEquals(lines == Slot.LINES_MAX, next == 0, lines + " lines");
      lines = next;
      steps++;
    }
    assertEquals(BLOCKS_MAX, entries);
    assertTrue(steps < 300, steps + " steps");
  }

  @Test
  void shouldMakeTheLargestTableAnewWhereManyEntriesAreGone() {
    long lines = Slot.LINES_MAX;
    assertEquals(lines, TableGrowth.linesAfter(lines, 7 * lines, lines / 2));
    assertEquals(0, TableGrowth.linesAfter(lines, 15 * lines / 2, lines / 100));
    CompactShape shape = shape();
    long pages = shape.pages(lines);
    long made = CompactTable.linesAfter(shape, lines, pages, 6 * lines, lines);
    assertTrue(made > 6 * lines / 7 && made <= lines, made + " lines");
  }

  @Test
  void shouldGrowToTheLargestCompactTableBeforeASegmentIsFull() {
    CompactShape shape = shape();
    long lines = shape.firstLines();
    long pages = 0;
    int steps = 0;
    while (true) {
      long entries = lines * CompactLayout.PLACES * 93 / 100;
      assertTrue(CompactTable.isTooFull(entries + 1, lines), lines + " lines");
      long next = CompactTable.linesAfter(shape, lines, pages, entries, 0);
      assertEquals(lines == Slot.LINES_MAX, next == 0, lines + " lines");
      if (next == 0) {
        assertEquals(COMPACT_MAX, entries);
        break;
      }
      assertTrue(next > lines && next <= Slot.LINES_MAX, lines + " to " + next + " lines");
      lines = next;
      pages = shape.pages(lines);
      steps++;
    }
    assertTrue(steps < 300, steps + " steps");
  }
}
