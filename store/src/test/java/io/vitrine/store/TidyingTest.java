package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Chunks without entries are given back, and not with each change. */
class TidyingTest {
  private static final int ENTRIES = 20_000;
  private static final int CHANGES = 20_000;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static long bytes(StoreMap<?, ?> map) {
    MapStatistics statistics = map.statistics();
    return statistics.liveBytes() + statistics.freeBlockBytes() + statistics.freeRunBytes();
  }

  /** As a list does that is filled again after it was cleared. */
  @Test
  void givesBackOnceInAWhileWhereATableIsNearlyEmpty() {
    var tidied = new AtomicInteger();
    try (Store store = Stores.inMemory()) {
      var map = store.map("/maps/m", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1));
      for (long key = 0; key < ENTRIES; key++) {
        map.put(key, new byte[500]);
      }
      long full = bytes(map);
      for (long key = 0; key < ENTRIES; key++) {
        map.remove(key);
      }
      map.put(-1L, new byte[8 << 20]);
      Step.hook(at -> {
        if (at == Step.CHUNKS_UNLINKED) {
          tidied.incrementAndGet();
        }
      });
      for (int i = 0; i < CHANGES; i++) {
        map.put(0L, new byte[100 + i * 37 % 400]);
        map.put(1L + i % 16, new byte[200 + i * 61 % 800]);
        map.remove(1L + (i + 8) % 16);
      }
      Step.hook(null);
      long after = bytes(map);
      assertTrue(
          tidied.get() <= CHANGES / 100,
          "chunks were given back " + tidied + " times in " + CHANGES + " changes");
      assertTrue(after <= full + (9 << 20), "the file has grown from " + full + " to " + after);
    }
  }
}
