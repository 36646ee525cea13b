package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the gate where a folder is none of a store, or another one meanwhile. */
class GateTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir Path folder;

  private static Path lockOf(Path store) {
    return store.resolve(DiskFiles.LOCK_FILE);
  }

  /** How many in this JVM use a lock file. */
  private static int users(Object key) {
    return Integer.getInteger("io.vitrine.store.locks." + key, 0);
  }

  @Test
  void nobodyWaitsForAnothersFileOfThatName() throws IOException {
    try (var other =
            FileChannel.open(
                lockOf(folder), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var _ = other.lock()) {
      var refused =
          assertTimeoutPreemptively(
              LONG, () -> assertThrows(StoreException.class, () -> Stores.open(folder)));
      String why = String.valueOf(refused.getMessage());
      assertTrue(why.contains("is not a store") && why.contains("it has store.lock"), why);
    }
  }

  /** With a count left behind the channel would stay open, and the locks with it, for ever. */
  @Test
  void whomAnErrorMeetsWhileHeJoinsLeavesNothing() throws IOException {
    Stores.open(folder).close();
    Object key = LockChannel.keyOf(lockOf(folder));
    var unnamable =
        new Object() {
          @Override
          public String toString() {
            throw new StackOverflowError("as deep as it goes");
          }
        };
    try (MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE);
        LockFile.AtGate gate = LockFile.gate(lockOf(folder))) {
      var table = new ProcessTable(control.memory());
      assertThrows(StackOverflowError.class, () -> LockFile.attach(gate, table, unnamable));
      assertEquals(1, users(key), "at the gate");
      try (LockFile next = LockFile.attach(gate, table, key)) {
        assertEquals(0, next.slot(), "the number that he was about to take");
        table.leave(next.slot());
      }
    }
    assertEquals(0, users(key));
  }

  @Test
  void itIsLeftWhereItsFileCannotBeLookedAt() throws IOException {
    Path store = folder.resolve("store");
    Path away = folder.resolve("away");
    Stores.open(store).close();
    Object key = LockChannel.keyOf(lockOf(store));
    CompletableFuture<Store> waiting;
    try (Gate _ = new DiskFiles(store).gate()) {
      waiting = CompletableFuture.supplyAsync(() -> Stores.open(store));
      long since = System.nanoTime();
      while (users(key) < 2) {
        assertTrue(System.nanoTime() - since < LONG.toNanos(), "does not come to the gate");
        LockSupport.parkNanos(100_000);
      }
      Files.move(store, away);
      Files.createSymbolicLink(store, store);
    }
    var failed = assertThrows(CompletionException.class, waiting::join);
    assertTrue(failed.getCause() instanceof StoreException, failed.toString());
    assertEquals(0, users(key));
    Files.delete(store);
    Files.move(away, store);
    assertTimeoutPreemptively(LONG, () -> Stores.open(store).close());
  }

  @Test
  void theLocksAreThoseOfTheStoreThatIsThere() throws IOException {
    Path store = folder.resolve("store");
    Path other = folder.resolve("other");
    Stores.open(store).close();
    Stores.open(other).close();
    var files = new DiskFiles(store);
    try (Gate _ = Objects.requireNonNull(files.gateIfThere())) {
      Files.move(store, folder.resolve("away"));
      Files.move(other, store);
      try (MappedFile control = files.openKnown(ControlLayout.FILE)) {
        try (Attachment _ = files.attach(new ProcessTable(control.memory()))) {
          assertEquals(1, users(LockChannel.keyOf(lockOf(store))));
        }
        assertFalse(users(LockChannel.keyOf(lockOf(store))) > 0);
      }
    }
  }
}
