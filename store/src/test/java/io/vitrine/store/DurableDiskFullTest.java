package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The log of a durable store on a small disk, which only a checkpoint lets go of. */
class DurableDiskFullTest {
  private static final MapOptions<Integer, byte[]> OPTIONS =
      MapOptions.of(Codecs.ints(), Codecs.bytes()).withSegments(4);
  private static final int KEYS = 60;
  private static final int VALUE_BYTES = 20_000;
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final Map<Integer, byte[]> model = new HashMap<>();
  private int made;

  private SmallDisk disk(long room) {
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), room);
    disk.givesBack = true;
    return disk;
  }

  private static Store open(SmallDisk disk, Durability durability) throws Exception {
    return MappedStore.open(
        Surroundings.system(disk), new StoreOptions(0).withDurability(durability));
  }

  /** What the log retains is no reason to refuse a change, nor a checkpoint. */
  @ParameterizedTest
  @ValueSource(ints = {1_000, 2_000, 2_800, 3_600})
  void churnGoesOnWhereMoreIsRetainedThanThereIsRoomFor(int keys) throws Exception {
    SmallDisk disk = disk(48L << 20);
    StoreOptions options =
        StoreOptions.defaults().withDurability(Durability.SYNC).withCheckpointBytes(1 << 20);
    var random = new Random(keys);
    int refused = 0;
    try (Store store = MappedStore.open(Surroundings.system(disk), options)) {
      StoreMap<Integer, byte[]> map = store.map("/maps/a", OPTIONS);
      for (int i = 0; i < 10_000; i++) {
        try {
          map.put(random.nextInt(keys), new byte[random.nextInt(6_000)]);
          refused = 0;
        } catch (StoreFullException e) {
          assertTrue(++refused < 1_000, () -> "never goes on: " + e);
          LockSupport.parkNanos(10_000_000);
        }
      }
    }
    assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
  }

  private void put(StoreMap<Integer, byte[]> map) {
    byte[] value = new byte[VALUE_BYTES];
    value[made % VALUE_BYTES] = (byte) (1 + made % 100);
    map.put(made % KEYS, value);
    model.put(made % KEYS, value);
    made++;
  }

  /** Changes entries until so much more is in the log, however often it is refused. */
  private void churn(Store store, StoreMap<Integer, byte[]> map, long bytes) {
    long wanted = store.statistics().logBytesAppended() + bytes;
    long deadline = System.nanoTime() + LONG.toNanos();
    while (store.statistics().logBytesAppended() < wanted) {
      try {
        put(map);
      } catch (StoreFullException e) {
        assertTrue(System.nanoTime() < deadline, () -> "never goes on after " + made + ": " + e);
        assertSame(map);
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  private StoreFullException churnUntilFull(StoreMap<Integer, byte[]> map) {
    return assertThrows(
        StoreFullException.class,
        () -> {
          while (made < 100_000) {
            put(map);
          }
        });
  }

  private void assertSame(StoreMap<Integer, byte[]> map) {
    assertEquals(model.size(), map.size());
    model.forEach((key, value) -> assertArrayEquals(value, map.get(key)));
  }

  /** Less room than what a checkpoint is usually made after. */
  @ParameterizedTest
  @ValueSource(ints = {20, 27, 40, 64})
  void churnGoesOnWithLittleRoom(int megabytes) throws Exception {
    SmallDisk disk = disk((long) megabytes << 20);
    try (Store store = open(disk, Durability.async(Duration.ofMillis(20)))) {
      StoreMap<Integer, byte[]> map = store.map("/maps/a", OPTIONS);
      churn(store, map, 150L << 20);
      assertSame(map);
      Invariants.check(store);
    }
    try (Store store = open(disk, Durability.SYNC)) {
      churn(store, store.map("/maps/a", OPTIONS), 60L << 20);
    }
    assertTrue(Stores.check(folder, CheckOptions.defaults()).isClean());
  }

  /** The log leaves the room that a checkpoint needs which is still being made. */
  @Test
  void aSlowCheckpointIsWaitedForAndTold() throws Exception {
    SmallDisk disk = disk(40L << 20);
    try (Store store = open(disk, Durability.async(Duration.ofMillis(20)))) {
      StoreMap<Integer, byte[]> map = store.map("/maps/a", OPTIONS);
      var begun = new CountDownLatch(1);
      var goOn = new CountDownLatch(1);
      disk.beforeWrite =
          () -> {
            begun.countDown();
            await(goOn);
          };
      StoreFullException e = churnUntilFull(map);
      assertTrue(begun.await(LONG.toSeconds(), TimeUnit.SECONDS), "no checkpoint was begun");
      assertTrue(e.getMessage().contains("checkpoint"), e::toString);
      assertSame(map);
      assertTrue(disk.room.get() >= (long) KEYS * VALUE_BYTES, disk.room + " bytes left");
      goOn.countDown();
      churn(store, map, 60L << 20);
      assertSame(map);
      Invariants.check(store);
    }
  }

  @Test
  void aCheckpointThatFailsIsTold() throws Exception {
    SmallDisk disk = disk(40L << 20);
    try (Store store = open(disk, Durability.async(Duration.ofMillis(20)))) {
      StoreMap<Integer, byte[]> map = store.map("/maps/a", OPTIONS);
      put(map);
      disk.beforeWrite =
          () -> {
            throw new StoreException("the disk is out of order");
          };
      long deadline = System.nanoTime() + LONG.toNanos();
      String message;
      do { // the first one may come before the checkpoint that it asks for
        message = churnUntilFull(map).getMessage();
        assertTrue(System.nanoTime() < deadline, message);
      } while (!message.contains("the disk is out of order"));
      assertSame(map);
      disk.beforeWrite = () -> {};
      disk.room.addAndGet(8L << 20);
      churn(store, map, 60L << 20);
      assertSame(map);
      Invariants.check(store);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(LONG.toSeconds(), TimeUnit.SECONDS), "waited for a minute");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
