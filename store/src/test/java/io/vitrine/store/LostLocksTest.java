package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A living process whose kernel locks were dropped, since it closed another descriptor. */
class LostLocksTest {
  private static final Path LOCKS = Path.of("/proc/locks");

  @TempDir Path folder;

  private static void await(BooleanSupplier condition, String what) {
    long since = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - since < 60_000_000_000L, what);
      LockSupport.parkNanos(100_000);
    }
  }

  /** How many bytes of the lock file this process has locked, as the kernel sees it. */
  private long locked() {
    try {
      String inode = ":" + Files.getAttribute(folder.resolve("store.lock"), "unix:ino") + " ";
      String pid = " " + ProcessHandle.current().pid() + " ";
      try (var lines = Files.lines(LOCKS)) {
        return lines.filter(line -> line.contains(inode) && line.contains(pid)).count();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Copies the folder as a backup does. */
  private void copyTo(Path target) throws IOException {
    try (var files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = target.resolve(folder.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Test
  void aProcessThatCopiesItsOwnStoreIsNotRobbed(@TempDir Path backup) throws Exception {
    copyAllTheTime(backup, false);
  }

  @Test
  void aProcessOfAnotherNamespaceThatCopiesItsOwnStoreIsNotRobbed(@TempDir Path backup)
      throws Exception {
    copyAllTheTime(backup, true);
  }

  /** Makes the entry of an open that of a process which nobody here can see. */
  private void putFarAway(Store store) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(
                folder.resolve(ControlLayout.FILE),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      var control = channel.map(FileChannel.MapMode.READ_WRITE, 0, ControlLayout.LENGTH, arena);
      long at = ProcessTable.at(((MappedStore) store).attachment().slot());
      Memory.set(control, at + 24, 4711);
      Memory.set(control, at + 32, 4711);
    }
  }

  private void copyAllTheTime(Path backup, boolean farAway) throws Exception {
    var ended = new AtomicBoolean();
    try (Store store = Stores.open(folder)) {
      if (farAway) {
        putFarAway(store);
      }
      StoreMap<Long, Long> map = store.map(SecondWriter.PATH, SecondWriter.OPTIONS);
      map.put(0L, 0L);
      copyTo(backup);
      Thread copier =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                while (!ended.get()) { // so the locks are lost nearly always
                  try {
                    Files.readAllBytes(folder.resolve("store.lock"));
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                }
              });
      try (ChildJvm other =
          ChildJvm.start(SecondWriter.class, List.of("-Xmx64m"), folder.toString())) {
        Thread writer = Thread.ofPlatform().daemon().start(() -> SecondWriter.write(map, ended));
        assertEquals("slot 1 of 2", other.line());
        assertEquals("done", other.line());
        ended.set(true);
        writer.join();
        copier.join();
        assertEquals(0, other.waitFor());
      }
      assertEquals(SecondWriter.KEYS, map.size());
      assertEquals(
          0L, java.util.Objects.requireNonNull(store.describe(SecondWriter.PATH)).takeovers());
      Invariants.check(store);
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
  }

  @Test
  void aLostLockIsTakenAgain() throws IOException {
    assumeTrue(Files.isReadable(LOCKS), "no " + LOCKS + " here");
    try (Store store = Stores.open(folder)) {
      await(() -> locked() == 2, "not locked");
      Files.readAllBytes(folder.resolve("store.lock"));
      await(() -> locked() == 2, "not locked again");
      store.sweep();
    }
    assertEquals(0, locked());
  }

  @Test
  void aSecondClassLoaderDoesNotDropTheLocksOfTheFirst() throws Exception {
    assumeTrue(Files.isReadable(LOCKS), "no " + LOCKS + " here");
    var urls = new ArrayList<URL>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      urls.add(Path.of(part).toUri().toURL());
    }
    try (Store store = Stores.open(folder);
        var loader =
            new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> stores = loader.loadClass(Stores.class.getName());
      for (int round = 0; round < 20; round++) {
        var second = (AutoCloseable) stores.getMethod("open", Path.class).invoke(null, folder);
        assertEquals(2, store.statistics().opens());
        second.close();
        assertTrue(locked() > 0, "the locks were dropped"); // one of two while they are renewed
      }
    }
    assertEquals(0, locked());
  }

  @Test
  void whoWasTakenForDeadStops() throws IOException {
    MappedStore store = (MappedStore) Stores.open(folder);
    StoreMap<Long, Long> map = store.map(SecondWriter.PATH, SecondWriter.OPTIONS);
    map.put(1L, 1L);
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(
                folder.resolve(ControlLayout.FILE),
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      long bytes = ControlLayout.LENGTH;
      var table = new ProcessTable(channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena));
      table.take(store.attachment().slot(), 0); // as somebody does who cannot see this process
    }
    await(() -> fails(() -> map.put(2L, 2L)), "went on");
    for (Runnable call :
        List.<Runnable>of(
            () -> map.put(3L, 3L),
            () -> map.get(1L),
            map::size,
            () -> store.map("/maps/other", SecondWriter.OPTIONS),
            store::sweep)) {
      String message = assertThrows(StoreException.class, call::run).getMessage();
      assertTrue(message.contains("lost its kernel locks"), message);
    }
    store.close();
    try (Store again = Stores.open(folder)) {
      assertEquals(1L, again.map(SecondWriter.PATH, SecondWriter.OPTIONS).get(1L));
      Invariants.check(again);
    }
  }

  private static boolean fails(Runnable call) {
    try {
      call.run();
      return false;
    } catch (StoreException | IllegalStateException e) {
      return true;
    }
  }
}
