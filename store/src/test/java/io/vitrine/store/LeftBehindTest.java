package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a creation, a copy or an open that failed, or died, is seen to. */
@Timeout(300)
class LeftBehindTest {
  private static final MapOptions<Long, Long> MAP =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2);
  private static final Set<String> NEED_DESCRIPTORS =
      Set.of("list", "create", "deleteUnfinished", "open", "openKnown");

  @TempDir private Path folder;

  /** Files of which none can be opened or listed while there is no descriptor. */
  private static StoreFiles scarce(StoreFiles files, AtomicBoolean none) {
    return (StoreFiles)
        Proxy.newProxyInstance(
            StoreFiles.class.getClassLoader(),
            new Class<?>[] {StoreFiles.class},
            (_, method, arguments) -> {
              if (none.get() && NEED_DESCRIPTORS.contains(method.getName())) {
                throw new StoreException("no descriptor, of a test");
              }
              try {
                return method.invoke(files, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aCreationWithoutDescriptorsHoldsUpNoReader() throws IOException {
    var none = new AtomicBoolean();
    StoreFiles files = scarce(new DiskFiles(folder.toAbsolutePath()), none);
    try (Store store = MappedStore.open(Surroundings.system(files), Logged.OPTIONS)) {
      StoreMap<Long, Long> map = store.map("/maps/a", MAP);
      map.put(1L, 1L);
      Tailer tailer = store.tailer(store.revision());
      none.set(true);
      assertThrows(StoreException.class, () -> store.map("/maps/b", MAP));
      none.set(false);
      map.put(2L, 2L);
      var told = new ArrayList<Long>();
      while (told.isEmpty()) { // until the keeper of locks has ended the record
        tailer.poll(
            change -> {
              if (change.kind().isOfEntry()) {
                told.add(map.key(change));
              }
              return true;
            },
            10);
        LockSupport.parkNanos(1_000_000);
      }
      assertEquals(List.of(2L), told);
      assertEquals(List.of("/maps/a"), store.list("/"));
      store.map("/maps/b", MAP).put(3L, 3L);
    }
    assertTrue(Stores.check(folder).isClean());
  }

  @Test
  void aFileOfACreatorThatDiedIsRemovedByTheNext() throws IOException {
    Path left = folder.resolve(UnfinishedName.of(ControlLayout.FILE));
    Files.write(left, new byte[4096]);
    Stores.open(folder).close();
    assertFalse(Files.exists(left));
  }

  /** Each of those who make a store at once may find, or remove, what another is making. */
  @Test
  void aStoreIsMadeByManyAtOnce() throws Exception {
    for (int round = 0; round < 100; round++) {
      Path of = folder.resolve("s" + round);
      Path left = of.resolve(UnfinishedName.of(ControlLayout.FILE));
      Files.createDirectories(of);
      Files.write(left, new byte[4096]);
      var together = new CyclicBarrier(3);
      var failures = new ConcurrentLinkedQueue<Throwable>();
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 3; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    together.await();
                    Stores.open(of).close();
                  } catch (Throwable e) {
                    failures.add(e);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(List.of(), List.copyOf(failures));
      assertFalse(Files.exists(left));
    }
  }

  /** It is somebody's who copies another store to a place within the folder. */
  @Test
  void aCopyThatIsBeingMadeInTheFolderOfANewStoreStays() throws IOException {
    Path copy = folder.resolve(UnfinishedName.of("copy"));
    Files.createDirectory(copy);
    Files.createFile(copy.resolve(DiskFiles.LOCK_FILE));
    Stores.open(folder).close();
    assertTrue(Files.exists(copy.resolve(DiskFiles.LOCK_FILE)));
  }

  @Test
  void anEmptyFolderOfACopyThatDiedIsRemovedByTheNext() throws IOException {
    Path left = folder.resolve(UnfinishedName.of("copy"));
    Path other = folder.resolve(UnfinishedName.of("copy"));
    Files.createDirectory(left);
    Files.createDirectory(other);
    Files.writeString(other.resolve("mine"), "text");
    try (Store store = Stores.open(folder.resolve("store"))) {
      store.snapshot(folder.resolve("copy"));
    }
    assertFalse(Files.exists(left));
    assertTrue(Files.exists(other.resolve("mine")));
  }

  @Test
  void opensThatDiedOrFailedAreNotCounted() throws IOException {
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      store.map("/maps/a", MAP).put(1L, 1L);
      MappedStore dies = (MappedStore) Stores.open(folder);
      assertEquals(2, store.statistics().opens());
      dies.attachment().close();
      assertEquals(1, store.statistics().opens());
    }
    Path log = folder.resolve(LogFile.nameOf(0));
    byte[] sound = Files.readAllBytes(log);
    byte[] damaged = sound.clone();
    damaged[0] ^= 1;
    Files.write(log, damaged);
    for (int i = 0; i < 5; i++) {
      assertThrows(StoreException.class, () -> Stores.open(folder));
    }
    Files.write(log, sound);
    try (Store store = Stores.openReadOnly(folder)) {
      assertTrue(store.statistics().opens() <= 1, store.statistics()::toString);
    }
  }
}
