package io.vitrine.torture.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.torture.TortureFailure;
import org.junit.jupiter.api.Test;

/** When the space of a generation is judged: also of one that the time cuts short. */
class SpaceWatchTest {
  private static final long MIB = 1 << 20;
  private static final long NANOS = 1_000;

  private long now = Long.MAX_VALUE - 10; // as a clock may begin anywhere

  private SpaceWatch watch(int killsMost) {
    return new SpaceWatch(killsMost, NANOS, () -> now);
  }

  private static void kill(SpaceWatch watch, int times, long bytes) {
    for (int i = 0; i < times; i++) {
      watch.killed(() -> bytes);
    }
  }

  @Test
  void halfOfTheKillsIsCompared() {
    SpaceWatch watch = watch(8);
    kill(watch, 3, MIB);
    kill(watch, 1, 100 * MIB);
    kill(watch, 4, 500 * MIB);
    String found = watch.check(146 * MIB);
    assertEquals(
        "the maps took 104,857,600 bytes after 4 kills and take 153,092,096 after 8", found);
    assertThrows(TortureFailure.class, () -> watch.check(147 * MIB));
  }

  @Test
  void halfOfTheTimeIsComparedWhereItIsUpBefore() {
    SpaceWatch watch = watch(150);
    kill(watch, 20, MIB);
    now += NANOS / 2;
    kill(watch, 1, 100 * MIB);
    assertFalse(watch.isHalfOver(), "nothing came after it");
    kill(watch, 5, 500 * MIB);
    assertTrue(watch.isHalfOver());
    assertThrows(TortureFailure.class, () -> watch.check(147 * MIB));
    assertTrue(watch.check(146 * MIB).contains("after 21 kills"));
  }

  @Test
  void mapsThatCannotBeFullYetAreNotCompared() {
    SpaceWatch watch = watch(150);
    now += NANOS;
    kill(watch, SpaceWatch.KILLS_MIN - 1, MIB);
    assertEquals(
        "space was not checked: the time was up after 9 kills, before there were two halves",
        watch.check(1_000 * MIB));
    kill(watch, 2, MIB);
    assertThrows(TortureFailure.class, () -> watch.check(1_000 * MIB));
  }
}
