package io.vitrine.bench.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CountersTest {
  @Test
  void shouldTellACountFromAnEventThatIsOnlyKnown() {
    assertTrue(Counters.hasCount("8123,,cache-misses:u,400123,100.00,,\n", "cache-misses"));
    assertTrue(Counters.hasCount("perf: a warning\n0.53,msec,cpu-clock,1,100.00,,", "cpu-clock"));
    assertFalse(Counters.hasCount("<not supported>,,cache-misses,0,100.00,,", "cache-misses"));
    assertFalse(Counters.hasCount("<not counted>,,cache-misses,0,100.00,,", "cache-misses"));
    assertFalse(Counters.hasCount("8123,,cycles,400123,100.00,,", "cache-misses"));
    assertFalse(Counters.hasCount("event syntax error: 'cache-misses'", "cache-misses"));
  }

  @Test
  void shouldSayPlainlyWhatIsNotCounted() {
    Counters none = Counters.find(List.of("there-is-no-such-event"));
    assertEquals(List.of(), none.events());
    assertTrue(none.why().startsWith("none"), none.why());
  }
}
