package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files and folders that somebody has put among those of a durable store: they stay, as it does.
 */
class ForeignFilesTest {
  private static final String PATH = "/maps/kept";
  private static final int KEYS = 20;
  private static final MapOptions<Long, String> MAP =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(2);
  private static final StoreOptions SYNC = Logged.OPTIONS.withDurability(Durability.SYNC);
  private static final List<String> FOLDERS =
      List.of("maps", "sets", "lists", LogFile.FOLDER, CheckpointWriter.FOLDER);

  @TempDir Path folder;

  private Surroundings atBoot(long bootId) {
    return Surroundings.system(new AnotherBoot(new DiskFiles(folder), bootId));
  }

  @BeforeEach
  void fill() throws IOException {
    MappedStore store = MappedStore.open(atBoot(1), SYNC);
    StoreMap<Long, String> map = store.map(PATH, MAP);
    for (long key = 0; key < KEYS; key++) {
      map.put(key, "value " + key);
    }
    store.attachment().close(); // killed
    for (String name : FOLDERS) {
      Path within = folder.resolve(name);
      Files.createDirectories(within.resolve("backup"));
      Files.writeString(within.resolve("backup/notes.txt"), "mine");
      Files.writeString(within.resolve("notes.txt"), "mine");
      if (Files.exists(folder.resolve("maps/kept.vtr"))) {
        Files.copy(folder.resolve("maps/kept.vtr"), within.resolve("kept.vtr.bak"));
      }
    }
  }

  private void verifyForeign() {
    for (String name : FOLDERS) {
      for (String file : List.of("backup/notes.txt", "notes.txt", "kept.vtr.bak")) {
        Path foreign = folder.resolve(name).resolve(file);
        assertTrue(Files.exists(foreign), foreign.toString());
      }
    }
  }

  /** Opens it and compares; gives its epoch. */
  private long verify(long bootId) throws IOException {
    try (MappedStore store = MappedStore.open(atBoot(bootId), SYNC)) {
      StoreMap<Long, String> map = store.map(PATH, MAP);
      assertEquals(KEYS, map.size());
      for (long key = 0; key < KEYS; key++) {
        assertEquals("value " + key, map.get(key));
      }
      Invariants.check(store);
      return store.epoch();
    }
  }

  private boolean isClean() throws IOException {
    try (MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE)) {
      return new DurableWords(control).isClean();
    }
  }

  @Test
  void theLastCloseBringsAllToDisk() throws IOException {
    long epoch = verify(1);
    assertTrue(isClean());
    assertEquals(epoch, verify(2), "nothing was to be recovered");
    verifyForeign();
  }

  @Test
  void aRecoveryLeavesThem() throws IOException {
    long recovered = verify(2);
    verifyForeign();
    assertEquals(recovered, verify(2), "it was recovered once");
    assertEquals(recovered, verify(3), "it was closed clean");
  }

  @Test
  void aRepairAfterAPowerLossLeavesThem() throws IOException {
    RepairReport report = StoreRepair.runAlone(atBoot(2), RepairOptions.defaults());
    assertTrue(report.powerLost());
    verifyForeign();
    verify(2);
  }

  @Test
  void aRepairThatBeginsANewLogLeavesThem() throws IOException {
    long epoch = verify(1);
    RepairReport report = StoreRepair.runAlone(atBoot(1), new RepairOptions(true, true));
    assertTrue(report.newLog());
    verifyForeign();
    assertNotEquals(epoch, verify(1));
  }

  /** Such a folder cannot be replaced by a file, nor be kept under a second name. */
  @Test
  void aRecoveryRefusesAFolderInPlaceOfAFileAndChangesNothing() throws IOException {
    for (String name : List.of("maps/kept.vtr", "sets/other.vtr")) {
      Path taken = folder.resolve(name);
      Path away = folder.resolve("away");
      if (Files.exists(taken)) {
        Files.move(taken, away);
      }
      Files.createDirectories(taken.resolve("within"));
      byte[] control = Files.readAllBytes(folder.resolve(ControlLayout.FILE));
      for (int i = 0; i < 2; i++) {
        assertRefused(taken, () -> MappedStore.open(atBoot(2), SYNC));
        assertRefused(taken, () -> StoreRepair.runAlone(atBoot(2), RepairOptions.defaults()));
      }
      assertEquals(-1, mismatch(control));
      Files.delete(taken.resolve("within"));
      Files.delete(taken);
      if (Files.exists(away)) {
        Files.move(away, taken);
      }
    }
    verify(2);
  }

  private int mismatch(byte[] control) throws IOException {
    return java.util.Arrays.mismatch(
        control, Files.readAllBytes(folder.resolve(ControlLayout.FILE)));
  }

  @Test
  void aRepairRefusesAFolderInPlaceOfAFileAndMakesNoPlan() throws IOException {
    verify(1);
    Path taken = folder.resolve("maps/kept.vtr");
    Files.delete(taken);
    Files.createDirectories(taken.resolve("within"));
    for (int i = 0; i < 2; i++) {
      assertRefused(taken, () -> StoreRepair.runAlone(atBoot(1), RepairOptions.defaults()));
      assertFalse(Files.exists(folder.resolve("repair/plan")));
    }
    Files.delete(taken.resolve("within"));
    Files.delete(taken);
    StoreRepair.runAlone(atBoot(1), RepairOptions.defaults());
    verify(1);
  }

  private static void assertRefused(
      Path taken, org.junit.jupiter.api.function.Executable executable) {
    StoreException e = assertThrows(StoreException.class, executable);
    assertTrue(String.valueOf(e.getMessage()).startsWith(taken + ": is "), e.toString());
  }
}
