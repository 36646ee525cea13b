package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who polls at the end of the log is told of the next change by the next poll. */
class QuietTailerTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).compact();
  private static final int POLLS_AT_THE_END = 100;

  @TempDir Path folder;
  private final List<Long> seen = new ArrayList<>();

  private int poll(Tailer tailer, StoreMap<Long, Long> map) {
    return tailer.poll(
        change -> {
          Long value = map.newValue(change);
          return value != null && seen.add(value);
        },
        64);
  }

  @Test
  void theNextPollTellsWhatWasChangedBefore() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/m", OPTIONS);
      Tailer tailer = store.tailer(store.revision());
      for (long i = 0; i < 500; i++) {
        for (int poll = 0; poll < i % POLLS_AT_THE_END; poll++) {
          assertEquals(0, poll(tailer, map), "changes that nobody made");
        }
        map.put(i % 7, i);
        assertEquals(1, poll(tailer, map), "change " + i);
        assertEquals(i, seen.getLast());
      }
    }
  }

  /** As of a writer whose stack ended before it could tell how far the log goes. */
  @Test
  void aRecordThatTheEndDoesNotTellOfIsFoundAllTheSame() throws IOException {
    try (Store store = Stores.open(folder);
        var control = new RandomAccessFile(folder.resolve("store.vtr").toFile(), "rw")) {
      StoreMap<Long, Long> map = store.map("/maps/m", OPTIONS);
      Tailer tailer = store.tailer(store.revision());
      map.put(1L, 1L);
      assertEquals(1, poll(tailer, map));
      assertEquals(0, poll(tailer, map));
      control.seek(ControlLayout.LOG_TAIL);
      long before = control.readLong();
      map.put(1L, 2L);
      control.seek(ControlLayout.LOG_TAIL);
      control.writeLong(before);
      int polls = 1;
      while (poll(tailer, map) == 0) {
        polls++;
        assertTrue(polls <= POLLS_AT_THE_END, "not found by " + polls + " polls");
      }
      assertEquals(List.of(1L, 2L), seen);
    }
  }
}
