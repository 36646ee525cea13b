package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of a tailer goes on where that stood, and neither moves the other. */
class TailerCopyTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).compact();

  @TempDir Path folder;
  private Store store;
  private StoreMap<Long, Long> map;

  @BeforeEach
  void open() {
    store = Stores.open(folder, new StoreOptions(1 << 20));
    map = store.map("/maps/m", OPTIONS);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private List<Long> rest(Tailer tailer, int limit) {
    List<Long> rest = new ArrayList<>();
    tailer.poll(change -> rest.add(map.newValue(change)), limit);
    return rest;
  }

  @Test
  void eachGoesOnByItself() {
    Tailer tailer = store.tailer(store.revision());
    List<Long> expected = new ArrayList<>();
    for (long i = 0; i < 10; i++) {
      map.put(i, i);
      expected.add(i);
    }
    for (int i = 0; i < 10; i++) {
      Tailer copy = tailer.copy();
      assertEquals(tailer.revision(), copy.revision());
      assertEquals(expected.subList(i, 10), rest(copy, 100));
      assertEquals(store.revision(), copy.revision());
      assertEquals(List.of((long) i), rest(tailer, 1));
    }
    Tailer atTheEnd = tailer.copy();
    assertEquals(List.of(), rest(tailer, 100));
    Tailer quiet = tailer.copy(); // of one that has seen the end
    map.put(1L, 100L);
    for (Tailer each : List.of(tailer, atTheEnd, quiet)) {
      assertEquals(List.of(100L), rest(each, 100));
    }
  }

  @Test
  void alsoWithinAGroup() {
    store.atomically(group -> {
      for (long key = 0; key < 5; key++) {
        group.put(map, key, key);
      }
      return null;
    });
    List<Long> places = new ArrayList<>();
    List<Long> values = new ArrayList<>();
    store
        .tailer(0)
        .poll(
            change -> {
              if (change.mapId() == map.id() && change.kind() == ChangeKind.INSERTED) {
                places.add(change.place());
                values.add(map.newValue(change));
              }
              return true;
            },
            100);
    for (int i = 0; i < 5; i++) {
      Tailer tailer = store.tailer(places.get(i));
      Tailer copy = tailer.copy();
      assertEquals(places.get(i), copy.revision());
      assertEquals(values.subList(i + 1, 5), rest(copy, 100));
      assertEquals(values.subList(i + 1, 5), rest(tailer, 100));
    }
  }

  @Test
  void whatHasLeftTheLogIsToldSo() {
    map.put(1L, 1L);
    Tailer tailer = store.tailer(store.revision());
    map.put(1L, 2L);
    StoreMap<Long, byte[]> filler =
        store.map("/maps/filler", MapOptions.of(Codecs.longs(), Codecs.bytes()));
    while (store.oldestRevision() <= tailer.revision()) {
      filler.put(0L, new byte[60_000]);
    }
    assertThrows(RetentionException.class, () -> rest(tailer.copy(), 100));
  }
}
