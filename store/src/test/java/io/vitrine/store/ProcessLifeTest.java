package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What proves that a process lives, and what does not. */
class ProcessLifeTest {
  private static final String FIELDS =
      " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4711 20 21 22\n";

  @Test
  void theStartIsReadFromBehindTheName() {
    assertEquals("4711", ProcessLife.startedBy("12 (java) S" + FIELDS));
    assertEquals("4711", ProcessLife.startedBy("12 (a ) Z 1 (b) T" + FIELDS));
    assertNull(ProcessLife.startedBy("12 (java) Z" + FIELDS));
    assertNull(ProcessLife.startedBy("12 (java) X" + FIELDS));
    assertNull(ProcessLife.startedBy("12 (java) S 1 2"));
    assertNull(ProcessLife.startedBy(""));
  }

  @Test
  void onlyTheSameProcessWithTheSameLockFileIsProved() {
    long pid = ProcessHandle.current().pid();
    long life = ProcessLife.ofThisProcess("one");
    assertNotEquals(0, life);
    assertTrue(ProcessLife.isProved(life, pid, "one"));
    assertFalse(ProcessLife.isProved(life, pid, "a copy"));
    assertFalse(
        ProcessLife.isProved(life, ProcessHandle.current().parent().orElseThrow().pid(), "one"));
    assertFalse(ProcessLife.isProved(0, pid, "one"));
  }

  @Test
  void aControlFileTellsOfLifeWhileItsStoreIsOpen(@TempDir Path folder) throws IOException {
    Path control = folder.resolve(ControlLayout.FILE);
    Object key;
    try (Store store = Stores.open(folder)) {
      store.sweep();
      key = keyOf(folder);
      assertTrue(ProcessTable.tellsOfLife(control, key));
    }
    assertFalse(ProcessTable.tellsOfLife(control, key));
    MappedStore victim = (MappedStore) Stores.open(folder);
    victim.attachment().close(); // plays dead
    assertFalse(ProcessTable.tellsOfLife(control, key));
  }

  private static Object keyOf(Path folder) throws IOException {
    Path lock = folder.resolve("store.lock");
    return Files.readAttributes(lock, BasicFileAttributes.class).fileKey();
  }
}
