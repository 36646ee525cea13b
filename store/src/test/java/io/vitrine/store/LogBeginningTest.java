package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log that tells of nothing until somebody asks for it, and of everything from then on. */
class LogBeginningTest {
  private static final String PATH = "/maps/a";
  private static final String COMPACT = "/maps/compact";
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4);
  private static final int KEYS = 200;

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static ChangeLog log(Store store) {
    return ((MappedStore) store).log();
  }

  private static long revision(StoreMap<Long, Long> map, long key) {
    return Objects.requireNonNull(map.getVersioned(key)).revision();
  }

  private static Map<Long, Long> contents(StoreMap<Long, Long> map) {
    Map<Long, Long> all = new TreeMap<>();
    map.forEach(all::put);
    return all;
  }

  @Test
  void whatNobodyAsksForIsNotWritten() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      StoreMap<Long, Long> compact = store.map(COMPACT, OPTIONS.compact());
      long end = log(store).end();
      Set<Long> revisions = new HashSet<>();
      long last = 0;
      for (long key = 0; key < KEYS; key++) {
        map.put(key % 50, key);
        compact.put(key, key);
        compact.putAll(Map.of(key + 1_000, key, key + 2_000, key));
        for (long next : new long[] {revision(map, key % 50), revision(compact, key)}) {
          assertTrue(revisions.add(next), "a revision of two changes");
        }
        assertTrue(revision(map, key % 50) > last);
        last = revision(map, key % 50);
      }
      assertTrue(map.compareAndSet(1L, revision(map, 1), -1L));
      assertFalse(map.compareAndSet(1L, revision(map, 2), -2L));
      long before = revision(map, 3);
      map.remove(3L);
      map.put(3L, 3L);
      assertTrue(revision(map, 3) > before);
      assertEquals(end, log(store).end(), "something was written to the log");
      assertFalse(log(store).beginning.isDone());
      assertEquals(50, map.size());
      assertEquals(3 * KEYS, compact.size());
      Invariants.check(store);
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
    try (Store store = Stores.open(folder)) {
      assertEquals(-1L, store.map(PATH, OPTIONS).get(1L));
    }
  }

  @Test
  void whoAsksIsToldOfEverythingFromThenOn() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      map.put(1L, 10L);
      long early = revision(map, 1);
      Tailer tailer = store.tailer(store.revision());
      assertTrue(store.oldestRevision() > early);
      assertThrows(RetentionException.class, () -> store.tailer(early));
      map.put(1L, 11L);
      map.remove(1L);
      List<String> told = new ArrayList<>();
      tailer.poll(
          change -> {
            told.add(change.kind() + " " + (change.previousRevision() == early));
            return true;
          },
          10);
      assertEquals(List.of("UPDATED true", "REMOVED false"), told);
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
    try (Store store = Stores.open(folder)) {
      assertTrue(log(store).beginning.isDone(), "it goes on for good");
    }
  }

  @Test
  void whatWasAskedForBeforeTheFirstChangeIsToldWhole() {
    try (Store store = Stores.open(folder, StoreOptions.defaults().withLogFromStart())) {
      store.map(PATH, OPTIONS).put(1L, 1L);
    }
    try (Store store = Stores.open(folder)) {
      assertEquals(0, store.oldestRevision());
      int[] changes = {0};
      store
          .tailer(0)
          .poll(
              change -> {
                changes[0] += change.kind().isOfEntry() ? 1 : 0;
                return true;
              },
              10);
      assertEquals(1, changes[0]);
    }
  }

  @Test
  void aStoreThatIsToSurviveALossOfPowerLogsEverything() {
    try (Store store = Stores.open(folder)) {
      store.map(PATH, OPTIONS).put(1L, 1L);
      StoreOptions durable = StoreOptions.defaults().withDurability(Durability.SYNC);
      try (Store second = Stores.open(folder, durable)) {
        assertTrue(log(store).beginning.isDone());
        long end = log(store).end();
        store.map(PATH, OPTIONS).put(2L, 2L);
        assertTrue(log(store).end() > end);
        assertEquals(1L, second.map(PATH, OPTIONS).get(1L));
      }
    }
  }

  /** Snapshots, and what follows them, while several threads of two opens write. */
  @Test
  void noChangeIsLostOrToldTwiceWhileItBegins() throws Exception {
    long seed = new Random().nextLong();
    Step.hook(at -> { // some take long between their revision and their change
      if (at == Step.REVISION_TAKEN && ThreadLocalRandom.current().nextInt(8) == 0) {
        LockSupport.parkNanos(100_000);
      }
    });
    for (int round = 0; round < 25; round++) {
      begin(folder.resolve("round" + round), "seed " + seed + ", round " + round, seed + round);
    }
  }

  private static void begin(Path at, String what, long seed) throws Exception {
    var stop = new AtomicBoolean();
    var failure = new AtomicReference<Throwable>();
    try (Store store = Stores.open(at);
        Store other = Stores.open(at)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      StoreMap<Long, Long> compact = store.map(COMPACT, OPTIONS.compact());
      List<Thread> writers = new ArrayList<>();
      var writing = new CountDownLatch(4);
      for (int i = 0; i < 4; i++) {
        var random = new Random(31 * seed + i);
        Store in = i % 2 == 0 ? store : other;
        writers.add(
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    write(in, random, stop, writing);
                  } catch (Throwable e) {
                    failure.set(e);
                  } finally {
                    writing.countDown();
                  }
                }));
      }
      assertTrue(writing.await(60, TimeUnit.SECONDS), what + ": nobody writes");
      Map<String, Map<Long, Long>> told = new HashMap<>();
      Tailer behind = walk(map, told.computeIfAbsent(PATH, _ -> new TreeMap<>()));
      Tailer behindCompact = walk(compact, told.computeIfAbsent(COMPACT, _ -> new TreeMap<>()));
      stop.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
      assertNull(failure.get(), what);
      follow(store, map, behind, told.get(PATH), what);
      follow(store, compact, behindCompact, told.get(COMPACT), what);
      assertEquals(contents(map), told.get(PATH), what);
      assertEquals(contents(compact), told.get(COMPACT), what);
      Invariants.check(store);
    }
    assertTrue(Stores.check(at).isClean(), () -> what + ": " + Stores.check(at));
  }

  private static void write(Store in, Random random, AtomicBoolean stop, CountDownLatch writing) {
    StoreMap<Long, Long> map = in.map(PATH, OPTIONS);
    StoreMap<Long, Long> compact = in.map(COMPACT, OPTIONS.compact());
    for (int i = 0; !stop.get(); i++) {
      long key = random.nextInt(KEYS);
      switch (random.nextInt(5)) {
        case 0 -> map.remove(key);
        case 1 -> compact.remove(key);
        case 2 -> compact.put(key, random.nextLong());
        case 3 -> compact.putAll(Map.of(key, random.nextLong(), key + 1, random.nextLong()));
        default -> map.put(key, random.nextLong());
      }
      if (i == 600) { // the counter is far behind the end of the log
        writing.countDown();
      }
    }
  }

  private static Tailer walk(StoreMap<Long, Long> map, Map<Long, Long> into) {
    Snapshot<Long, Long> snapshot = map.snapshot();
    while (snapshot.next((key, value, _) -> into.put(key, value), 10)) {
      // goes on
    }
    return snapshot.tailer();
  }

  /** Makes the changes behind a snapshot, each of which must fit what it is made to. */
  private static void follow(
      Store store, StoreMap<Long, Long> map, Tailer tailer, Map<Long, Long> into, String what) {
    MappedMap<Long, Long> mapped = (MappedMap<Long, Long>) map;
    long end = store.revision();
    while (tailer.revision() < end) {
      tailer.poll(
          change -> {
            if (change.mapId() == mapped.engine().file.mapId && change.kind().isOfEntry()) {
              Long key = mapped.key(change);
              assertEquals(into.get(key), mapped.oldValue(change), what + ": key " + key);
              Long value = mapped.newValue(change);
              if (value == null) {
                into.remove(key);
              } else {
                into.put(key, value);
              }
            }
            return true;
          },
          1_000);
    }
  }

  /** A writer that has its revision and has not made its change yet is waited for. */
  @Test
  void aChangeUnderWayIsWaitedFor() throws Exception {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      map.put(1L, 10L);
      var reached = new CountDownLatch(1);
      var goOn = new CountDownLatch(1);
      var writer = Thread.ofPlatform().unstarted(() -> map.put(1L, 11L));
      Step.hook(at -> {
        if (at == Step.REVISION_TAKEN && Thread.currentThread().equals(writer)) {
          reached.countDown();
          awaitOrFail(goOn);
        }
      });
      writer.start();
      awaitOrFail(reached);
      var seen = new AtomicReference<Snapshot<Long, Long>>();
      Thread watcher = Thread.ofPlatform().start(() -> seen.set(map.snapshot()));
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!log(store).unlogged.areOver() || !isAtRest(watcher)) {
        assertTrue(System.nanoTime() < deadline, "the log does not begin");
        Thread.onSpinWait();
      }
      assertNull(seen.get(), "the snapshot did not wait");
      assertFalse(log(store).beginning.isDone());
      goOn.countDown();
      watcher.join(TimeUnit.SECONDS.toMillis(60));
      writer.join();
      Map<Long, Long> whole = new TreeMap<>();
      assertFalse(Objects.requireNonNull(seen.get()).next((k, v, _) -> whole.put(k, v), 10));
      assertEquals(Map.of(1L, 11L), whole);
      assertEquals(seen.get().revision(), seen.get().tailer().revision());
      assertTrue(log(store).beginning.isDone());
    }
  }

  /** Whether a thread waits for something, or has ended. */
  private static boolean isAtRest(Thread thread) {
    return switch (thread.getState()) {
      case TIMED_WAITING, WAITING, TERMINATED -> true;
      default -> false;
    };
  }

  private static void awaitOrFail(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS), "nobody came");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** A thread that never waits. */
  private static final class Fast extends Thread implements NeverWaits {
    private final Runnable task;
    private final AtomicReference<Throwable> failure;

    private Fast(Runnable task, AtomicReference<Throwable> failure) {
      this.task = task;
      this.failure = failure;
    }

    @Override
    public void run() {
      try {
        task.run();
      } catch (Throwable e) {
        failure.set(e);
      }
    }
  }

  @Test
  void whoMayNotWaitDoesNotLetItBegin() throws Exception {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      map.put(1L, 10L);
      var refused = new AtomicReference<Throwable>();
      var fast = new Fast(() -> store.tailer(store.revision()), refused);
      fast.start();
      fast.join();
      assertTrue(refused.get() instanceof WouldWaitException, () -> "refused: " + refused.get());
      assertFalse(log(store).beginning.isDone());
      map.put(1L, 11L);
      assertEquals(11L, map.get(1L));
    }
  }

  @Test
  void aReaderThatMayNotWriteIsRefusedTheLogAndToldTheEntries() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      for (long key = 0; key < KEYS; key++) {
        map.put(key, -key);
      }
      try (Store reader = Stores.openReadOnly(folder)) {
        StoreMap<Long, Long> seen = Objects.requireNonNull(reader.map(PATH, OPTIONS));
        assertTrue(reader.revision() >= revision(seen, KEYS - 1));
        String refusal =
            assertThrows(
                    UnsupportedOperationException.class, () -> reader.tailer(reader.revision()))
                .getMessage();
        assertTrue(refusal.contains("open it with Stores.open"), refusal);
        Snapshot<Long, Long> snapshot = seen.snapshot();
        Map<Long, Long> whole = new TreeMap<>();
        while (snapshot.next((key, value, _) -> whole.put(key, value), 10)) {
          // goes on
        }
        assertEquals(contents(map), whole);
        Snapshot<Long, Long> disturbed = seen.snapshot();
        map.put(0L, 7L);
        assertThrows(StoreException.class, () -> disturbed.next((_, _, _) -> {}, KEYS));
        store.revision(); // from here on the log tells
        Snapshot<Long, Long> logged = seen.snapshot();
        map.put(0L, 8L);
        whole.clear();
        logged.next((key, value, _) -> whole.put(key, value), KEYS);
        assertEquals(7L, whole.get(0L));
      }
    }
  }

  @Test
  void aCountThatIsDamagedIsToldAndNothingIsLostByItsRepair() throws Exception {
    for (int bit = 0; bit < 64; bit += 3) {
      Path at = folder.resolve("bit" + bit);
      long newest;
      try (Store store = Stores.open(at)) {
        StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
        for (long key = 0; key < KEYS; key++) {
          map.put(key, key);
        }
        newest = revision(map, KEYS - 1);
      }
      try (MappedFile control = new DiskFiles(at).open(ControlLayout.FILE)) {
        MemorySegment memory = control.memory();
        long word = Memory.get(memory, ControlLayout.UNLOGGED);
        Memory.set(memory, ControlLayout.UNLOGGED, word ^ 1L << bit);
      }
      try (Store store = Stores.open(at)) {
        StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
        assertThrows(CorruptStoreException.class, () -> map.put(1L, 2L));
        assertEquals(1L, map.get(1L));
      }
      assertFalse(Stores.check(at).isClean());
      RepairReport report = Stores.repair(at);
      assertEquals(List.of(), report.lost(), "bit " + bit);
      try (Store store = Stores.open(at)) {
        StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
        assertEquals(KEYS, map.size());
        map.put(1L, 2L);
        assertTrue(revision(map, 1) > newest);
      }
      assertTrue(Stores.check(at).isClean(), () -> Stores.check(at).toString());
    }
  }

  /** A word that is whole and out of place: by it, the log would tell of no change. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCountThatContradictsTheLogIsToldAndNothingIsLostByItsRepair(boolean isDurable)
      throws Exception {
    StoreOptions options = StoreOptions.defaults().withLogFromStart();
    if (isDurable) {
      options = options.withDurability(Durability.SYNC);
    }
    long newest;
    try (Store store = Stores.open(folder, options)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      for (long key = 0; key < KEYS; key++) {
        map.put(key, key);
      }
      newest = revision(map, KEYS - 1);
    }
    for (long count : new long[] {UnloggedRevisions.NONE_YET, 8, newest, 1L << 50}) {
      try (MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE)) {
        Memory.set(control.memory(), ControlLayout.UNLOGGED, CheckedWord.of(count));
      }
      assertNotEquals(0, Stores.check(folder).damages(), "not told: " + count);
      RepairReport report = Stores.repair(folder);
      assertEquals(List.of(), report.lost(), "count " + count);
      try (Store store = Stores.open(folder, options)) {
        StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
        assertEquals(KEYS, map.size());
        map.put(1L, count);
        assertTrue(revision(map, 1) > newest);
        newest = revision(map, 1);
      }
      assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
    }
  }

  @Test
  void aFileThatItDidNotComeToIsPassedOver() throws Exception {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      map.put(1L, 1L);
      var files = new DiskFiles(folder);
      LogFile.create(files, 1L << 30, ChangeLog.FILE_BYTES_MIN, store.epoch(), false);
      CheckReport report = Stores.check(folder);
      assertEquals(0, report.damages(), report.toString());
      assertNotEquals(0, report.leftovers(), "the file is not told");
      long revision = store.revision();
      assertTrue(revision < 1L << 30);
      assertEquals(List.of(store.oldestRevision()), LogFile.starts(files));
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
  }

  /** Who began it died before he had waited for the changes under way. */
  @Test
  void aReaderIsNotToldThatAMapIsEmptyWhileItBegins() throws Exception {
    MappedStore victim = (MappedStore) Stores.open(folder);
    StoreMap<Long, Long> map = victim.map(PATH, OPTIONS);
    StoreMap<Long, Long> compact = victim.map(COMPACT, OPTIONS.compact());
    map.put(1L, 1L);
    compact.put(1L, 1L);
    dieAt(victim, Step.LOG_BEGUN);
    try (Store reader = Stores.openReadOnly(folder)) {
      assertThrows(StoreException.class, () -> reader.map(PATH, OPTIONS).snapshot());
      assertThrows(StoreException.class, () -> reader.map(COMPACT, OPTIONS.compact()).snapshot());
      assertEquals(1L, reader.map(PATH, OPTIONS).get(1L));
    }
    assertTrue(Stores.check(folder).isClean(), () -> Stores.check(folder).toString());
    try (Store next = Stores.open(folder);
        Store reader = Stores.openReadOnly(folder)) {
      assertTrue(next.revision() > 0);
      Map<Long, Long> whole = new TreeMap<>();
      reader.map(PATH, OPTIONS).snapshot().next((k, v, _) -> whole.put(k, v), 10);
      assertEquals(Map.of(1L, 1L), whole);
    }
  }

  private static void dieAt(MappedStore victim, Step step) throws Exception {
    var reached = new CountDownLatch(1);
    var beginner = Thread.ofPlatform().daemon().unstarted(() -> victim.revision());
    Step.hook(at -> {
      if (at == step && Thread.currentThread().equals(beginner)) {
        reached.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    beginner.start();
    awaitOrFail(reached);
    victim.attachment().close();
    Step.hook(null);
  }

  @Test
  void aMapThatIsDamagedDoesNotKeepItFromBeginning() throws Exception {
    try (Store store = Stores.open(folder)) {
      store.map(PATH, OPTIONS).put(1L, 1L);
      store.map("/maps/damaged", OPTIONS).put(1L, 1L);
    }
    try (var file = new RandomAccessFile(folder.resolve("maps/damaged.vtr").toFile(), "rw")) {
      file.write(new byte[64]);
    }
    try (Store store = Stores.open(folder)) {
      assertThrows(CorruptStoreException.class, () -> store.map("/maps/damaged", OPTIONS));
      Tailer tailer = store.tailer(store.revision());
      store.map(PATH, OPTIONS).put(1L, 2L);
      assertEquals(1, tailer.poll(_ -> true, 10));
      assertTrue(log(store).beginning.isDone());
    }
  }

  /** A check looks at a store while others use it; the log begins when it has looked at the log. */
  @Test
  void aCheckThatItBeginsInFindsNoDamage() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      for (long key = 0; key < KEYS; key++) {
        map.put(key, key);
      }
      for (int round = 0; round < 3; round++) {
        var begun = new AtomicBoolean();
        StoreFiles files =
            whenAMapIsOpened(() -> {
              if (begun.compareAndSet(false, true)) {
                map.put(1L, store.revision());
              }
            });
        CheckReport report = checked(files);
        assertTrue(begun.get());
        assertTrue(report.isClean(), report::toString);
      }
    }
  }

  /** Others may be amid a change of a map that only this process cannot open just now. */
  @Test
  void aMapOutOfReachKeepsTheLogFromBeginning() throws Exception {
    try (Store writer = Stores.open(folder)) {
      StoreMap<Long, Long> map = writer.map(PATH, OPTIONS);
      map.put(1L, 10L);
      var reached = new CountDownLatch(1);
      var on = new CountDownLatch(1);
      Step.hook(step -> {
        if (step == Step.REVISION_TAKEN) {
          reached.countDown();
          awaitQuietly(on);
        }
      });
      Thread changing = Thread.ofPlatform().start(() -> map.put(1L, 11L));
      reached.await();
      Step.hook(null);
      var outOfReach = new AtomicBoolean(true);
      StoreFiles files =
          whenAMapIsOpened(() -> {
            if (outOfReach.get()) {
              throw new UncheckedIOException(new FileSystemException("Too many open files"));
            }
          });
      try (Store other = MappedStore.open(Surroundings.system(files), StoreOptions.defaults())) {
        assertThrows(StoreException.class, other::revision);
        assertFalse(log(other).beginning.isDone());
        assertThrows(StoreException.class, () -> other.tailer(0));
        outOfReach.set(false);
        on.countDown();
        changing.join();
        long revision = other.revision();
        Snapshot<Long, Long> snapshot = other.map(PATH, OPTIONS).snapshot();
        assertTrue(snapshot.revision() >= revision);
        var seen = new TreeMap<Long, Long>();
        snapshot.next((key, value, _) -> seen.put(key, value), 10);
        assertEquals(Map.of(1L, 11L), seen);
      }
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The store's files; something is done right before one of a map is opened. */
  private StoreFiles whenAMapIsOpened(Runnable action) {
    var disk = new DiskFiles(folder);
    return (StoreFiles)
        Proxy.newProxyInstance(
            StoreFiles.class.getClassLoader(),
            new Class<?>[] {StoreFiles.class},
            (_, method, arguments) -> {
              if (method.getName().equals("open") && ((String) arguments[0]).startsWith("maps/")) {
                try {
                  action.run();
                } catch (UncheckedIOException e) {
                  throw Objects.requireNonNull(e.getCause());
                }
              }
              try {
                return method.invoke(disk, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  private static CheckReport checked(StoreFiles files) {
    try {
      return StoreCheck.run(files, CheckOptions.defaults());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Whoever meets a damaged word of the log must not keep others waiting for his lock. */
  @Test
  void aDamagedWordOfTheLogIsToldToEverybody() throws Exception {
    try (Store store = Stores.open(folder);
        Store other = Stores.open(folder);
        MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE)) {
      store.map(PATH, OPTIONS).put(1L, 1L);
      long word = Memory.get(control.memory(), ControlLayout.LOG_BASE);
      Memory.set(control.memory(), ControlLayout.LOG_BASE, word ^ 2);
      for (Store each : List.of(store, other, store)) {
        assertThrows(CorruptStoreException.class, () -> each.map("/maps/new", OPTIONS));
      }
      Memory.set(control.memory(), ControlLayout.LOG_BASE, word);
      other.map("/maps/new", OPTIONS).put(1L, 1L);
      assertEquals(1L, store.map("/maps/new", OPTIONS).get(1L));
    }
  }

  /** A word that is damaged is not taken for a log that nobody has asked for. */
  @Test
  void aReaderIsToldOfDamagedWords() throws Exception {
    try (Store store = Stores.open(folder, StoreOptions.defaults().withLogFromStart())) {
      store.map(PATH, OPTIONS).put(1L, 1L);
    }
    for (long offset : new long[] {ControlLayout.UNLOGGED, ControlLayout.LOG_PENDING}) {
      try (MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE)) {
        Memory.set(control.memory(), offset, 1L << 41);
      }
      try (Store reader = Stores.openReadOnly(folder)) {
        assertThrows(CorruptStoreException.class, () -> reader.tailer(0));
        assertThrows(CorruptStoreException.class, () -> reader.map(PATH, OPTIONS).snapshot());
      }
      try (MappedFile control = new DiskFiles(folder).open(ControlLayout.FILE)) {
        Memory.set(control.memory(), offset, 0);
      }
    }
  }
}
