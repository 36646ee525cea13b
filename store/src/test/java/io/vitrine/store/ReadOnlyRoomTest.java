package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who only looks on gives back what files take that are gone, and may come too early. */
class ReadOnlyRoomTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4);

  @TempDir Path folder;

  private long deletedFilesMapped() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines
          .filter(line -> line.contains(folder.toString()) && line.endsWith("(deleted)"))
          .count();
    }
  }

  @Test
  void aSweepLetsGoOfFilesThatAreGone() throws IOException {
    assumeTrue(Files.isReadable(Path.of("/proc/self/maps")), "Linux tells what is mapped");
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, Long> dropped = store.map("/maps/a", OPTIONS);
      StoreMap<Long, Long> compacted = store.map("/maps/b", OPTIONS);
      dropped.put(1L, 1L);
      compacted.put(1L, 2L);
      try (Store looked = Stores.openReadOnly(folder)) {
        assertEquals(1, looked.map("/maps/a", OPTIONS).get(1L));
        StoreMap<Long, Long> seen = looked.map("/maps/b", OPTIONS);
        assertEquals(2, seen.get(1L));
        store.drop("/maps/a");
        store.compact("/maps/b");
        assertEquals(2, deletedFilesMapped(), "those that the other one has");
        assertEquals(0, looked.sweep());
        assertEquals(0, deletedFilesMapped());
        assertEquals(2, seen.get(1L));
      }
    }
  }

  @Test
  void aStoreThatIsBeingMadeIsRefusedAsOne() throws IOException {
    Stores.open(folder).close();
    try (var files = Files.list(folder.resolve("log"))) { // as if its maker had died before
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    var e = assertThrows(StoreException.class, () -> Stores.openReadOnly(folder));
    assertFalse(e instanceof CorruptStoreException, e::toString);
    assertTrue(String.valueOf(e.getMessage()).contains("is just being made"), e::getMessage);
    Stores.open(folder).close();
    Stores.openReadOnly(folder).close();
  }
}
