package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stores that were written when format 4 was made (by {@link FormatSample}), on another start of
 * the machine: one that was closed, and a durable one that had no time to be.
 */
class FormatTest {
  private static final String SAMPLE = "/format-4.zip";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"closed", "durable"})
  void aStoreOfFormat4IsOpenedAndReadRight(String which) throws IOException {
    FormatSample.unpack(SAMPLE, folder);
    Path at = folder.resolve(which);
    try (Store store = Stores.open(at)) {
      assertEquals(List.of("/maps/bytes", "/maps/texts", "/maps/times"), store.list("/"));
      var texts = new TreeMap<String, String>();
      store.map("/maps/texts", FormatSample.TEXTS).forEach(texts::put);
      assertEquals(FormatSample.texts(), texts);
      var times = new TreeMap<Long, Instant>();
      store.map("/maps/times", FormatSample.TIMES).forEach(times::put);
      assertEquals(FormatSample.times(), times);
      StoreMap<Long, byte[]> bytes = store.map("/maps/bytes", FormatSample.BYTES);
      for (long key = 0; key < 10; key++) {
        assertArrayEquals(FormatSample.bytes(key), bytes.get(key), "bytes of " + key);
      }
      assertEquals(10, bytes.size());
      for (String path : store.list("/")) {
        store.compact(path); // its files have no copy of their header, and those that follow none
      }
      assertArrayEquals(FormatSample.bytes(9), bytes.get(9L), "bytes of 9, compacted");
      bytes.put(11L, new byte[11]);
      Invariants.check(store);
    }
    assertTrue(Stores.check(at).isClean(), () -> Stores.check(at).toString());
  }

  @Test
  void itsLogIsReadRight() throws IOException {
    FormatSample.unpack(SAMPLE, folder);
    try (Store store = Stores.openReadOnly(folder.resolve("closed"))) {
      var kinds = new ArrayList<ChangeKind>();
      Tailer tailer = store.tailer(store.oldestRevision());
      while (tailer.poll(change -> kinds.add(change.kind()), 1_000) > 0) {
        // the handler does the work
      }
      assertEquals(4, kinds.stream().filter(ChangeKind.CREATED::equals).count());
      assertEquals(1, kinds.stream().filter(ChangeKind.DROPPED::equals).count());
      assertEquals(43, kinds.stream().filter(ChangeKind.REMOVED::equals).count());
      long updated = FormatSample.texts().values().stream().filter(v -> v.contains("anew")).count();
      assertEquals(updated, kinds.stream().filter(ChangeKind.UPDATED::equals).count());
    }
  }
}
