package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is older than the log retains goes, also after a clock that was wrong is put right. */
class LogAgeTest {
  private static final long HOUR_MILLIS = 3_600_000;

  private static final MapOptions<Long, byte[]> MAP =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);

  /** A store whose log retains ten seconds of a clock. */
  private static Store open(JumpingClock clock) throws IOException {
    StoreOptions options = Logged.OPTIONS.withRetainAge(Duration.ofSeconds(10));
    return MappedStore.open(new Surroundings(new MemoryFiles(), clock, () -> 7), options);
  }

  @Test
  void aSweepLooksAgainWhenTheClockHasGoneBack() throws IOException {
    var clock = new JumpingClock();
    try (Store store = open(clock)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", MAP);
      clock.advanceMillis(HOUR_MILLIS);
      store.sweep(); // looks, at an hour that is not
      clock.advanceMillis(-HOUR_MILLIS);
      for (long i = 0; i < 200; i++) {
        map.put(i % 4, new byte[60_000]);
      }
      long before = store.oldestRevision();
      clock.advanceMillis(60_000);
      store.sweep();
      assertTrue(store.oldestRevision() > before, "nothing went though it is a minute old");
    }
  }

  /** A file that begins a year ahead keeps neither itself nor what is behind it. */
  @Test
  void whatWasWrittenByAClockAheadGoesWithWhatFollows() throws IOException {
    var clock = new JumpingClock();
    try (Store store = open(clock)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", MAP);
      clock.advanceMillis(365 * 24 * HOUR_MILLIS);
      for (long i = 0; i < 40; i++) {
        map.put(i % 4, new byte[60_000]);
      }
      clock.advanceMillis(-365 * 24 * HOUR_MILLIS);
      long ahead = store.revision();
      for (long i = 0; i < 200; i++) {
        map.put(i % 4, new byte[60_000]);
      }
      clock.advanceMillis(24 * HOUR_MILLIS);
      store.sweep();
      assertTrue(store.oldestRevision() > ahead, "what is older than a day is still there");
    }
  }

  /** A record that had no room in the file made ahead left all of that empty: it has no time. */
  @Test
  void aFileWithoutARecordKeepsNothing() throws IOException {
    var clock = new JumpingClock();
    try (Store store = open(clock)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", MAP);
      for (long i = 0; i < 10; i++) {
        map.put(i, new byte[60_000]); // so that the next file, of 2 MiB, is made
      }
      map.put(10L, new byte[3 << 20]);
      long large = store.revision();
      for (long i = 0; i < 400; i++) {
        map.put(i % 4, new byte[60_000]);
      }
      clock.advanceMillis(60_000);
      store.sweep();
      assertTrue(store.oldestRevision() > large, "what is a minute old is still there");
    }
  }
}
