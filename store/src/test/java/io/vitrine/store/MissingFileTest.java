package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collection whose file was deleted is missed, also where the log does not tell of it. */
class MissingFileTest {
  private static final MapOptions<Long, byte[]> MAP =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  @TempDir Path temporary;

  private Path folder = Path.of("");

  @BeforeEach
  void makeFolder() {
    folder = temporary.resolve("store");
  }

  private void fill(Store store) {
    for (String path : List.of("/maps/a", "/maps/b", "/maps/c")) {
      for (long key = 0; key < 10; key++) {
        store.map(path, MAP).put(key, new byte[] {1});
      }
    }
    store.drop("/maps/c");
  }

  private void checkFinds(String found) throws IOException {
    CheckReport report = Stores.check(folder);
    assertEquals(1, report.damages(), report.toString());
    assertTrue(report.findings().toString().contains(found), report.toString());
  }

  @Test
  void whereTheLogBeganLater_theCheckFindsIt_andRepairSaysThatItIsLost() throws IOException {
    try (Store store = Stores.open(folder)) {
      fill(store);
      assertTrue(store.revision() > 0); // lets the log begin
    }
    assertEquals(0, Stores.check(folder).damages());
    Files.delete(folder.resolve("maps/a.vtr"));
    checkFinds("1 files of collections");
    RepairReport report = Stores.repair(folder);
    assertEquals(1, report.notes().size(), report.toString());
    assertTrue(report.notes().getFirst().contains("nothing tells which"), report.toString());
    assertEquals(0, Stores.check(folder).damages());
    try (Store store = Stores.open(folder)) {
      assertEquals(List.of("/maps/b"), List.copyOf(store.list("/")));
      store.map("/maps/d", MAP).put(1L, new byte[] {2});
    }
    assertEquals(0, Stores.check(folder).damages());
  }

  @Test
  void whereTheLogTellsOfIt_itIsToldOnce() throws IOException {
    try (Store store = Logged.open(folder)) {
      fill(store);
    }
    Files.delete(folder.resolve("maps/a.vtr"));
    checkFinds("maps/a.vtr");
    RepairReport report = Stores.repair(folder);
    assertEquals(List.of(), report.notes(), report.toString());
    try (Store store = Stores.open(folder)) {
      assertEquals(10, store.map("/maps/a", MAP).size());
    }
    assertEquals(0, Stores.check(folder).damages());
  }

  @Test
  void whereOnlyTheCheckpointTellsOfIt_itIsBroughtBack() throws IOException {
    StoreOptions options =
        new StoreOptions(0).withDurability(Durability.SYNC).withCheckpointBytes(1L << 40);
    try (var store = (MappedStore) Stores.open(folder, options)) {
      fill(store);
      StoreMap<Long, byte[]> map = store.map("/maps/b", MAP);
      for (long i = 0; i < 12; i++) { // until the files of the log that tell of maps are gone
        map.put(i, new byte[1 << 20]);
        assertTrue(store.checkpoints.make());
      }
    }
    assertEquals(0, Stores.check(folder).damages());
    Files.delete(folder.resolve("maps/a.vtr"));
    assertTrue(Stores.check(folder).damages() > 0, "the check finds it");
    RepairReport report = Stores.repair(folder);
    try (Store store = Stores.open(folder, options)) {
      assertEquals(10, store.map("/maps/a", MAP).size(), report.toString());
      assertEquals(12, store.map("/maps/b", MAP).size(), report.toString());
    }
    assertEquals(0, Stores.check(folder).damages());
  }

  @Test
  void whatWasMadeAnewSince_isMissedAllTheSame() throws IOException {
    try (Store store = Stores.open(folder)) {
      fill(store);
      assertTrue(store.revision() > 0);
    }
    Files.delete(folder.resolve("maps/a.vtr"));
    try (Store store = Stores.open(folder)) {
      assertEquals(0, store.map("/maps/a", MAP).size());
    }
    assertTrue(Stores.check(folder).damages() > 0, "entries were lost, and nobody has been told");
  }

  @Test
  void copiesAndRecoveriesCountAnew() throws IOException {
    Path copy = temporary.resolve("copy");
    try (Store store = Stores.open(folder)) {
      fill(store);
      store.snapshot(copy);
    }
    assertEquals(0, Stores.check(copy).damages());
    Files.delete(copy.resolve("maps/b.vtr"));
    assertTrue(Stores.check(copy).damages() > 0, "the check finds it in the copy");
  }
}
