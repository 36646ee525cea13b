package io.vitrine.bench.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each change has a place of its own, whoever else makes some at the same time. */
class BareLogTest {
  private static final int CHANGES = 20_000;
  private static final int VALUE_BYTES = 64;

  @TempDir private Path folder;

  @Test
  void shouldGiveEachChangeItsPlace() throws Exception {
    try (var first = new BareLog(folder, 2, VALUE_BYTES);
        var second = new BareLog(folder, 2, VALUE_BYTES)) {
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 2; i++) {
        BareLog log = i == 0 ? first : second;
        long entry = i;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  var value = MemorySegment.ofArray(new byte[VALUE_BYTES]);
                  for (int change = 0; change < CHANGES; change++) {
                    log.put(entry, value);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(2L * CHANGES, first.changes());
      long ofSecond = 0;
      for (long change = 0; change < first.changes(); change++) {
        ofSecond += first.entryOf(change); // -1 for what was lost
      }
      assertEquals(CHANGES, ofSecond);
    }
  }
}
