package io.vitrine.bench.fork;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Maps;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableTaskTest {
  private static final long ENTRIES = 1_000;

  @TempDir private Path folder;

  /** An insertion takes room, and its time tells nothing of that of an update. */
  @Test
  void shouldUpdateEntriesThatAreThere() throws Exception {
    // The others start with flags of their own.
    for (Peer peer : List.of(Peer.VITRINE, Peer.MVSTORE)) {
      Path files = Files.createDirectory(folder.resolve(peer.label()));
      DurableTask.run(
          new Job(
              Map.of(
                  "peer",
                  peer.label(),
                  "folder",
                  files.toString(),
                  "entries",
                  Long.toString(ENTRIES),
                  "warmUpMillis",
                  "1",
                  "millis",
                  "50",
                  "writers",
                  "2")));
      var shape = new Shape(KeyKind.LONG, 64, ENTRIES);
      int updated = 0;
      try (ByteMap<Long> map = Maps.durable(peer, files, shape)) {
        for (long i = 0; i < ENTRIES; i++) {
          byte[] value = map.get(KeyKind.number(i));
          assertNotNull(value, peer + " has no entry " + i);
          updated += value[Long.BYTES - 1] == -1 ? 1 : 0;
          assertNull(map.get(i), peer + " has an entry that no fill made");
        }
      }
      assertTrue(updated > 0, peer + " has updated nothing");
    }
  }
}
