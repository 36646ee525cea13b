package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
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
  void onlyTheSameProcessWithTheSameStoreIsProved() {
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
    try (Store store = Stores.open(folder)) {
      store.sweep();
      assertTrue(ProcessTable.tellsOfLife(control, 0));
    }
    assertFalse(ProcessTable.tellsOfLife(control, 0));
    MappedStore victim = (MappedStore) Stores.open(folder);
    victim.attachment().close(); // plays dead
    assertFalse(ProcessTable.tellsOfLife(control, 0));
  }
}
