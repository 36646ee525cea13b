package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A map that met the end of a thread's stack amid a change has all that it had. */
class StrategyHashMapStackTest {
  private static final int FRAMES = 80;

  private static boolean failsWith(int frames, Runnable change) throws InterruptedException {
    Throwable thrown = EndOfStack.run(frames, change);
    if (thrown != null) {
      assertInstanceOf(StackOverflowError.class, thrown);
    }
    return thrown != null;
  }

  private static void assertWhole(StrategyHashMap<Integer, Integer> map, int frames) {
    var keys = new ArrayList<>(map.keySet());
    assertEquals(map.size(), keys.size(), () -> frames + " frames from the end");
    assertEquals(keys.size(), new HashSet<>(keys).size());
    for (Integer key : keys) {
      assertEquals(key, map.get(key), () -> key + ", " + frames + " frames from the end");
    }
  }

  /** In as many buckets as there may be, and all in one. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsLost(boolean collides) throws InterruptedException {
    int failures = 0;
    for (int frames = 0; frames < FRAMES; frames++) {
      HashStrategy strategy = HashStrategies.xxh3(frames);
      var map =
          new StrategyHashMap<Integer, Integer>(
              strategy, (hash, key) -> collides ? 7 : hash.hash((int) key));
      for (int key = 0; key < 60; key++) {
        int added = key;
        failures += failsWith(frames, () -> map.put(added, added)) ? 1 : 0;
        assertTrue(map.put(added, added) == null || map.containsKey(added));
        assertWhole(map, frames);
        key += key > 16 && key < 40 ? 3 : 0;
      }
      for (Integer gone : new ArrayList<>(map.keySet())) {
        failures += failsWith(frames, () -> map.remove(gone)) ? 1 : 0;
        map.remove(gone);
        assertWhole(map, frames);
      }
      assertTrue(map.isEmpty());
      frames += frames > 30 ? 5 : 1;
    }
    assertTrue(failures > 0, "there was always stack enough");
  }
}
