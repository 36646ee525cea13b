package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lock file is deleted while a store is open: whoever has it open is known to live. */
class LockFileGoneTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs());

  @TempDir Path folder;

  private static void await(BooleanSupplier condition, String what) {
    long since = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - since < 60_000_000_000L, what);
      LockSupport.parkNanos(100_000);
    }
  }

  private void deleteLock() throws IOException {
    Files.delete(folder.resolve(DiskFiles.LOCK_FILE));
  }

  /** Does something with the table of processes of a store. */
  private static long inTable(Path store, ToLongFunction<java.lang.foreign.MemorySegment> use) {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(
                store.resolve(ControlLayout.FILE),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      return use.applyAsLong(
          channel.map(FileChannel.MapMode.READ_WRITE, 0, ControlLayout.LENGTH, arena));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertNotRepaired(Path store) {
    String message =
        assertThrows(StoreException.class, () -> Stores.repair(store, new RepairOptions(false)))
            .getMessage();
    assertTrue(String.valueOf(message).contains("is open"), message);
  }

  @Test
  void aStoreThatIsOpenIsNotRepaired() throws IOException {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/a", OPTIONS);
      for (long round = 0; round < 10; round++) {
        map.put(round, round);
        deleteLock();
        assertNotRepaired(folder);
        assertEquals(round, map.get(round));
      }
    }
    deleteLock();
    assertFalse(Stores.repair(folder).hasChanged());
  }

  @Test
  void aStoreThatIsOpenInAnotherNamespaceIsNotRepaired() throws IOException {
    try (MappedStore store = (MappedStore) Stores.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, 1L);
      inTable(
          folder,
          control -> {
            long at = ProcessTable.at(store.attachment().slot());
            Memory.set(control, at + 24, 4711); // what proves its life means nothing here
            Memory.set(control, at + 32, 4711);
            return 0;
          });
      deleteLock();
      assertNotRepaired(folder);
    }
  }

  @Test
  void anOwnerIsNotTakenForDead() throws IOException {
    try (MappedStore first = (MappedStore) Stores.open(folder)) {
      for (int round = 0; round < 10; round++) {
        deleteLock();
        try (MappedStore second = (MappedStore) Stores.open(folder)) {
          Attachment self = first.attachment();
          assertTrue(second.attachment().isAlive(self.slot(), self.incarnation()));
          assertArrayEquals(new int[0], second.attachment().dead());
          self = second.attachment();
          assertTrue(first.attachment().isAlive(self.slot(), self.incarnation()));
        }
      }
    }
  }

  @Test
  void theFileIsMadeAnew() throws IOException {
    Path lock = folder.resolve(DiskFiles.LOCK_FILE);
    MappedStore store = (MappedStore) Stores.open(folder);
    deleteLock();
    await(() -> Files.exists(lock), "not made anew");
    await(() -> !isFree(lock, store.attachment().slot()), "not locked");
    store.close();
    assertTrue(LockFile.isFree(lock));
    Stores.open(folder).close();
  }

  /** Whether nobody locks the first byte of a number, as another JVM sees it. */
  private static boolean isFree(Path lock, int slot) {
    try {
      LockChannel channel = LockChannel.join(lock);
      try (var probe = channel.file.tryLock(slot, 1, false)) {
        return probe != null;
      } catch (java.nio.channels.OverlappingFileLockException e) {
        return false;
      } finally {
        channel.leave();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void noneIsMadeInAFolderThatIsNotItsOwn() throws IOException {
    Path store = folder.resolve("store");
    Path away = folder.resolve("away");
    try (MappedStore open = (MappedStore) Stores.open(store)) {
      int slot = open.attachment().slot();
      Files.move(store, away);
      Files.createDirectory(store);
      long before = inTable(away, control -> new ProcessTable(control).beat(slot));
      await(
          () -> inTable(away, control -> new ProcessTable(control).beat(slot)) > before + 2,
          "does not see to its locks any more");
      assertFalse(Files.exists(store.resolve(DiskFiles.LOCK_FILE)));
    }
  }
}
