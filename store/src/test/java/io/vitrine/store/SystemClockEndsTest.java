package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A clock beyond what nanoseconds reach stands, and so tells no time before the last one. */
class SystemClockEndsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"1965-01-01T00:00:00Z", "2262-04-11T23:47:15.8Z", "2270-01-01T00:00:00.5Z"})
  void stands(String moment) {
    var clock = new SystemClock(Clock.fixed(Instant.parse(moment), ZoneOffset.UTC));
    long told = clock.epochNanos();
    long end = System.nanoTime() + 120_000_000; // more than two anchors
    while (System.nanoTime() < end) {
      assertEquals(told, clock.epochNanos());
      LockSupport.parkNanos(1_000_000);
    }
  }
}
