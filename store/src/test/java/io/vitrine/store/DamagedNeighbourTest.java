package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged map is refused to whoever uses it, and stands in nobody else's way. */
class DamagedNeighbourTest {
  private static final MapOptions<String, Long> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.longs()).withSegments(1);
  private static final String DAMAGED = "/maps/b/\u00fcber 100%";

  @TempDir Path folder;

  @Test
  void theOthersAreListedSweptAndCompacted() throws IOException {
    try (Store store = Stores.open(folder)) {
      store.map("/maps/a", OPTIONS).put("stays", 1L);
      store.map("/maps/a", OPTIONS).put("goes", 2L, Duration.ofMillis(1));
      store.map(DAMAGED, OPTIONS).put("key", 3L);
      store.map("/sets/c", OPTIONS).put("key", 4L);
    }
    Path file = folder.resolve(StorePath.file(DAMAGED));
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(64), 0);
    }
    try (Store store = Stores.open(folder)) {
      assertEquals(List.of("/maps/a", DAMAGED, "/sets/c"), store.list(""));
      assertEquals(List.of(DAMAGED), store.list("/maps/b"));
      assertThrows(CorruptStoreException.class, () -> store.map(DAMAGED, OPTIONS));
      assertThrows(CorruptStoreException.class, () -> store.describe(DAMAGED));
      assertEquals(2, store.statistics().maps());
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (store.map("/maps/a", OPTIONS).size() > 1) {
        assertTrue(System.nanoTime() < deadline, "nothing is swept");
        store.sweepExpired();
      }
      store.compact(CompactOptions.defaults());
      assertEquals(1L, store.map("/maps/a", OPTIONS).get("stays"));
    }
    try (Store onlooker = Stores.openReadOnly(folder)) {
      assertEquals(List.of("/maps/a", DAMAGED, "/sets/c"), onlooker.list(""));
    }
  }

  @Test
  void pathsFollowFromTheNamesOfFiles() {
    for (String path :
        List.of("/maps/a", DAMAGED, "/sets/-x.y_z", "/lists/\u20ac\ud83d\ude00%41")) {
      assertEquals(path, StorePath.pathOf(StorePath.file(path)));
    }
    for (String name :
        List.of("maps/.vtr", "maps/%.vtr", "maps/%zz.vtr", "maps/a b.vtr", "x.vtr")) {
      assertNull(StorePath.pathOf(name), name);
    }
  }
}
