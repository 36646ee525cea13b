package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryFilesTest {
  private static final int BYTES = 4096;

  /** A fresh one: it has done nothing yet but take a name for its folder. */
  private final MemoryFiles files;

  MemoryFilesTest() throws IOException {
    this.files = new MemoryFiles();
  }

  @AfterEach
  void close() {
    files.close(); // also where it was not used: its folder is there
  }

  @Test
  void closeWaitsForTheFileThatIsBeingMadeAndLetsGoOfItsMapping() throws Exception {
    files.create("log/a", BYTES, BYTES, memory -> {});
    assertTrue(isMapped(), "a file that was made is mapped, or this test sees nothing");
    var inside = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var making =
        new FutureTask<>(() ->
            files.create(
                "log/b",
                BYTES,
                BYTES,
                memory -> {
                  inside.countDown();
                  await(goOn);
                }));
    Thread.ofPlatform().daemon().start(making);
    await(inside);
    var closing = new FutureTask<>(files::close, null);
    Thread closer = Thread.ofPlatform().daemon().start(closing);
    while (closer.isAlive() && closer.getState() != Thread.State.BLOCKED) {
      Thread.onSpinWait();
    }
    boolean closedBefore = closing.isDone();
    goOn.countDown();
    assertTrue(making.get(), "the file was made");
    closing.get(); // nothing was in its way
    assertFalse(closedBefore, "closed while a file was being made");
    assertFalse(Files.exists(files.folder()), "the folder is gone");
    assertFalse(isMapped(), "and so is the mapping of the file that came in between");
  }

  @Test
  void aDeletedFileStaysForWhoHasItOpen() throws Exception {
    files.create("maps/a", BYTES, BYTES, memory -> {});
    MappedFile used = files.open("maps/a");
    MappedFile lookedAt = files.open("maps/a");
    files.delete("maps/a");
    assertThrows(IOException.class, () -> files.open("maps/a"));
    lookedAt.close();
    lookedAt.close();
    assertTrue(used.memory().scope().isAlive(), "closed by who had only looked at it");
    used.close();
    assertFalse(used.memory().scope().isAlive(), "nobody has it any more");
    files.create("maps/a", BYTES, BYTES, memory -> {});
    MappedFile next = files.open("maps/a");
    next.close();
    files.delete("maps/a");
    assertFalse(next.memory().scope().isAlive(), "nobody had it open");
    files.close();
  }

  /** As on a disk, where a name always leads to the one or to the other. */
  @Test
  void aFileThatAnotherTakesThePlaceOfIsThereAllTheTime() throws Exception {
    var found = new Found();
    try (MemoryFiles watched = new MemoryFiles(found)) {
      watched.create("maps/a", BYTES, BYTES, memory -> {});
      watched.create("maps/fresh", BYTES, BYTES, memory -> {});
      watched.create("maps/newest", BYTES, BYTES, memory -> {});
      found.then.add(() -> watched.rename("maps/fresh", "maps/a"));
      found.then.add(() -> watched.rename("maps/newest", "maps/a"));
      try (MappedFile file = watched.open("maps/a")) {
        assertTrue(file.memory().scope().isAlive(), "closed while it is open");
        assertEquals(
            List.of(), List.copyOf(found.then), "the file was found, and then gone, twice");
      }
      found.then.add(() -> watched.delete("maps/a"));
      assertThrows(NoSuchFileException.class, () -> watched.open("maps/a"));
      assertEquals(List.of(), List.copyOf(found.then));
    }
  }

  /** What there is, with something else that is done right after a file was found to be opened. */
  private static final class Found extends ConcurrentHashMap<String, MemoryFiles.Shared> {
    private static final long serialVersionUID = 1;

    private final transient ArrayDeque<Deed> then = new ArrayDeque<>();

    @Override
    public MemoryFiles.@Nullable Shared get(Object name) {
      MemoryFiles.Shared file = super.get(name);
      Deed deed = then.poll();
      if (deed != null) {
        var later = new ArrayDeque<>(then);
        then.clear(); // it looks for files itself
        deed.run();
        then.addAll(later);
      }
      return file;
    }
  }

  private interface Deed {
    void perform() throws IOException;

    default void run() {
      try {
        perform();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void nothingIsMadeOrNamedOnceItIsClosed() throws Exception {
    files.create("log/a", BYTES, BYTES, memory -> {});
    files.close();
    Exception e =
        assertThrows(
            IllegalStateException.class, () -> files.create("log/b", BYTES, BYTES, memory -> {}));
    assertEquals("the store is closed", e.getMessage());
    assertThrows(IllegalStateException.class, () -> files.rename("log/a", "log/b"));
    assertFalse(files.exists("log/b"));
    assertFalse(Files.exists(files.folder()), "no folder is left behind");
    assertFalse(isMapped());
  }

  @Test
  void aFileThatCannotBeMadeLeavesNothingBehind() throws Exception {
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            files.create(
                "log/a",
                BYTES,
                BYTES,
                memory -> {
                  throw new UnsupportedOperationException();
                }));
    assertFalse(files.exists("log/a"));
    assertFalse(Files.exists(files.folder()), "the folder is gone");
    assertTrue(files.create("log/a", BYTES, BYTES, memory -> {}), "the name is free");
    files.close();
    assertFalse(isMapped());
  }

  /** Whether this process has a file of the folder mapped, as the kernel says (of Linux). */
  private boolean isMapped() throws IOException {
    String folder = files.folder().toString();
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .anyMatch(l -> l.contains(folder));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS), "never came");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
