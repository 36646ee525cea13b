package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy goes on while another one for the same place begins, removes what was left, and fails. */
class StoreCopyRaceTest {
  private static final MapOptions<Long, Long> LONGS = MapOptions.of(Codecs.longs(), Codecs.longs());

  @TempDir Path folder;

  private boolean hasOtherBegun;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  @Test
  void whatIsWholeButHasNoNameYetIsNotTakenForLeft() throws IOException {
    copyWhileAnotherBegins(Step.COPY_WHOLE);
  }

  @Test
  void whatWasTakenForLeftBeforeItsMakerWasAtTheGateIsMadeAnew() throws IOException {
    copyWhileAnotherBegins(Step.COPY_PLACED);
  }

  private void copyWhileAnotherBegins(Step amid) throws IOException {
    Path target = folder.resolve("copy");
    try (Store store = Logged.open(folder.resolve("store"))) {
      store.map("/maps/a", LONGS).put(1L, 2L);
      Step.hook(step -> {
        if (step == amid && !hasOtherBegun) {
          hasOtherBegun = true;
          beginAnother(target);
        }
      });
      store.snapshot(target);
    }
    assertTrue(hasOtherBegun);
    try (Store copy = Stores.open(target)) {
      assertEquals(2L, copy.map("/maps/a", LONGS).get(1L));
    }
    assertTrue(Stores.check(target).isClean(), () -> Stores.check(target).toString());
    assertEquals(List.of(), unfinished());
  }

  private void beginAnother(Path target) {
    try (Store other = Stores.inMemory()) {
      for (Path made : unfinished()) { // which its maker does next, if it has not done so
        if (!Files.exists(made.resolve(DiskFiles.LOCK_FILE))) {
          Files.createFile(made.resolve(DiskFiles.LOCK_FILE));
        }
      }
      Step.hook(step -> {
        if (step == Step.COPY_READ) {
          throw new IllegalStateException("fails");
        }
      });
      assertThrows(IllegalStateException.class, () -> other.snapshot(target));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Step.hook(null);
    }
  }

  private List<Path> unfinished() throws IOException {
    try (var all = Files.list(folder)) {
      return all.filter(file -> UnfinishedName.is(file.getFileName().toString())).toList();
    }
  }
}
