package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, how, and that it changes nothing. */
class BadInputTest {
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings());

  @TempDir Path folder;

  private static void assertSays(Throwable failure, String... parts) {
    for (String part : parts) {
      assertTrue(
          String.valueOf(failure.getMessage()).contains(part),
          "expected \"" + part + "\" in: " + failure.getMessage());
    }
    assertFalse(String.valueOf(failure.getMessage()).contains("\n"), "one line");
  }

  @Test
  void aFolderThatIsNotAStore() throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "hello");
    var e = assertThrows(StoreException.class, () -> Logged.open(folder));
    assertSays(e, folder.getFileName().toString(), "not a store", "letter.txt");
    try (var files = Files.list(folder)) {
      assertEquals(List.of(folder.resolve("letter.txt")), files.toList());
    }
  }

  @Test
  void aFileInPlaceOfAFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("letter.txt"), "hello");
    assertSays(assertThrows(StoreException.class, () -> Logged.open(file)), "is a file");
  }

  @Test
  void aForeignOrTruncatedControlFile() throws IOException {
    Path control = folder.resolve(ControlLayout.FILE);
    Files.write(control, new byte[(int) ControlLayout.LENGTH]);
    assertSays(assertThrows(CorruptStoreException.class, () -> Logged.open(folder)), "VITRSTOR");
    Files.write(control, new byte[100]);
    assertSays(assertThrows(CorruptStoreException.class, () -> Logged.open(folder)), "100 bytes");
    Files.write(control, new byte[0]);
    var failure = assertThrows(CorruptStoreException.class, () -> Logged.open(folder));
    assertTrue(
        Arrays.stream(failure.getStackTrace())
            .anyMatch(frame -> frame.getClassName().equals(BadInputTest.class.getName())),
        "the failure does not tell who called");
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(control), files.toList());
    }
  }

  @Test
  void filesOfANewerFormat() throws IOException {
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, "one");
    }
    Path map = folder.resolve("maps/a.vtr");
    long mapCheck = mapCheckOf(map);
    for (long version : new long[] {9, 1}) {
      poke(map, MapLayout.VERSION, version);
      try (Store store = Logged.open(folder)) { // as long as the check is that of another version
        var e = assertThrows(CorruptStoreException.class, () -> store.map("/maps/a", OPTIONS));
        assertSays(e, "a.vtr", "no version that matches the header");
      }
      poke(map, MapLayout.CHECK, mapCheckOf(map));
      try (Store store = Logged.open(folder)) {
        var e = assertThrows(StoreException.class, () -> store.map("/maps/a", OPTIONS));
        assertSays(e, "a.vtr", "version is " + version, version == 9 ? "newer Vitrine" : "export");
        assertSays(e, version == 9 ? "up to 4" : "only 4");
      }
      poke(map, MapLayout.CHECK, mapCheck);
    }
    poke(map, MapLayout.VERSION, MapLayout.VERSION_VALUE);
    Path control = folder.resolve(ControlLayout.FILE);
    long check = checkOf(control);
    poke(control, ControlLayout.VERSION, ControlLayout.VERSION_VALUE + 1);
    StoreException e = assertThrows(CorruptStoreException.class, () -> Logged.open(folder));
    assertSays(e, "store.vtr", "no version that matches the header");
    poke(control, ControlLayout.CHECK, checkOf(control));
    e = assertThrows(StoreException.class, () -> Logged.open(folder));
    assertSays(e, "store.vtr", "version is 5", "newer Vitrine");
    poke(control, ControlLayout.VERSION, 0);
    assertThrows(CorruptStoreException.class, () -> Logged.open(folder));
    poke(control, ControlLayout.VERSION, ControlLayout.VERSION_VALUE);
    poke(control, ControlLayout.CHECK, check);
    poke(folder.resolve(LogFile.nameOf(0)), LogLayout.VERSION, LogLayout.VERSION_VALUE + 1);
    e = assertThrows(CorruptStoreException.class, () -> Logged.open(folder));
    assertSays(e, ".log", "no version that matches the header"); // else see DamagedLogWordsTest
    poke(folder.resolve(LogFile.nameOf(0)), LogLayout.VERSION, LogLayout.VERSION_VALUE);
    try (Store store = Logged.open(folder)) {
      assertEquals("one", store.map("/maps/a", OPTIONS).get(1L));
    }
  }

  @Test
  void aRepairOfANewerFormatIsNotCarriedOut() throws IOException {
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, "one");
    }
    Path control = folder.resolve(ControlLayout.FILE);
    long check = checkOf(control);
    poke(control, ControlLayout.VERSION, ControlLayout.VERSION_VALUE + 1);
    poke(control, ControlLayout.CHECK, checkOf(control));
    Path plan = folder.resolve("repair/plan");
    Files.createDirectory(folder.resolve("repair"));
    Files.writeString(plan, "keep\t\nremove\tmaps/a.vtr\nend\n");
    for (Executable call :
        List.<Executable>of(() -> Stores.open(folder), () -> Stores.repair(folder))) {
      assertSays(assertThrows(StoreException.class, call), "store.vtr", "newer Vitrine");
      assertTrue(Files.exists(plan) && Files.exists(folder.resolve("maps/a.vtr")));
    }
    poke(control, ControlLayout.VERSION, ControlLayout.VERSION_VALUE);
    poke(control, ControlLayout.CHECK, check);
    Stores.open(folder).close();
    assertFalse(Files.exists(plan) || Files.exists(folder.resolve("maps/a.vtr")));
  }

  private static long mapCheckOf(Path map) throws IOException {
    return MapHeader.check(MemorySegment.ofArray(Files.readAllBytes(map)));
  }

  private static long checkOf(Path control) throws IOException {
    MemorySegment bytes = MemorySegment.ofArray(Files.readAllBytes(control));
    return Checks.of(bytes, 0, ControlLayout.CHECK);
  }

  private static void poke(Path file, long offset, long value) throws IOException {
    try (var access = new RandomAccessFile(file.toFile(), "rw")) {
      access.seek(offset);
      access.writeLong(Long.reverseBytes(value));
    }
  }

  @Test
  void aTruncatedMap() throws IOException {
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, "one");
    }
    try (var access = new RandomAccessFile(folder.resolve("maps/a.vtr").toFile(), "rw")) {
      access.setLength(70_000);
    }
    try (Store store = Logged.open(folder)) {
      var e = assertThrows(CorruptStoreException.class, () -> store.map("/maps/a", OPTIONS));
      assertSays(e, "a.vtr", "70000");
    }
  }

  @Test
  void aMapThatIsCutOffWhileItIsOpen() {
    try (ChildJvm victim =
        ChildJvm.start(CutOffFile.class, List.of("-Xmx64m"), folder.toString())) {
      assertEquals("all", victim.line(), "each get finds its value or says what happened");
      assertEquals("CorruptStoreException", victim.line(), "forEach");
      assertEquals("CorruptStoreException", victim.line(), "put");
    }
  }

  @Test
  void aLogThatWasDeleted() throws IOException {
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, "one");
    }
    Files.delete(folder.resolve(LogFile.nameOf(0)));
    assertSays(
        assertThrows(CorruptStoreException.class, () -> Logged.open(folder)), ".log", "missing");
    assertFalse(Files.exists(folder.resolve(LogFile.nameOf(0))));
  }

  @Test
  void aSecondOpenWithOtherCodecsOrHash() {
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, "one");
      var keys = MapOptions.of(Codecs.strings(), Codecs.strings());
      assertSays(
          assertThrows(StoreException.class, () -> store.map("/maps/a", keys)),
          "/maps/a",
          "keys of type long",
          "string");
      var values = MapOptions.of(Codecs.longs(), Codecs.longs());
      assertSays(
          assertThrows(StoreException.class, () -> store.map("/maps/a", values)),
          "values of type string",
          "long");
      assertSays(
          assertThrows(
              StoreException.class,
              () -> store.map("/maps/a", OPTIONS.withHash(HashStrategies.xxh3()))),
          "hash rapid",
          "xxh3");
      assertSays(
          assertThrows(
              StoreException.class,
              () -> store.map("/maps/a", OPTIONS.withHash(HashStrategies.rapid(5)))),
          "seed",
          "5");
      assertEquals("one", store.map("/maps/a", OPTIONS).get(1L));
    }
  }

  /** Their bytes would be those of a question mark, so that all of these were one map. */
  @Test
  void pathsWithHalfAPairOfSurrogates() {
    try (Store store = Logged.open(folder)) {
      for (String path :
          List.of("/maps/\ud800", "/maps/\udc00x", "/maps/a\ud800b", "/maps/\udc00\ud800")) {
        assertSays(
            assertThrows(IllegalArgumentException.class, () -> store.map(path, OPTIONS)),
            "path /maps/",
            "unpaired surrogate U+D",
            "UTF-8 cannot hold");
        assertThrows(IllegalArgumentException.class, () -> store.drop(path));
      }
      store.map("/maps/\ud83d\ude00", OPTIONS).put(1L, "a pair");
      assertEquals(List.of("/maps/\ud83d\ude00"), store.list("/"));
    }
  }

  @Test
  void pathsThatAreNone() {
    try (Store store = Logged.open(folder)) {
      for (String path : List.of("", "/", "prices", "/maps/", "/other/prices", "/maps")) {
        assertSays(
            assertThrows(IllegalArgumentException.class, () -> store.map(path, OPTIONS)),
            "/maps/NAME");
      }
      store.map("/maps/../../etc/x y%z\u00e4", OPTIONS).put(1L, "odd");
      assertEquals(List.of("/maps/../../etc/x y%z\u00e4"), store.list("/"));
      assertEquals("odd", store.map("/maps/../../etc/x y%z\u00e4", OPTIONS).get(1L));
      assertTrue(Files.isRegularFile(folder.resolve("maps/%2e.%2f..%2fetc%2fx%20y%25z%c3%a4.vtr")));
    }
  }

  @Test
  void keysThatAreTooLongAndNulls() {
    try (Store store = Logged.open(folder)) {
      var map = store.map("/maps/s", MapOptions.of(Codecs.strings(), Codecs.strings()));
      assertSays(
          assertThrows(IllegalArgumentException.class, () -> map.put("x".repeat(65_536), "")),
          "65536",
          "65535");
      assertEquals(0, map.size());
    }
  }

  @Test
  void useAfterCloseAndAfterDrop() {
    Store store = Logged.open(folder);
    StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
    map.put(1L, "one");
    assertTrue(store.drop("/maps/a"));
    assertFalse(store.drop("/maps/a"));
    assertSays(assertThrows(IllegalStateException.class, () -> map.get(1L)), "dropped");
    assertThrows(IllegalStateException.class, () -> map.put(1L, "two"));
    StoreMap<Long, String> again = store.map("/maps/a", OPTIONS);
    assertEquals(0, again.size());
    Tailer tailer = store.tailer(0);
    store.close();
    assertThrows(IllegalStateException.class, () -> again.get(1L));
    assertThrows(IllegalStateException.class, () -> again.put(1L, "two"));
    assertThrows(IllegalStateException.class, () -> store.map("/maps/a", OPTIONS));
    assertThrows(IllegalStateException.class, () -> tailer.poll(c -> true, 1));
    store.close();
  }
}
