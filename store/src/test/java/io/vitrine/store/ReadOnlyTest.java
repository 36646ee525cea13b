package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** A store that is only looked at. */
class ReadOnlyTest {
  private static final String PATH = "/maps/a";
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4);
  private static final long ENTRIES = 2_000;

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private void fill() {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      for (long key = 0; key < ENTRIES; key++) {
        map.put(key, -key);
      }
      map.put(ENTRIES, 0L, Duration.ofNanos(1));
    }
  }

  private void permit(String folders, String files) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList()) {
        String wanted = Files.isDirectory(path) ? folders : files;
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(wanted));
      }
    }
  }

  /** Every file with a hash of its bytes and the time of its last change. */
  private Map<String, String> state() throws IOException {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.filter(Files::isRegularFile).toList()) {
        int hash = java.util.Arrays.hashCode(Files.readAllBytes(path));
        state.put(path.toString(), hash + " " + Files.getLastModifiedTime(path));
      }
    }
    return state;
  }

  @Test
  void readsEverythingWithoutPermissionToWriteAndWritesNothing() throws Exception {
    fill();
    permit("r-xr-xr-x", "r--r--r--");
    try {
      Map<String, String> before = state();
      try (Store store = Stores.openReadOnly(folder)) {
        checkReads(store);
        checkRefusals(store);
      }
      assertEquals(before, state());
    } finally {
      permit("rwxr-xr-x", "rw-r--r--");
    }
  }

  private static void checkReads(Store store) {
    StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
    for (long key = 0; key < ENTRIES; key++) {
      assertEquals(-key, map.get(key));
    }
    assertNull(map.get(ENTRIES), "void");
    assertEquals(ENTRIES + 1, map.size());
    assertEquals(Map.of(1L, -1L, 2L, -2L), map.getAll(List.of(1L, 2L, ENTRIES)));
    Map<Long, Long> walked = new HashMap<>();
    map.forEach(walked::put);
    assertEquals(ENTRIES, walked.size());
    Map<Long, Long> shown = new HashMap<>();
    Snapshot<Long, Long> snapshot = map.snapshot();
    while (snapshot.next((k, v, _) -> shown.put(k, v), 100)) {
      // the snapshot does the work
    }
    assertEquals(walked, shown);
    assertEquals(List.of(PATH), store.list("/maps"));
    assertEquals(ENTRIES + 1, Objects.requireNonNull(store.describe(PATH)).entries());
    assertEquals(-7L, Objects.requireNonNull(store.genericMap(PATH)).get(7L));
    assertEquals(ENTRIES + 2, store.tailer(0).poll(_ -> true, Integer.MAX_VALUE));
    assertEquals(store.revision(), store.reservedRevision());
    assertNull(store.genericMap("/maps/none"));
    assertEquals(0, store.sweep() + store.sweepExpired());
  }

  private static void checkRefusals(Store store) {
    StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
    Batch<Long, Long> batch = map.batch();
    batch.add(1L, 1L);
    List<Executable> writes =
        List.of(
            () -> map.put(1L, 1L),
            () -> map.put(1L, 1L, Duration.ofHours(1)),
            () -> map.getAndPut(1L, 1L),
            () -> map.putIfAbsent(ENTRIES, 1L),
            () -> map.remove(1L),
            () -> map.remove(1L, -1L),
            () -> map.getAndRemove(1L),
            () -> map.replace(1L, 2L),
            () -> map.replace(1L, -1L, 2L),
            () -> map.compareAndSet(9_999L, 0, 1L),
            () -> map.asyncUpdate(1L, value -> 5L),
            () -> map.addAndGet(1L, 1L),
            () -> map.putAll(Map.of(1L, 1L)),
            batch::put,
            map::clear,
            () -> store.drop(PATH),
            () -> store.atomically(group -> group),
            () -> store.map("/maps/new", OPTIONS));
    for (Executable write : writes) {
      String message =
          Objects.requireNonNull(
              assertThrows(UnsupportedOperationException.class, write).getMessage());
      assertTrue(message.contains("open for reading only"), message);
    }
  }

  @Test
  void refusesWhatIsNoStore() {
    var e = assertThrows(StoreException.class, () -> Stores.openReadOnly(folder));
    assertTrue(Objects.requireNonNull(e.getMessage()).contains("is no store"), e.getMessage());
    assertThrows(StoreException.class, () -> Stores.openReadOnly(folder.resolve("absent")));
    fill();
    Store store = Stores.openReadOnly(folder);
    StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
    store.close();
    store.close();
    assertThrows(IllegalStateException.class, () -> map.get(1L));
    assertThrows(IllegalStateException.class, () -> store.map(PATH, OPTIONS));
  }

  @Test
  void refusesWhatAPowerLossLeftUntilItIsRecovered() throws Exception {
    var options = Logged.OPTIONS.withDurability(Durability.SYNC);
    try (Store store = Stores.open(folder, options);
        MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE)) {
      store.map(PATH, OPTIONS).put(1L, 2L);
      var words = new DurableWords(control);
      long bootId = words.bootId();
      words.bootId(4_711);
      var e = assertThrows(StoreException.class, () -> Stores.openReadOnly(folder));
      assertTrue(Objects.requireNonNull(e.getMessage()).contains("loss of power"), e.getMessage());
      words.bootId(bootId);
      try (Store looked = Stores.openReadOnly(folder)) {
        assertEquals(2L, looked.map(PATH, OPTIONS).get(1L));
      }
    }
    try (Store looked = Stores.openReadOnly(folder)) {
      assertEquals(2L, looked.map(PATH, OPTIONS).get(1L));
    }
  }

  @Test
  void followsWritersThroughTheirGrowth() throws Exception {
    try (Store writing = Logged.open(folder)) {
      StoreMap<Long, Long> written = writing.map(PATH, OPTIONS);
      try (Store store = Stores.openReadOnly(folder)) {
        follow(written, store.map(PATH, OPTIONS), 300_000);
      }
      written.put(1L, 1L); // nothing was taken away from the writer
      writing.map("/maps/later", OPTIONS).put(1L, 1L);
    }
  }

  /** Writes on one thread and reads behind it on this one. */
  private static void follow(StoreMap<Long, Long> written, StoreMap<Long, Long> read, long entries)
      throws Exception {
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              for (long key = 0; key < entries; key++) {
                written.put(key, -key);
              }
            });
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    for (long key = 0; key < entries && System.nanoTime() < deadline; ) {
      Long value = read.get(key);
      assertTrue(value == null || value == -key);
      if (value != null) {
        key++;
      }
    }
    writer.join(60_000);
    assertFalse(writer.isAlive());
    assertEquals(entries, read.size());
    Map<Long, Long> walked = new HashMap<>();
    read.forEach(walked::put);
    assertEquals(entries, walked.size());
  }

  @Test
  void readsFromAReadOnlyFileSystemWhileOthersWrite() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path view = Files.createDirectory(folder.resolve("view"));
    if (run("mount", "--bind", data.toString(), view.toString()) != 0) {
      abort("this process may not mount, so no read-only file system was tried");
    }
    try {
      assertEquals(0, run("mount", "-o", "remount,bind,ro", view.toString()));
      assertThrows(IOException.class, () -> Files.createFile(view.resolve("file")));
      try (Store writing = Logged.open(data)) {
        StoreMap<Long, Long> written = writing.map(PATH, OPTIONS);
        try (Store store = Stores.openReadOnly(view)) {
          follow(written, store.map(PATH, OPTIONS), 50_000);
        }
      }
      assertThrows(StoreException.class, () -> Logged.open(view));
      CheckReport report = Stores.check(view);
      assertTrue(report.isClean(), report::toString);
      assertEquals(Stores.check(data).entries(), report.entries());
      assertEquals(1, report.maps());
    } finally {
      assertEquals(0, run("umount", view.toString()));
    }
  }

  private static int run(String... command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor();
    } catch (IOException e) {
      return -1; // there is no such command
    }
  }

  @Test
  void aSnapshotThatNobodyWouldFinishIsRefused() throws Exception {
    fill();
    var stopped = new CountDownLatch(1);
    MappedStore victim = (MappedStore) Logged.open(folder);
    StoreMap<Long, Long> map = victim.map(PATH, OPTIONS);
    Thread writer = Thread.ofPlatform().daemon().unstarted(() -> map.put(1L, 1L));
    Step.hook(at -> {
      if (Thread.currentThread().equals(writer) && at == Step.RECORD_NAMED) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS));
    victim.attachment().close();
    try (Store store = Stores.openReadOnly(folder)) {
      StoreMap<Long, Long> looked = store.map(PATH, OPTIONS);
      assertEquals(-1L, looked.get(1L));
      Snapshot<Long, Long> snapshot = looked.snapshot();
      assertThrows(StoreException.class, () -> snapshot.next((_, _, _) -> {}, 10_000));
      Logged.open(folder).close(); // puts it in order
      assertEquals(ENTRIES + 1, count(looked.snapshot()) + 1);
    }
  }

  private static long count(Snapshot<Long, Long> snapshot) {
    long[] count = {0};
    while (snapshot.next((_, _, _) -> count[0]++, 100)) {
      assertNotNull(snapshot.tailer());
    }
    return count[0];
  }

  @Test
  void aReaderThatNeverComesThroughGivesUp() throws Exception {
    fill();
    try (Store writing = Logged.open(folder);
        Store store = Stores.openReadOnly(folder)) {
      MapEngine open = ((MappedMap<Long, Long>) writing.map(PATH, OPTIONS)).engine();
      MapEngine closed = ((MappedMap<Long, Long>) store.map(PATH, OPTIONS)).engine();
      assertTrue(open.isWithoutLock(99) && closed.isWithoutLock(99) && closed.isWithoutLock(101));
      assertTrue(open.isWithoutLock(101));
      assertFalse(open.isWithoutLock(MapEngine.TRIES_MAX), "it takes the lock");
      assertThrows(StoreException.class, () -> closed.isWithoutLock(10_000));
    }
  }
}
