package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of a store as of one revision. */
class StoreCopyTest {
  private static final MapOptions<Long, byte[]> BYTES =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(16);
  private static final MapOptions<Long, Long> LONGS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(16);
  private static final int ACCOUNTS = 200;

  @TempDir Path folder;

  /** The log that a copy reads begins before the first of two maps of one path came and went. */
  @Test
  void takesAMapThatWasMadeAgain() throws Exception {
    Path target = folder.resolve("copy");
    try (Store store = Logged.open(folder.resolve("store"))) {
      StoreMap<Long, Long> slow = store.map("/maps/slow", LONGS);
      var reserved = new CountDownLatch(1);
      var goesOn = new CountDownLatch(1);
      Thread writer = Thread.ofPlatform().unstarted(() -> slow.put(1L, 1L));
      Step.hook(step -> {
        if (step == Step.RECORD_RESERVED && Thread.currentThread().equals(writer)) {
          reserved.countDown();
          awaitQuietly(goesOn);
        }
        if (step == Step.COPY_READ) {
          goesOn.countDown();
        }
      });
      writer.start();
      reserved.await();
      for (long round = 0; round < 3; round++) {
        store.map("/maps/again", LONGS).put(round, round);
        assertTrue(round == 2 || store.drop("/maps/again"));
      }
      store.snapshot(target);
      writer.join();
    } finally {
      Step.hook(null);
    }
    try (Store copy = Stores.open(target)) {
      assertEquals(List.of("/maps/again", "/maps/slow"), copy.list("/"));
      assertEquals(1L, copy.map("/maps/slow", LONGS).get(1L));
      assertEquals(1, copy.map("/maps/again", LONGS).size());
      assertEquals(2L, copy.map("/maps/again", LONGS).get(2L));
    }
    assertTrue(Stores.check(target).isClean());
    try (var files = Files.list(target)) {
      assertFalse(files.anyMatch(file -> file.endsWith("copying")));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void showsOneRevisionWhileOthersWrite() throws Exception {
    long seed = new Random().nextLong();
    Path target = folder.resolve("backup/copy");
    try (Store store = Logged.open(folder.resolve("store"))) {
      StoreMap<Long, Long> accounts = store.map("/maps/accounts", LONGS);
      StoreMap<Long, byte[]> texts = store.map("/maps/texts", BYTES);
      for (long i = 0; i < ACCOUNTS; i++) {
        accounts.put(i, 100L);
        texts.put(i, new byte[(int) i * 300]);
      }
      var stop = new AtomicBoolean();
      var failure = new AtomicReference<Throwable>();
      Thread writer =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  write(store, accounts, texts, stop, new Random(seed));
                } catch (Throwable e) {
                  failure.set(e);
                }
              });
      long revision = store.snapshot(target);
      stop.set(true);
      writer.join();
      assertNull(failure.get(), "seed " + seed);
      try (Store copy = Logged.open(target)) {
        assertNotEquals(store.epoch(), copy.epoch());
        assertTrue(copy.revision() >= revision);
        verify(store, copy, revision, "seed " + seed);
        Invariants.check(copy);
        StoreMap<Long, Long> copied = copy.map("/maps/accounts", LONGS);
        copied.put(1L, 1L); // it goes on like any other
        assertEquals(1L, copied.get(1L));
        assertTrue(
            Objects.requireNonNull(copied.getVersioned(1L)).revision() > revision, "revisions");
      }
      assertTrue(Stores.check(target).isClean(), () -> Stores.check(target).toString());
    }
  }

  private static void write(
      Store store,
      StoreMap<Long, Long> accounts,
      StoreMap<Long, byte[]> texts,
      AtomicBoolean stop,
      Random random) {
    for (int i = 0; !stop.get(); i++) {
      long from = random.nextInt(ACCOUNTS);
      long to = random.nextInt(ACCOUNTS);
      store.atomically(group -> {
        long had = Objects.requireNonNull(group.get(accounts, from));
        long other = from == to ? had : Objects.requireNonNull(group.get(accounts, to));
        group.put(accounts, from, from == to ? had : had - 1);
        group.put(accounts, to, from == to ? had : other + 1);
        return null;
      });
      long key = random.nextInt(2 * ACCOUNTS);
      if (random.nextInt(3) == 0) {
        texts.remove(key);
      } else {
        texts.put(key, new byte[random.nextInt(2_000)]);
      }
      if (i % 50 == 0) {
        store.drop("/maps/passing");
        store.map("/maps/passing", LONGS).put((long) i, (long) i);
      }
    }
  }

  /** The copy is what the log tells of the store up to the revision. */
  private static void verify(Store store, Store copy, long revision, String what) {
    Map<String, Map<Long, byte[]>> told = new HashMap<>();
    Map<Integer, String> paths = new HashMap<>();
    store
        .tailer(0)
        .poll(
            change -> {
              if (change.revision() > revision) {
                return false;
              }
              apply(change, told, paths);
              return change.revision() < revision;
            },
            Integer.MAX_VALUE);
    assertEquals(told.keySet(), Map.copyOf(told).keySet());
    assertEquals(told.keySet(), java.util.Set.copyOf(copy.list("")), what);
    told.forEach((path, entries) -> {
      Map<Long, byte[]> now = new HashMap<>();
      var options = path.equals("/maps/texts") ? BYTES : null;
      if (options != null) {
        copy.map(path, options).forEach(now::put);
      } else {
        copy.map(path, LONGS).forEach((key, value) -> now.put(key, bytes(value)));
      }
      assertEquals(entries.keySet(), now.keySet(), what + ", " + path);
      entries.forEach((key, value) -> assertArrayEquals(value, now.get(key), what + ", " + path));
    });
    long[] sum = {0};
    copy.map("/maps/accounts", LONGS).forEach((key, value) -> sum[0] += value);
    assertEquals(100L * ACCOUNTS, sum[0], what);
  }

  private static void apply(
      Change change, Map<String, Map<Long, byte[]>> told, Map<Integer, String> paths) {
    byte[] key = slice(change, change.keyOffset(), change.keyLength());
    switch (change.kind()) {
      case CREATED -> {
        paths.put(change.mapId(), new String(key, java.nio.charset.StandardCharsets.UTF_8));
        told.put(paths.get(change.mapId()), new HashMap<>());
      }
      case DROPPED -> told.remove(paths.remove(change.mapId()));
      default -> {
        Map<Long, byte[]> entries = told.get(paths.get(change.mapId()));
        if (entries == null) {
          return; // a change of a map whose end was told before
        }
        long number = Codecs.longs().read(change.source(), change.keyOffset(), 8);
        if (change.newLength() < 0) {
          entries.remove(number);
        } else {
          entries.put(number, slice(change, change.newOffset(), change.newLength()));
        }
      }
    }
  }

  private static byte[] slice(Change change, long offset, long length) {
    return change.source().asSlice(offset, length).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
  }

  private static byte[] bytes(@Nullable Long value) {
    return java.nio.ByteBuffer.allocate(8)
        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
        .putLong(Objects.requireNonNull(value))
        .array();
  }

  @Test
  void keepsTimesToLive() {
    Path target = folder.resolve("copy");
    try (Store store = Stores.inMemory()) {
      StoreMap<Long, Long> map = store.map("/maps/a", LONGS);
      map.put(1L, 1L, Duration.ofDays(1));
      map.put(2L, 2L);
      store.snapshot(target);
      try (Store copy = Logged.open(target)) {
        StoreMap<Long, Long> copied = copy.map("/maps/a", LONGS);
        assertEquals(map.getVersioned(1L), copied.getVersioned(1L));
        assertEquals(map.getVersioned(2L), copied.getVersioned(2L));
      }
    }
  }

  @Test
  void refusesAFolderThatIsTaken() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    Path full = Files.createDirectory(folder.resolve("full"));
    Files.writeString(full.resolve("a"), "x");
    try (Store store = Stores.inMemory()) {
      store.map("/maps/a", LONGS).put(1L, 1L);
      assertTrue(refused(store, file).contains("is a file"));
      assertTrue(refused(store, full).contains("is not empty"));
      Path empty = Files.createDirectory(folder.resolve("empty"));
      store.snapshot(empty);
      assertTrue(refused(store, empty).contains("is not empty"));
      try (var left = Files.list(folder)) {
        assertFalse(left.anyMatch(f -> f.toString().contains(".new-")), "nothing is left");
      }
    }
  }

  @Test
  void goesIntoTheFolderThatALinkLeadsTo() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
    Path nowhere = Files.createSymbolicLink(folder.resolve("nowhere"), folder.resolve("absent"));
    try (Store store = Stores.inMemory()) {
      store.map("/maps/a", LONGS).put(1L, 2L);
      store.snapshot(link);
      assertTrue(refused(store, nowhere).contains("leads to nothing"));
    }
    assertTrue(Files.isSymbolicLink(link));
    try (Store copy = Stores.open(elsewhere)) {
      assertEquals(2L, copy.map("/maps/a", LONGS).get(1L));
    }
  }

  /** On another file system than the folder above it, from which a copy cannot be moved there. */
  @Test
  void refusesAFolderThatSomethingIsMountedAt() throws IOException {
    Path mounted = emptyMountPoint();
    assumeTrue(mounted != null, "nothing empty is mounted here");
    try (Store store = Stores.inMemory()) {
      store.map("/maps/a", LONGS).put(1L, 1L);
      Step.hook(step -> assertNotEquals(Step.COPY_READ, step, "something was copied"));
      assertTrue(refused(store, mounted).contains("name a folder within it"));
    } finally {
      Step.hook(null);
    }
  }

  private static @Nullable Path emptyMountPoint() throws IOException {
    Path mounts = Path.of("/proc/self/mounts");
    if (!Files.isReadable(mounts)) {
      return null;
    }
    for (String line : Files.readAllLines(mounts)) {
      Path at = Path.of(line.split(" ", -1)[1].replace("\\040", " "));
      Path above = at.getParent();
      if (above != null && isEmptyFolder(at)) {
        if (!Files.getFileStore(at).equals(Files.getFileStore(above))) {
          return at;
        }
      }
    }
    return null;
  }

  private static boolean isEmptyFolder(Path at) {
    try (var found = Files.list(at)) {
      return found.findAny().isEmpty();
    } catch (IOException e) {
      return false; // a file, or not for us
    }
  }

  /** The places of a log that begins late are no bytes, nor are they in a copy. */
  @Test
  void countsWhatItsOwnLogTells() {
    Path target = folder.resolve("copy");
    try (Store store = Stores.open(folder.resolve("store"))) {
      store.map("/maps/a", LONGS).put(1L, 1L);
      store.snapshot(target);
    }
    try (Store copy = Stores.open(target)) {
      assertEquals(0, copy.statistics().logBytesAppended());
      copy.map("/maps/a", LONGS).put(2L, 2L);
      StoreStatistics told = copy.statistics();
      assertTrue(told.logBytesAppended() > 0, told.toString());
      assertEquals(told.logBytesRetained(), told.logBytesAppended());
    }
    assertTrue(Stores.check(target).isClean());
  }

  private static String refused(Store store, Path target) {
    return String.valueOf(
        assertThrows(StoreException.class, () -> store.snapshot(target)).getMessage());
  }

  @Test
  void whatAKilledCopyLeftIsRemovedByTheNext() throws IOException {
    Path left = Files.createDirectories(folder.resolve(UnfinishedName.of("copy")));
    Path made = Files.createDirectories(folder.resolve(UnfinishedName.of("copy")));
    Path other = Files.createDirectories(folder.resolve("copy.new-yet another thing"));
    for (Path each : List.of(left, other)) {
      Files.createFile(each.resolve(DiskFiles.LOCK_FILE));
      Files.writeString(Files.createDirectory(each.resolve("maps")).resolve("a.vtr"), "part");
    }
    try (Store store = Logged.open(folder.resolve("store"));
        Gate maker = new DiskFiles(made).gate()) {
      assertTrue(maker.isAlone());
      store.map("/maps/a", LONGS).put(1L, 2L);
      store.snapshot(folder.resolve("copy"));
      assertFalse(Files.exists(left), "that of a dead process");
      assertTrue(Files.exists(made), "that of a living one");
      assertTrue(Files.exists(other.resolve("maps/a.vtr")), "something else");
    }
    try (Store copy = Logged.open(folder.resolve("copy"))) {
      assertEquals(2L, copy.map("/maps/a", LONGS).get(1L));
    }
  }
}
