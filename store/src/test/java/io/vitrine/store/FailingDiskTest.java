package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every n-th operation on a file fails once, or it and all after it until the disk is mended. The
 * store says so, stays readable and consistent, and goes on afterwards; what it then acknowledges
 * survives the power.
 */
class FailingDiskTest {
  private static final int KEYS = 24;
  private static final int FIRST = Integer.getInteger("vitrine.failing.first", 40);
  private static final StoreOptions OPTIONS =
      new StoreOptions(0).withDurability(Durability.SYNC).withCheckpointBytes(16 << 10);
  private static final MapOptions<Long, byte[]> MAP =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);

  /** What each key may hold: the last value known to be there, and those of calls that failed. */
  private final Map<Long, List<byte @Nullable []>> possible = new HashMap<>();

  private int operations;
  private boolean mended;

  @Test
  void oneOperationFails() throws IOException {
    int n = 1;
    while (failAt(n, false)) {
      n += step(n);
    }
    assertTrue(n > 100, "operations that failed: " + n);
  }

  @Test
  void allOperationsFailFromOneOn() throws IOException {
    int n = 1;
    while (failAt(n, true)) {
      n += step(n);
    }
    assertTrue(n > 100, "operations until all failed: " + n);
  }

  /**
   * What a checkpoint could not bring to disk is not there because the next force finds nothing.
   */
  @Test
  void aForceThatFailsForACheckpointCountsForWhoeverForcesNext() throws IOException {
    try (var disk = new PowerDisk();
        MappedStore first = openLazy(disk);
        MappedStore second = open(disk)) {
      StoreMap<Long, byte[]> map = first.map("/maps/kept", MAP);
      map.put(1L, new byte[] {1});
      var told = new AtomicBoolean();
      disk.watch((operation, name) -> {
        if (mended && !told.get() && isInBackground()) {
          throw new IOException("the disk fails until the change was told"); // which wants one made
        }
        operations++;
        if (operations == 1) {
          map.put(2L, new byte[] {2}); // behind where the checkpoint begins, and not forced
        }
        if (!mended && isForceOfLog(operation, name)) {
          mended = true;
          throw new IOException("the disk fails at " + operation + " of " + name);
        }
      });
      assertThrows(StoreException.class, first.checkpoints::make);
      assertTrue(mended, "the log was to be forced");
      var e =
          assertThrows(
              StoreException.class, () -> second.map("/maps/kept", MAP).put(3L, new byte[] {3}));
      told.set(true);
      assertTrue(String.valueOf(e.getMessage()).contains("next checkpoint"), e.toString());
      settle(second);
      for (long key = 1; key <= 3; key++) {
        possible.put(key, listOf(new byte[] {(byte) key}));
      }
      verifyAfterPowerLosses(disk);
    }
  }

  /** The kernel forgets whole pages, and with them what others wrote behind the range meanwhile. */
  @Test
  void aForceThatFailsCountsForWhatOthersWroteOnItsLastPage() throws IOException {
    try (var disk = new PowerDisk();
        MappedStore first = openLazy(disk);
        MappedStore second = open(disk)) {
      StoreMap<Long, byte[]> map = first.map("/maps/kept", MAP);
      StoreMap<Long, byte[]> sync = second.map("/maps/kept", MAP);
      sync.put(1L, new byte[] {1});
      byte[] large = new byte[2 * PowerFile.PAGE];
      watchCheckpoint(
          disk,
          () -> sync.put(2L, new byte[] {2}), // forces all that the checkpoint is to force
          name -> {
            mended = true;
            map.put(3L, large); // begins on the last page of what fails, and is not forced yet
            throw new IOException("the disk fails at force of " + name);
          });
      assertThrows(StoreException.class, first.checkpoints::make);
      assertTrue(mended, "the log was to be forced");
      possible.put(1L, listOf(new byte[] {1}));
      possible.put(2L, listOf(new byte[] {2}));
      possible.put(3L, listOf(large));
      settle(second);
      verifyAfterPowerLosses(disk);
    }
  }

  /** What fails while a checkpoint is made is missing behind it, so that it must not count. */
  @Test
  void aCheckpointDoesNotCountThatWasBegunBeforeAForceFailed() throws IOException {
    try (var disk = new PowerDisk();
        MappedStore first = openLazy(disk);
        MappedStore second = open(disk)) {
      StoreMap<Long, byte[]> sync = second.map("/maps/kept", MAP);
      sync.put(1L, new byte[] {1});
      watchCheckpoint(
          disk,
          () -> {
            disk.watch((operation, name) -> {
              if (!mended && isForceOfLog(operation, name)) {
                mended = true;
                throw new IOException("the disk fails at force of " + name);
              }
            });
            assertThrows(StoreException.class, () -> sync.put(2L, new byte[] {2}));
          },
          name -> {});
      assertThrows(StoreException.class, first.checkpoints::make);
      assertTrue(mended, "the log was to be forced");
      possible.put(1L, listOf(new byte[] {1}));
      possible.put(2L, new ArrayList<>(nothing()));
      possible.get(2L).add(new byte[] {2});
      verifyAfterPowerLosses(disk);
      settle(second);
    }
  }

  /** With ASYNC nobody need change anything more for what could not be forced to come to disk. */
  @Test
  void whatCouldNotBeForcedInTheBackgroundComesToDiskByItself() throws IOException {
    StoreOptions async =
        new StoreOptions(0).withDurability(Durability.async(Duration.ofMillis(50)));
    try (var disk = new PowerDisk();
        MappedStore store =
            MappedStore.open(
                new Surroundings(disk.files(7), StoreClock.system(), new Random(1)::nextLong),
                async)) {
      StoreMap<Long, byte[]> map = store.map("/maps/kept", MAP);
      disk.watch((operation, name) -> {
        if (!mended && isForceOfLog(operation, name)) {
          mended = true;
          throw new IOException("the disk fails at force of " + name);
        }
      });
      attempt(() -> map.put(1L, new byte[] {1})); // which may be told at once
      long revision = Objects.requireNonNull(map.getVersioned(1L)).revision();
      long deadline = System.nanoTime() + 20_000_000_000L;
      while (store.words().forcedTo() < revision) {
        assertTrue(System.nanoTime() < deadline, "never comes to disk");
        Thread.onSpinWait();
      }
      assertTrue(mended, "the log was to be forced");
      possible.put(1L, listOf(new byte[] {1}));
      verifyAfterPowerLosses(disk);
    }
  }

  /** What is made and not on disk is told so, and not made again on what it has become. */
  @Test
  void anAtomicGroupThatCannotBeForcedIsMadeOnce() throws IOException {
    try (var disk = new PowerDisk();
        MappedStore store = open(disk)) {
      StoreMap<Long, byte[]> map = store.map("/maps/kept", MAP);
      map.put(1L, new byte[] {0});
      disk.watch((operation, name) -> {
        if (!mended && isForceOfLog(operation, name)) {
          throw new IOException("the disk fails at force of " + name);
        }
      });
      var runs = new AtomicInteger();
      var e =
          assertThrows(
              StoreException.class,
              () ->
                  store.atomically(group -> {
                    mended = runs.incrementAndGet() > 3; // so that the test ends either way
                    byte[] now = Objects.requireNonNull(group.get(map, 1L));
                    group.put(map, 1L, new byte[] {(byte) (now[0] + 1)});
                    return null;
                  }));
      mended = true;
      assertTrue(String.valueOf(e.getMessage()).contains("the disk fails"), e.toString());
      assertEquals(1, runs.get());
      assertArrayEquals(new byte[] {1}, map.get(1L));
      possible.put(1L, listOf(new byte[] {1}));
      settle(store);
      verifyAfterPowerLosses(disk);
    }
  }

  /** What to do before the log is forced. */
  @FunctionalInterface
  private interface BeforeForce {
    void run(String name) throws IOException;
  }

  /** Does something when a checkpoint has begun, and something before it forces the log. */
  private static void watchCheckpoint(PowerDisk disk, Runnable begun, BeforeForce forcing) {
    var isBegun = new AtomicBoolean();
    var isBusy = new AtomicBoolean();
    disk.watch((operation, name) -> {
      if (isBusy.get()) {
        return; // what is done here, under the disk's lock
      }
      isBusy.set(true);
      try {
        if (isBegun.compareAndSet(false, true)) {
          begun.run();
        } else if (isForceOfLog(operation, name)) {
          disk.watch((o, n) -> {});
          forcing.run(name);
        }
      } finally {
        isBusy.set(false);
      }
    });
  }

  private static boolean isForceOfLog(String operation, String name) {
    return operation.equals("force") && name.startsWith(LogFile.FOLDER);
  }

  private void verifyAfterPowerLosses(PowerDisk disk) throws IOException {
    Map<Long, List<byte @Nullable []>> before = new HashMap<>(possible);
    for (int n = 0; n < 20; n++) {
      verifyAfterPowerLoss(disk, n);
      possible.putAll(before);
    }
  }

  /** Opens a store that forces nothing by itself, and makes no checkpoint. */
  private static MappedStore openLazy(PowerDisk disk) throws IOException {
    return MappedStore.open(
        new Surroundings(disk.files(7), StoreClock.system(), new Random(1)::nextLong),
        new StoreOptions(0).withDurability(Durability.async(Duration.ofHours(1))));
  }

  private static boolean isInBackground() {
    return Thread.currentThread().getName().equals("vitrine-checkpoint");
  }

  /** Every one of the first, in which all kinds of operations occur, then fewer and fewer. */
  private static int step(int n) {
    return n < FIRST ? 1 : 1 + n / 8;
  }

  /** Lets the n-th operation fail; false if there were not so many. */
  private boolean failAt(int n, boolean andAllAfter) throws IOException {
    possible.clear();
    operations = 0;
    mended = false;
    try (var disk = new PowerDisk()) {
      disk.watch((operation, name) -> {
        operations++;
        if (!mended && (operations == n || (andAllAfter && operations > n))) {
          throw new IOException("the disk fails at " + operation + " of " + name);
        }
      });
      MappedStore store = null;
      while (store == null) {
        try {
          store = open(disk);
        } catch (IOException | StoreException e) {
          assertTrue(String.valueOf(e.getMessage()).contains("the disk fails"), e.toString());
          mended |= andAllAfter;
        }
      }
      write(store, new Random(5), andAllAfter ? 120 : 250);
      boolean failed = operations >= n;
      verify(store, "after failure " + n);
      mended = true;
      write(store, new Random(6), 60);
      verify(store, "mended after failure " + n);
      Invariants.check(store);
      settle(store);
      verifyAfterPowerLoss(disk, n);
      store.close();
      try (MappedStore again = open(disk)) {
        verify(again, "opened again after failure " + n);
        Invariants.check(again);
      }
      return failed;
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("operation " + n + " fails, and all after: " + andAllAfter, e);
    }
  }

  private static MappedStore open(PowerDisk disk) throws IOException {
    return MappedStore.open(
        new Surroundings(disk.files(7), StoreClock.system(), new Random(1)::nextLong), OPTIONS);
  }

  private void write(Store store, Random random, int count) {
    for (int i = 0; i < count; i++) {
      long key = random.nextInt(KEYS);
      byte @Nullable [] value = null;
      if (random.nextInt(4) > 0) {
        value = new byte[random.nextInt(20) == 0 ? 100_000 : random.nextInt(3_000)];
        random.nextBytes(value);
      }
      byte @Nullable [] next = value;
      attempt(() -> {
        StoreMap<Long, byte[]> map = store.map("/maps/kept", MAP);
        possible.computeIfAbsent(key, k -> new ArrayList<>(nothing())).add(next);
        if (next == null) {
          map.remove(key);
        } else {
          map.put(key, next);
        }
        possible.put(key, listOf(next));
      });
      if (i % 50 == 49) {
        attempt(() -> {
          store.map("/maps/passing", MAP).put(key, new byte[10]);
          store.drop("/maps/passing");
        });
      }
    }
  }

  private static List<byte @Nullable []> nothing() {
    return listOf(null);
  }

  private static List<byte @Nullable []> listOf(byte @Nullable [] value) {
    var list = new ArrayList<byte @Nullable []>();
    list.add(value);
    return list;
  }

  private static void attempt(Runnable action) {
    try {
      action.run();
    } catch (StoreException e) {
      boolean clear = false;
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        clear |= String.valueOf(cause.getMessage()).matches("(?s).*(the disk fail|No space).*");
      }
      if (!clear) {
        fail("says nothing of the disk", e);
      }
    }
  }

  /** Makes a change that is acknowledged, by which a checkpoint has mended what failed before. */
  private void settle(Store store) {
    long deadline = System.nanoTime() + 60_000_000_000L; // the checkpoint is made by a thread
    while (true) {
      try {
        store.map("/maps/kept", MAP).put(0L, new byte[] {1, 2, 3});
        break;
      } catch (StoreException e) {
        assertTrue(System.nanoTime() < deadline, () -> "never mended: " + e);
        Thread.onSpinWait();
      }
    }
    byte[] value = {1, 2, 3};
    possible.put(0L, listOf(value));
  }

  private void verify(Store store, String when) {
    StoreMap<Long, byte[]> map;
    try {
      map = store.map("/maps/kept", MAP);
    } catch (StoreException e) {
      assertTrue(!mended, when + ": " + e);
      return; // was not open yet, and cannot be opened while everything fails
    }
    for (long key = 0; key < KEYS; key++) {
      byte[] found = map.get(key);
      boolean isKnown =
          possible.getOrDefault(key, nothing()).stream().anyMatch(v -> Arrays.equals(v, found));
      assertTrue(isKnown, when + ": key " + key + " has neither old nor new");
      possible.put(key, listOf(found));
    }
  }

  /** Everything was acknowledged last, so all of it must come back. */
  private void verifyAfterPowerLoss(PowerDisk disk, int n) throws IOException {
    try (PowerDisk left = disk.afterPowerLoss(new Random(n));
        MappedStore store =
            MappedStore.open(
                new Surroundings(left.files(8), StoreClock.system(), new Random(2)::nextLong),
                OPTIONS)) {
      verify(store, "after the power loss");
    }
  }
}
