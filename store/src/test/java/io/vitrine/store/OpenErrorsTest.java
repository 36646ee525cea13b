package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of folders and files that cannot be had. */
class OpenErrorsTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs());

  @TempDir Path folder;

  private static void assertSays(Path at, Consumer<Path> call, String... parts) {
    String message =
        String.valueOf(assertThrows(StoreException.class, () -> call.accept(at)).getMessage());
    assertTrue(message.startsWith(at + ": "), message);
    for (String part : parts) {
      assertTrue(message.contains(part), "expected \"" + part + "\" in: " + message);
    }
  }

  private static List<Consumer<Path>> allCalls() {
    return List.of(Stores::open, Stores::openReadOnly, Stores::check, Stores::repair);
  }

  @Test
  void aLinkThatLeadsToNothingOrToItself() throws IOException {
    Path dangling = folder.resolve("dangling");
    Files.createSymbolicLink(dangling, folder.resolve("nowhere"));
    Path loop = folder.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    for (Consumer<Path> call : allCalls()) {
      assertSays(dangling, call, "is a link that leads to nothing");
      assertSays(loop, call, "or back to itself");
    }
  }

  @Test
  void aFolderThatIsNotThere() {
    for (Consumer<Path> call : allCalls().subList(1, 4)) {
      assertSays(folder.resolve("absent"), call, "does not exist");
    }
  }

  @Test
  void aFolderBelowAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertSays(file.resolve("store"), Stores::open, "cannot open: " + file);
  }

  @Test
  void aLockFileAloneIsNoStore() throws IOException {
    Path lock = Files.createFile(folder.resolve(DiskFiles.LOCK_FILE));
    assertSays(folder, Stores::open, "is not a store", "it has store.lock");
    assertEquals(0, Files.size(lock));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(lock), files.toList(), "nothing is made there");
    }
    Files.delete(lock);
    Files.writeString(folder.resolve(ControlLayout.FILE), "x".repeat(1 << 17));
    assertSays(folder.resolve(ControlLayout.FILE), _ -> Stores.open(folder), "VITRSTOR");
    assertFalse(Files.exists(lock), "nor is it made for a file of somebody else");
  }

  @Test
  void aFolderInAnArchive() throws IOException {
    var zip = java.net.URI.create("jar:" + folder.resolve("a.zip").toUri());
    try (var archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      for (Consumer<Path> call : allCalls()) {
        assertSays(archive.getPath("/store"), call, "a.zip", "on a disk");
      }
    }
  }

  @Test
  void noPermission() throws IOException {
    String why = Io.why(new AccessDeniedException("/data/store.vtr"));
    String user = System.getProperty("user.name");
    assertTrue(why.startsWith("permission denied for user " + user + ": /data/store.vtr"), why);
    Path store = folder.resolve("store");
    Stores.open(store).close();
    Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("---------"));
    try {
      assumeTrue(!Files.isReadable(store.resolve(ControlLayout.FILE)), "this user may do all");
      for (Consumer<Path> call : allCalls()) {
        assertSays(store, call, "permission denied", user);
      }
    } finally {
      Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aFileSystemOfItsOwnIsAnEmptyFolder() throws IOException {
    Files.createDirectory(folder.resolve("lost+found"));
    try (Store store = Stores.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, 1L);
    }
    assertTrue(Stores.check(folder).isClean());
  }

  @Test
  void noCopyIsMadeWithinTheStore() throws IOException {
    Path at = folder.resolve("store");
    Path link = Files.createSymbolicLink(folder.resolve("link"), at);
    try (Store store = Stores.open(at)) {
      store.map("/maps/a", OPTIONS).put(1L, 1L);
      for (Path target :
          List.of(at.resolve("copy"), at.resolve("maps/x/y"), link.resolve("copy"))) {
        assertSays(target, store::snapshot, "in the folder of the store itself");
        assertFalse(Files.exists(target));
      }
      store.snapshot(folder.resolve("store2"));
    }
  }

  @Test
  void whoIsWithinExclusivelyIsToldSo() {
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map = store.map("/maps/a", OPTIONS);
      var failure =
          assertThrows(
              IllegalStateException.class, () -> map.exclusively(() -> map.exclusively(() -> 1)));
      String message = failure.getMessage();
      assertTrue(String.valueOf(message).contains("/maps/a"), message);
      assertTrue(String.valueOf(message).contains("exclusively"), message);
    }
  }

  @Test
  void descriptorsThatRanOutAreNamed() {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no shell here");
    var limited = List.of("sh", "-c", "ulimit -n 200 && exec \"$@\"", "sh");
    Path at = folder.resolve("store");
    try (ChildJvm child =
        ChildJvm.startBy(limited, ManyMaps.class, List.of("-Xmx64m"), at.toString())) {
      assertEquals("StoreException", child.line(), "not that the disk is full");
      String message = String.valueOf(child.line());
      assertTrue(message.contains("file descriptor") && message.contains("ulimit -n"), message);
      assertEquals("2", child.line(), "the maps that are open go on");
      assertEquals(0, child.waitFor());
    }
    assertTrue(Stores.check(at).isClean(), () -> Stores.check(at).toString());
  }
}
