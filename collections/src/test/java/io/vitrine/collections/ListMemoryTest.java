package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.store.ChildJvm;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a list of large elements is in memory. */
class ListMemoryTest {
  @TempDir private Path folder;

  @Test
  void aListMayBeLargerThanTheMemory_ofWhoAddsReadsAndWatches() {
    long bytes = (long) ListReader.COUNT * ListReader.BYTES;
    try (ChildJvm reader =
        ChildJvm.start(ListReader.class, List.of("-Xmx64m"), folder.toString())) {
      assertEquals("added", reader.line());
      assertEquals("read " + bytes, reader.line());
      assertEquals("told " + bytes, reader.line());
      assertEquals(0, reader.waitFor());
    }
  }

  @Test
  void aSnapshotTellsHowMuchItHandsOn() {
    var store = Stores.inMemory();
    try (var vitrine = new LocalVitrine(store, new TypeRegistry())) {
      var list = vitrine.list("l", byte[].class);
      for (int i = 0; i < 100; i++) {
        list.add(new byte[10_000]);
      }
      list.add(new byte[1]); // in the tail
      var options = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
      var blocks = new Blocks<>(Codecs.bytes(), 0);
      var nodes = new ListNodes(store, store.map("/lists/l", options), blocks, false);
      var snapshot = ListSnapshot.take(nodes, blocks);
      assertEquals(0, snapshot.handedBytes());
      snapshot.next((_, _, _) -> {}, 1);
      assertEquals(10_002, snapshot.handedBytes());
      while (snapshot.next((_, _, _) -> {}, 1)) {
        // To the end.
      }
      assertEquals(100 * 10_002 + 2, snapshot.handedBytes());
    }
  }
}
