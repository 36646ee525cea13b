package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a collection is called, its file is never taken for one of the store's own. */
class CollectionNamesTest {
  private static final MapOptions<String, String> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.strings()).withSegments(1);
  private static final StoreOptions SYNC =
      Logged.OPTIONS.withDurability(Durability.SYNC).withCheckpointBytes(1 << 20);
  private static final String UNFINISHED = ".new-0b5a9d7e-13f0-4d0e-9a53-2d4f6f1c7a11";

  /** Parts of the names of what the store makes for itself, and what file systems make much of. */
  private static final List<String> PARTS =
      List.of(
          ".new-",
          UNFINISHED,
          ".vtr",
          ".lock",
          ".log",
          ".ckp",
          ".tmp",
          "store",
          "plan",
          "repair",
          "damaged-20260101-000000",
          "compaction",
          "recovery",
          "checkpoint",
          "maps",
          "..",
          ".",
          "-",
          "_",
          "~",
          "%",
          "%2e",
          "/",
          "\\",
          " ",
          "\t",
          "\n",
          "\0",
          "*",
          "?",
          "{",
          "[",
          ":",
          "$",
          "#",
          "a",
          "A",
          "b",
          "Z",
          "0",
          "9",
          "é",
          "😀",
          "lost+found",
          "con",
          "nul");

  private static final List<String> NAMES =
      List.of(
          "plans.new-york",
          "plans.old-york",
          "a.vtr" + UNFINISHED,
          "a" + UNFINISHED,
          UNFINISHED,
          ".new-",
          "store.lock",
          "store.vtr",
          "0000000000000000.log",
          "0000000000000000.ckp",
          "plan",
          "1",
          ".hidden",
          "..",
          ".",
          "a~",
          "a.tmp",
          "case",
          "Case",
          "CASE",
          "x".repeat(200),
          "." + "y".repeat(197),
          ".new-".repeat(39));

  @TempDir Path folder;

  private long seed;
  private final TreeSet<String> paths = new TreeSet<>();

  @BeforeEach
  void drawNames() {
    seed = new Random().nextLong();
    var random = new Random(seed);
    NAMES.forEach(name -> paths.add("/maps/" + name));
    while (paths.size() < NAMES.size() + 30) {
      var name = new StringBuilder();
      for (int left = 1 + random.nextInt(6); left > 0; left--) {
        name.append(PARTS.get(random.nextInt(PARTS.size())));
      }
      paths.add("/" + StorePath.FOLDERS.get(random.nextInt(3)) + "/" + name);
    }
  }

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private void fill(Store store) {
    paths.forEach(path -> store.map(path, OPTIONS).put("key", path));
  }

  private void verify(Store store, String when) {
    String what = when + ", seed " + seed;
    var missing = new TreeSet<>(paths);
    store.list("/").forEach(missing::remove);
    assertEquals(Set.of(), missing, "missing, " + what);
    assertEquals(paths.size(), store.list("/").size(), what);
    for (String path : paths) {
      assertNotNull(store.describe(path), path + " " + what);
      assertEquals(path, store.map(path, OPTIONS).get("key"), path + " " + what);
    }
  }

  private void assertWhole(Path store, String when) {
    CheckReport report = Stores.check(store);
    assertTrue(report.isClean(), () -> when + ", seed " + seed + ": " + report);
  }

  /** A process dies while it makes a map, and leaves a file of it that is not whole. */
  private Path dieCreating(Path store) throws Exception {
    MappedStore victim = (MappedStore) Stores.open(store, SYNC);
    var died = new CountDownLatch(1);
    Thread maker =
        Thread.ofPlatform().daemon().unstarted(() -> victim.map("/maps/unfinished", OPTIONS));
    Step.hook(at -> {
      if (at == Step.CATALOGUE_INTENT && Thread.currentThread().equals(maker)) {
        died.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    maker.start();
    assertTrue(died.await(60, TimeUnit.SECONDS), "the maker never came there");
    Path left = store.resolve("maps/unfinished.vtr" + UNFINISHED);
    Files.writeString(left, "not whole");
    victim.attachment().close();
    return left;
  }

  @Test
  void everyNameSurvives() throws Exception {
    Path at = folder.resolve("store");
    try (Store store = Stores.open(at, SYNC)) {
      fill(store);
      verify(store, "made");
    }
    Path left = dieCreating(at);
    try (Store store = Stores.open(at, SYNC)) {
      store.drop("/maps/nothing"); // takes the lock of the catalogue over
      assertFalse(Files.exists(left), "what was not whole stays");
      verify(store, "taken over");
      paths.forEach(store::compact);
      verify(store, "compacted");
      Path copy = folder.resolve("copy");
      store.snapshot(copy);
      try (Store other = Stores.open(copy)) {
        verify(other, "copied");
      }
      assertWhole(copy, "copied");
    }
    assertWhole(at, "closed");
    Stores.repair(at, new RepairOptions(true, true));
    assertWhole(at, "repaired");
    try (Store store = Stores.openReadOnly(at)) {
      verifyReadOnly(store);
    }
    try (Store store = Stores.open(at, SYNC)) {
      verify(store, "repaired");
      for (String path : paths) {
        assertTrue(store.drop(path), path);
      }
      assertEquals(List.of(), store.list("/"));
    }
    try (var files = Files.list(at.resolve("maps"))) {
      assertEquals(List.of(), files.toList());
    }
  }

  private void verifyReadOnly(Store store) {
    assertEquals(paths, new TreeSet<>(store.list("/")));
    for (String path : paths) {
      StoreMap<Object, Object> map = store.genericMap(path);
      assertNotNull(map, path);
      assertEquals(path, map.get("key"));
    }
  }

  private MappedStore openOnBoot(long bootId) throws IOException {
    return MappedStore.open(
        Surroundings.system(new AnotherBoot(new DiskFiles(folder.toRealPath()), bootId)), SYNC);
  }

  @Test
  void everyNameSurvivesALossOfPower() throws Exception {
    MappedStore lost = openOnBoot(1);
    fill(lost);
    lost.attachment().close();
    long epoch = lost.epoch();
    try (MappedStore store = openOnBoot(2)) {
      assertTrue(epoch != store.epoch(), "was not recovered");
      verify(store, "recovered");
    }
    try (Store store = openOnBoot(2)) {
      verify(store, "recovered and closed");
    }
  }

  @Test
  void whatIsOnlyCalledLikeALeftCopyStays() throws IOException {
    Path other = folder.resolve("copy.new-york-is-a-name-of-36-characters-----");
    assertEquals(UUID.randomUUID().toString().length(), nameOf(other).length() - 9);
    Path open = folder.resolve("copy" + UNFINISHED);
    Stores.open(other).close();
    try (Store mine = Stores.open(open);
        Store store = Stores.open(folder.resolve("store"))) {
      mine.map("/maps/a", OPTIONS).put("a", "b");
      store.snapshot(folder.resolve("copy"));
      assertTrue(Files.exists(other.resolve(ControlLayout.FILE)), "somebody's store");
      assertTrue(Files.exists(open.resolve("maps/a.vtr")), "a store that is open");
    }
  }

  private static String nameOf(Path path) {
    return String.valueOf(path.getFileName());
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    try (Store store = Stores.open(folder)) {
      var e =
          assertThrows(
              IllegalArgumentException.class, () -> store.map("/maps/" + "x".repeat(201), OPTIONS));
      assertTrue(String.valueOf(e.getMessage()).contains("201 bytes"), e.getMessage());
    }
  }
}
