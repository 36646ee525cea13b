package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kinds of durability do, on a real disk whose machine pretends to be started anew. */
class DurabilityTest {
  private static final String PATH = "/maps/kept";
  private static final MapOptions<Long, byte[]> MAP =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);
  private static final String MADE =
      "the change is made, but it may not be on disk: the store is closed";
  private static final StoreOptions SYNC = Logged.OPTIONS.withDurability(Durability.SYNC);

  @TempDir Path folder;

  private MappedStore open(StoreOptions options, long bootId) throws IOException {
    return MappedStore.open(
        Surroundings.system(new AnotherBoot(new DiskFiles(folder), bootId)), options);
  }

  private static void waitUntil(BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "waited for a minute");
      LockSupport.parkNanos(100_000);
    }
  }

  private static byte[] value(int i) {
    return new byte[] {(byte) i, (byte) (i >> 8), 7};
  }

  @Test
  void aChangeIsOnDiskWhenSyncReturns() throws IOException {
    try (MappedStore store = open(SYNC, 1)) {
      StoreMap<Long, byte[]> map = store.map(PATH, MAP);
      assertTrue(store.words().forcedTo() >= store.revision(), "created");
      for (int i = 0; i < 50; i++) {
        map.put((long) i % 7, value(i));
        assertTrue(store.words().forcedTo() >= store.revision(), "put " + i);
      }
      map.remove(3L);
      assertTrue(store.words().forcedTo() >= store.revision(), "removed");
      map.putAll(Map.of(1L, value(1), 2L, value(2), 3L, value(3)));
      assertTrue(store.words().forcedTo() >= store.revision(), "several put");
      store.atomically(group -> {
        group.put(map, 1L, value(9));
        return true;
      });
      assertTrue(store.words().forcedTo() >= store.revision(), "changed atomically");
      store.drop(PATH);
      assertTrue(store.words().forcedTo() >= store.revision(), "dropped");
    }
  }

  @Test
  void manyWritersShareOneForce() throws Exception {
    try (MappedStore store = open(SYNC, 1);
        MappedStore second = open(SYNC, 1)) {
      store.map(PATH, MAP);
      var failure = new AtomicReference<Throwable>();
      var threads = new ArrayList<Thread>();
      for (int t = 0; t < 16; t++) {
        int owner = t;
        MappedStore mine = t % 2 == 0 ? store : second;
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    StoreMap<Long, byte[]> map = mine.map(PATH, MAP);
                    for (int i = 0; i < 50; i++) {
                      map.put((long) owner, value(i));
                      long revision = map.getVersioned((long) owner).revision();
                      assertTrue(mine.words().forcedTo() >= revision);
                    }
                  } catch (Throwable e) {
                    failure.set(e);
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(null, failure.get());
    }
  }

  @Test
  void anInterruptedWriterWaitsAllTheSame() throws IOException {
    try (MappedStore store = open(SYNC, 1)) {
      StoreMap<Long, byte[]> map = store.map(PATH, MAP);
      Thread.currentThread().interrupt();
      map.put(1L, value(1));
      assertTrue(Thread.interrupted(), "the interrupt is kept");
      assertTrue(store.words().forcedTo() >= store.revision());
    }
  }

  @Test
  void asyncForcesAllTheTimeAndAtTheEnd() throws IOException {
    StoreOptions async = Logged.OPTIONS.withDurability(Durability.async(Duration.ofMillis(2)));
    MappedStore store = open(async, 1);
    StoreMap<Long, byte[]> map = store.map(PATH, MAP);
    for (int i = 0; i < 20; i++) {
      map.put(1L, value(i));
      long revision = store.revision();
      waitUntil(() -> store.words().forcedTo() >= revision);
    }
    map.put(2L, value(2));
    DurableWords words = store.words();
    long revision = store.revision();
    assertTrue(words.isDurable());
    store.close();
    try (MappedStore again = open(Logged.OPTIONS, 1)) {
      assertTrue(again.words().forcedTo() >= revision);
    }
  }

  /** Files that have something done by whoever comes to the gate of the store. */
  private static StoreFiles watchingTheGate(StoreFiles files, Runnable before) {
    return (StoreFiles)
        Proxy.newProxyInstance(
            StoreFiles.class.getClassLoader(),
            new Class<?>[] {StoreFiles.class},
            (_, method, arguments) -> {
              if (method.getName().equals("gate")) {
                before.run();
              }
              try {
                return method.invoke(files, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Behind the last force of an open nothing of it returns that is not on disk. */
  @Test
  void whatAsyncReturnsAmidACloseIsOnDisk() throws IOException {
    StoreOptions async = Logged.OPTIONS.withDurability(Durability.async(Duration.ofHours(1)));
    try (MappedStore other = open(SYNC, 1)) {
      StoreMap<Long, byte[]> seen = other.map(PATH, MAP);
      var atTheGate = new AtomicReference<Runnable>(() -> {});
      StoreFiles files = watchingTheGate(new DiskFiles(folder), () -> atTheGate.get().run());
      MappedStore store = MappedStore.open(Surroundings.system(new AnotherBoot(files, 1)), async);
      StoreMap<Long, byte[]> map = store.map(PATH, MAP);
      map.put(1L, value(1));
      var outcomes = new ArrayList<String>();
      atTheGate.set(() -> {
        try {
          map.put(2L, value(2));
          boolean isOnDisk = other.words().forcedTo() >= seen.getVersioned(2L).revision();
          outcomes.add(isOnDisk ? "on disk" : "lost with the power");
        } catch (IllegalStateException e) {
          outcomes.add(String.valueOf(e.getMessage()));
        }
      });
      store.close();
      assertEquals(List.of(MADE), outcomes);
      assertTrue(other.words().forcedTo() >= seen.getVersioned(1L).revision());
    }
  }

  @Test
  void whatSyncReturnedComesBackAfterThePowerWasLost() throws IOException {
    MappedStore store = open(SYNC, 1);
    long epoch = store.epoch();
    Map<Long, byte[]> model = new TreeMap<>();
    StoreMap<Long, byte[]> map = store.map(PATH, MAP);
    for (int i = 0; i < 300; i++) {
      long key = i % 40;
      if (i % 7 == 3) {
        map.remove(key);
        model.remove(key);
      } else {
        map.put(key, value(i));
        model.put(key, value(i));
      }
    }
    store.map("/sets/gone", MAP).put(1L, value(1));
    store.drop("/sets/gone");
    long revision = store.revision();
    store.attachment().close(); // the process dies
    damage("maps");
    try (MappedStore again = open(SYNC, 2)) {
      assertNotEquals(epoch, again.epoch());
      assertEquals(epoch, again.words().formerEpoch());
      assertEquals(revision, again.words().recoveredTo());
      assertTrue(again.revision() > revision, "revisions go on behind");
      assertEquals(List.of(PATH), again.list("/"));
      assertSame(model, again);
      again.map(PATH, MAP).put(100L, value(100));
      Invariants.check(again);
    }
    try (MappedStore again = open(SYNC, 3)) { // that one was closed in order
      model.put(100L, value(100));
      assertSame(model, again);
    }
  }

  private static void assertSame(Map<Long, byte[]> model, Store store) {
    StoreMap<Long, byte[]> map = store.map(PATH, MAP);
    assertEquals(model.size(), map.size());
    model.forEach((key, value) -> assertArrayEquals(value, map.get(key)));
  }

  /** Overwrites files with garbage, which is worse than what a power loss does. */
  private void damage(String name) throws IOException {
    try (var files = Files.list(folder.resolve(name))) {
      for (Path file : files.toList()) {
        try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
          byte[] garbage = new byte[20_000];
          new java.util.Random(1).nextBytes(garbage);
          bytes.seek(100);
          bytes.write(garbage, 0, (int) Math.min(garbage.length, bytes.length() - 100));
        }
      }
    }
  }

  @Test
  void aCleanCloseNeedsNoRecovery() throws IOException {
    MappedStore store = open(SYNC, 1);
    MappedStore second = open(Logged.OPTIONS, 1);
    long epoch = store.epoch();
    second.map(PATH, MAP).put(1L, value(1));
    store.close();
    second.map(PATH, MAP).put(2L, value(2));
    second.close(); // the last one, though it promised nothing
    MappedStore third = open(Logged.OPTIONS, 2);
    assertEquals(epoch, third.epoch(), "nothing had to be recovered");
    assertFalse(third.words().isClean());
    assertEquals(2, third.map(PATH, MAP).size());
    third.map(PATH, MAP).put(3L, value(3));
    third.attachment().close(); // dies
    try (MappedStore again = open(Logged.OPTIONS, 3)) {
      assertNotEquals(epoch, again.epoch());
      assertTrue(again.map(PATH, MAP).size() >= 2);
    }
  }

  @Test
  void checkpointsComeByThemselvesAndLetTheLogGo() throws IOException {
    StoreOptions options =
        new StoreOptions(0).withDurability(Durability.SYNC).withCheckpointBytes(1 << 20);
    try (MappedStore store = open(options, 1)) {
      StoreMap<Long, byte[]> map = store.map(PATH, MAP);
      long first = store.words().checkpoint();
      byte[] large = new byte[100_000];
      for (long i = 0; store.oldestRevision() == 0; i++) {
        assertTrue(i < 5_000, "no log file was ever deleted");
        map.put(i % 10, large);
      }
      assertTrue(store.words().checkpoint() > first);
      assertTrue(store.oldestRevision() <= store.words().checkpoint());
    }
    try (var files = Files.list(folder.resolve("checkpoint"))) {
      assertEquals(1, files.count(), "older checkpoints go");
    }
  }

  @Test
  void aStoreThatPromisedNothingIsLookedThroughAfterAPowerLoss() throws IOException {
    MappedStore store = open(Logged.OPTIONS, 1);
    for (long i = 0; i < 1_000; i++) {
      store.map(PATH, MAP).put(i, value((int) i));
    }
    long epoch = store.epoch();
    store.attachment().close(); // dies; the kernel has written everything
    try (MappedStore again = open(Logged.OPTIONS, 2)) {
      assertEquals(epoch, again.epoch());
      assertEquals(1_000, again.map(PATH, MAP).size());
    }
    damage("maps");
    try (MappedStore again = open(Logged.OPTIONS, 3)) {
      assertEquals(epoch, again.epoch(), "the log tells all of it");
      assertEquals(1_000, again.map(PATH, MAP).size());
      assertArrayEquals(value(7), again.map(PATH, MAP).get(7L));
    }
  }

  @Test
  void anEntryThatDidNotComeToDiskIsTakenFromTheLogOrGivenUp() throws IOException {
    MappedStore store = open(Logged.OPTIONS, 1);
    byte[] large = new byte[20_000];
    Arrays.fill(large, (byte) 0x5A);
    store.map(PATH, MAP).put(1L, large);
    zeroAPageOf(folder.resolve("maps/kept.vtr"), (byte) 0x5A);
    store.attachment().close();
    long epoch = store.epoch();
    store = open(Logged.OPTIONS, 2);
    assertArrayEquals(large, store.map(PATH, MAP).get(1L));
    assertEquals(epoch, store.epoch());
    store.attachment().close();
    zeroAPageOf(folder.resolve("maps/kept.vtr"), (byte) 0x5A);
    damage("log");
    try (MappedStore again = open(Logged.OPTIONS, 3)) {
      assertNull(again.map(PATH, MAP).get(1L));
      assertNotEquals(epoch, again.epoch());
    }
  }

  private static void zeroAPageOf(Path file, byte content) throws IOException {
    byte[] all = Files.readAllBytes(file);
    int at = 0;
    while (all[at] != content || all[at + 5_000] != content) {
      at++;
    }
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(at);
      bytes.write(new byte[4_096]);
    }
  }

  @Test
  void anExistingStoreBecomesDurableBeforeItsOpenReturns() throws IOException {
    Map<Long, byte[]> model = new TreeMap<>();
    try (MappedStore store = open(Logged.OPTIONS, 1)) {
      for (int i = 0; i < 500; i++) {
        store.map(PATH, MAP).put((long) i, value(i));
        model.put((long) i, value(i));
      }
      assertFalse(store.words().isDurable());
    }
    MappedStore store = open(SYNC, 1);
    assertTrue(store.words().isDurable());
    store.attachment().close();
    damage("maps");
    try (MappedStore again = open(Logged.OPTIONS, 2)) {
      assertSame(model, again);
    }
  }

  /** Files that take no checkpoint. */
  private StoreFiles withoutCheckpoints() {
    StoreFiles files = new AnotherBoot(new DiskFiles(folder), 1);
    return (StoreFiles)
        Proxy.newProxyInstance(
            StoreFiles.class.getClassLoader(),
            new Class<?>[] {StoreFiles.class},
            (_, method, arguments) -> {
              if (method.getName().equals("write")) {
                throw new IOException("the disk takes no checkpoint");
              }
              try {
                return method.invoke(files, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Until a store is durable nothing of its log may go, but somebody must be at it. */
  @Test
  void anOpenThatCouldNotMakeAStoreDurableKeepsNoLog() throws IOException {
    try (MappedStore store = open(Logged.OPTIONS, 1)) {
      assertThrows(
          IOException.class,
          () -> MappedStore.open(Surroundings.system(withoutCheckpoints()), SYNC));
      assertEquals(DurableWords.NO, store.words().state());
    }
  }

  @Test
  void whoOpensAStoreTakesBackWhatAnOpenLeftThatWasKilled() throws IOException {
    try (MappedStore store = open(Logged.OPTIONS, 1)) {
      store.words().state(DurableWords.BECOMING);
      open(Logged.OPTIONS, 1).close();
      assertEquals(DurableWords.NO, store.words().state());
    }
  }

  @Test
  void textsOfDurability() {
    assertEquals(Durability.PROCESS, Durability.parse("process"));
    assertEquals(Durability.SYNC, Durability.parse("SYNC"));
    assertEquals(Durability.async(Duration.ofMillis(100)), Durability.parse("async:100ms"));
    assertEquals(Durability.async(Duration.ofSeconds(2)), Durability.parse("async:2s"));
    Duration longest = Duration.ofNanos(Long.MAX_VALUE);
    assertEquals(longest, Durability.async(longest).interval());
    assertThrows(
        IllegalArgumentException.class, () -> Durability.async(longest.plusNanos(1)), "too long");
    for (String text :
        List.of("", "fsync", "async", "async:", "async:0ms", "async:-3s", "async:x")) {
      var e = assertThrows(IllegalArgumentException.class, () -> Durability.parse(text));
      assertTrue(String.valueOf(e.getMessage()).contains("expected"), e.getMessage());
    }
    for (Durability each :
        List.of(Durability.PROCESS, Durability.SYNC, Durability.async(Duration.ofMillis(1_500)))) {
      assertEquals(each, Durability.parse(each.toString()));
    }
  }
}
