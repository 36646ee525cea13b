package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clocks of systems that are set to times that nanoseconds since 1970 do not reach. */
class SystemClockTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  @TempDir private Path folder;

  private static SystemClock at(String instant) {
    return new SystemClock(Clock.fixed(Instant.parse(instant), ZoneOffset.UTC));
  }

  /** Sets an entry by one clock, and looks by another. */
  private @Nullable Long seen(String put, Duration timeToLive, String get) throws IOException {
    try (Store store = open(at(put))) {
      store.map("/maps/m", OPTIONS).put(1L, 1L, timeToLive);
    }
    try (Store store = open(at(get))) {
      return store.map("/maps/m", OPTIONS).get(1L);
    }
  }

  private Store open(StoreClock clock) throws IOException {
    return MappedStore.open(
        new Surroundings(new DiskFiles(folder), clock, () -> 7), StoreOptions.defaults());
  }

  @Test
  void beforeAndBehindTheyStand() {
    long few = 1_000_000_000L;
    long before = at("1969-06-01T12:00:00.5Z").epochNanos();
    assertTrue(before >= 0 && before < few, () -> "before 1970: " + before);
    long behind = at("9999-12-31T23:59:59.5Z").epochNanos();
    assertTrue(behind > Long.MAX_VALUE - 3 * few, () -> "behind 2262: " + behind);
    long now = at("2026-11-29T12:00:00.5Z").epochNanos();
    assertEquals(Instant.parse("2026-11-29T12:00:00Z").getEpochSecond(), now / few);
  }

  @Test
  void whatIsSetBefore1970BecomesVoid() throws IOException {
    Duration minute = Duration.ofMinutes(1);
    assertNull(seen("1969-12-31T20:00:00Z", minute, "2026-11-29T12:00:00Z"));
    assertEquals(1L, seen("2026-11-29T12:00:00Z", minute, "2026-11-29T12:00:30Z"));
  }

  @Test
  void whatIsVoidStaysSoBehind2262() throws IOException {
    assertNull(seen("2026-11-29T12:00:00Z", Duration.ofSeconds(1), "2262-04-13T00:00:00Z"));
    assertNull(seen("2026-11-29T12:00:00Z", Duration.ofSeconds(1), "9999-12-31T00:00:00Z"));
  }
}
