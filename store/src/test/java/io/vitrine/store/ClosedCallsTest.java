package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** No call of a map that is closed or dropped returns as if all was well, though it has no work. */
class ClosedCallsTest {
  private static final String PATH = "/maps/ended";

  @TempDir Path folder;

  private static MapOptions<Long, Long> options(boolean compact) {
    MapOptions<Long, Long> blocks = MapOptions.of(Codecs.longs(), Codecs.longs());
    return compact ? blocks.compact() : blocks;
  }

  /** Calls that find nothing to do. */
  private static Map<String, Executable> calls(StoreMap<Long, Long> map) {
    Batch<Long, Long> empty = map.batch();
    Batch<Long, Long> keys = map.batch();
    keys.add(1L);
    var calls = new LinkedHashMap<String, Executable>();
    calls.put("getAll", () -> map.getAll(List.of()));
    calls.put("getSome", () -> map.getSome(List.of(), 1, new LinkedHashMap<>()));
    calls.put("putAll", () -> map.putAll(Map.of()));
    calls.put("putAllIfAbsent", () -> map.putAllIfAbsent(List.of(), 1L));
    calls.put("removeAll", () -> map.removeAll(List.of()));
    calls.put("cursor", map::cursor);
    calls.put("batch", map::batch);
    calls.put("batch.get", empty::get);
    calls.put("batch.put", empty::put);
    calls.put("batch.put of keys", keys::put);
    return calls;
  }

  @Test
  void ofAStoreThatIsClosed() {
    for (boolean compact : new boolean[] {false, true}) {
      Store store = Stores.open(folder.resolve("store-" + compact));
      StoreMap<Long, Long> map = store.map(PATH, options(compact));
      Map<String, Executable> calls = calls(map);
      Snapshot<Long, Long> snapshot = map.snapshot();
      calls.put("snapshot.tailer", snapshot::tailer);
      store.close();
      calls.forEach((name, call) -> {
        var e = assertThrows(IllegalStateException.class, call, name);
        assertEquals("the store of map " + PATH + " is closed; open it again", e.getMessage());
      });
      assertThrows(IllegalStateException.class, store::epoch);
    }
  }

  @Test
  void ofAMapThatIsDropped() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, options(false));
      Map<String, Executable> calls = calls(map);
      Snapshot<Long, Long> snapshot = map.snapshot();
      store.drop(PATH);
      calls.forEach((name, call) -> assertThrows(MapDroppedException.class, call, name));
      assertEquals(1, snapshot.tailer().poll(change -> true, 10), "the log tells of the map's end");
    }
  }

  @Test
  void changesThroughAStoreThatIsOnlyRead() {
    for (boolean compact : new boolean[] {false, true}) {
      Path at = folder.resolve("store-" + compact);
      try (Store written = Stores.open(at)) {
        written.map(PATH, options(compact)).put(1L, 1L);
        try (Store read = Stores.openReadOnly(at)) {
          StoreMap<Long, Long> map = read.map(PATH, options(compact));
          List<Executable> changes =
              List.of(
                  () -> map.putAll(Map.of()),
                  () -> map.putAllIfAbsent(List.of(), 1L),
                  () -> map.removeAll(List.of()),
                  () -> map.batch().put());
          for (Executable change : changes) {
            var e = assertThrows(UnsupportedOperationException.class, change);
            assertTrue(String.valueOf(e.getMessage()).contains(PATH), e.toString());
          }
          assertTrue(map.getAll(List.of()).isEmpty());
          assertEquals(0, map.batch().get());
          assertEquals(written.epoch(), read.epoch());
          read.close();
          assertThrows(IllegalStateException.class, read::epoch);
        }
      }
    }
  }
}
