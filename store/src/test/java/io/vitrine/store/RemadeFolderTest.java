package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The folder of a store that is open is moved away or removed, and another store made in its place:
 * whoever had the first one open leaves the second alone.
 */
class RemadeFolderTest {
  private static final String PATH = "/maps/m";
  private static final MapOptions<String, String> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.strings()).withSegments(1);
  private static final StoreOptions SYNC = Logged.OPTIONS.withDurability(Durability.SYNC);
  private static final String VALUE = "v".repeat(100_000);

  @TempDir Path base;
  private Path folder;
  private Path away;

  @BeforeEach
  void nameFolders() throws IOException {
    folder = base.toRealPath().resolve("data");
    away = base.toRealPath().resolve("away");
  }

  /** What becomes of the folder. */
  enum Fate {
    MOVED,
    REMOVED,
    COPIED_BACK;

    private void meet(Path folder, Path away) throws IOException {
      if (this == REMOVED) {
        delete(folder);
        return;
      }
      Files.move(folder, away);
      if (this == COPIED_BACK) {
        try (Stream<Path> files = Files.walk(away)) {
          for (Path file : files.toList()) {
            Files.copy(file, folder.resolve(away.relativize(file)));
          }
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Names and identities of all that is in a folder. */
  private static Map<String, Object> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.collect(
          Collectors.toMap(Path::toString, RemadeFolderTest::key, (a, b) -> a, TreeMap::new));
    }
  }

  private static Object key(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertRefused(Executable call) {
    String message = assertThrows(StoreException.class, call).getMessage();
    assertTrue(String.valueOf(message).contains("while this process had it open"), message);
  }

  private static void putMuch(StoreMap<String, String> map) {
    for (int i = 0; i < 1_500; i++) { // until another log file is needed, and more
      map.put("k" + i % 10, VALUE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anotherStoreInItsPlaceIsLeftAlone(Fate fate) throws IOException {
    MappedStore first = (MappedStore) Stores.open(folder, SYNC);
    StoreMap<String, String> map = first.map(PATH, OPTIONS);
    map.put("a", "1");
    Object own = key(folder.resolve(ControlLayout.FILE));
    fate.meet(folder, away);
    try (Store second = Stores.open(folder, SYNC)) {
      StoreMap<String, String> other = second.map(PATH, OPTIONS);
      other.put("b", "1");
      Map<String, Object> before = files(folder);

      assertEquals("1", map.get("a"), "what is mapped is there");
      map.put("a", "2");
      assertRefused(() -> first.drop(PATH));
      assertRefused(() -> first.compact(PATH));
      assertRefused(() -> first.map("/maps/new", OPTIONS));
      assertRefused(() -> first.list("/"));
      assertRefused(first::sweep);
      assertRefused(first.checkpoints::make);
      assertRefused(() -> putMuch(map));
      assertEquals("2", map.get("a"));
      assertRefused(first::close);

      assertEquals(before, files(folder), "somebody else's files");
      assertEquals("1", other.get("b"));
      putMuch(other);
      assertTrue(second.drop(PATH));
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
    if (fate != Fate.REMOVED) {
      assertEquals(own, key(away.resolve(ControlLayout.FILE)));
      try (Store again = Stores.open(away)) {
        assertEquals("2", again.map(PATH, OPTIONS).get("a"));
        assertFalse(again.list("/").contains("/maps/new"));
      }
      assertTrue(Stores.check(away).isClean(), () -> Stores.check(away).toString());
    }
  }

  @Test
  void nothingIsMadeWhereTheFolderWas() throws IOException {
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      StoreMap<String, String> map = store.map(PATH, OPTIONS);
      map.put("a", "1");
      Files.move(folder, away);
      assertRefused(() -> store.map("/maps/new", OPTIONS));
      assertRefused(() -> putMuch(map));
      assertFalse(Files.exists(folder));
      Files.createDirectory(folder);
      assertRefused(() -> store.map("/maps/new", OPTIONS));
      assertRefused(() -> putMuch(map));
      try (Stream<Path> made = Files.list(folder)) {
        assertEquals(0, made.count());
      }
      Files.delete(folder);
      Files.move(away, folder);
      putMuch(map); // it is back
      store.map("/maps/new", OPTIONS).put("a", "1");
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
  }

  @Test
  void aStoreThatIsOnlyReadSaysSo() throws IOException {
    try (Store store = Stores.open(folder)) {
      store.map(PATH, OPTIONS).put("a", "1");
      store.map("/maps/other", OPTIONS).put("a", "1");
    }
    try (Store reader = Stores.openReadOnly(folder)) {
      assertEquals("1", reader.map(PATH, OPTIONS).get("a"));
      Fate.MOVED.meet(folder, away);
      Stores.open(folder).close();
      assertRefused(() -> reader.map("/maps/other", OPTIONS));
      assertEquals("1", reader.map(PATH, OPTIONS).get("a"));
    }
  }
}
