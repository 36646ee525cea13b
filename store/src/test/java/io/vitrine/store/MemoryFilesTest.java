package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemoryFilesTest {
  private static final int BYTES = 4096;

  /** A fresh one: it has done nothing yet but take a name for its folder. */
  private final MemoryFiles files;

  MemoryFilesTest() throws IOException {
    this.files = new MemoryFiles();
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
    files.create("maps/a", BYTES, BYTES, memory -> {});
    var renaming =
        new FutureTask<>(() -> {
          for (int i = 0; i < 10_000; i++) {
            files.create("maps/fresh", BYTES, BYTES, memory -> {});
            files.rename("maps/fresh", "maps/a");
          }
          return true;
        });
    Thread.ofPlatform().daemon().start(renaming);
    while (!renaming.isDone()) {
      try (MappedFile file = files.open("maps/a")) {
        assertTrue(file.memory().scope().isAlive(), "closed while it is open");
      }
    }
    assertTrue(renaming.get());
    files.close();
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
