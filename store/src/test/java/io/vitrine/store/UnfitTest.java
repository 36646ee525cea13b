package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** File systems that lack something: files with two names, mapped files, locks. */
class UnfitTest {
  private static final MapOptions<Long, Long> MAP = MapOptions.of(Codecs.longs(), Codecs.longs());

  @TempDir Path folder;

  private DiskFiles withoutLinks(String why) {
    return new DiskFiles(
        folder,
        (name, file) -> {
          throw new FileSystemException(name.toString(), file.toString(), why);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Operation not permitted",
        "Operation not supported",
        "Function not implemented",
        "Incorrect function"
      })
  void noFileNeedsTwoNames(String why) throws IOException {
    DiskFiles files = withoutLinks(why);
    StoreOptions options = Logged.OPTIONS.withDurability(Durability.SYNC);
    try (Store store = MappedStore.open(Surroundings.system(files), options)) {
      store.map("/maps/a", MAP).put(1L, 2L);
      assertEquals(1, Objects.requireNonNull(store.compact("/maps/a")).entries());
    }
    try (Store store = MappedStore.open(Surroundings.system(withoutLinks(why)), options)) {
      assertEquals(2L, store.map("/maps/a", MAP).get(1L));
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
  }

  @Test
  void whatHasTheNameStays() throws IOException {
    DiskFiles files = withoutLinks("Operation not permitted");
    assertTrue(files.create("a", 8, 8, memory -> Memory.set(memory, 0, 1)));
    assertFalse(files.create("a", 8, 8, memory -> Memory.set(memory, 0, 2)));
    assertEquals(1, Files.readAllBytes(folder.resolve("a"))[0]);
    files.link("a", "kept/a");
    assertEquals(1, Files.readAllBytes(folder.resolve("kept/a"))[0]);
    assertTrue(files.create("b", 8, 8, memory -> Memory.set(memory, 0, 2)));
    files.link("b", "kept/a"); // done before
    assertEquals(1, Files.readAllBytes(folder.resolve("kept/a"))[0]);
    try (var all = Files.walk(folder)) {
      assertTrue(all.noneMatch(file -> UnfinishedName.is(file.getFileName().toString())));
    }
  }

  @Test
  void otherFailuresOfALinkAreTold() {
    try {
      withoutLinks("Input/output error").link("a", "b");
      throw new AssertionError("not told");
    } catch (IOException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("Input/output error"), e.toString());
    }
  }

  @Test
  void whatIsLackingIsNamed() {
    var lacking = new IOException("No such device");
    String mapping = String.valueOf(Unfit.mapping("/data/a", 8, lacking).getMessage());
    assertTrue(mapping.startsWith("/data/a: cannot map 8 bytes: No such device"), mapping);
    assertTrue(mapping.contains("may not let files be mapped"), mapping);
    String many = String.valueOf(Unfit.mapping("/data/a", 8, new IOException("x")).getMessage());
    assertTrue(many.contains("vm.max_map_count"), many);
    String locks =
        String.valueOf(Unfit.locking("/a", new IOException("No locks available")).getMessage());
    assertTrue(locks.startsWith("/a: cannot be locked: No locks available; its file"), locks);
    var other = new IOException("Input/output error");
    assertEquals(other, Unfit.locking("/a", other));
  }
}
