package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.AbstractHashStrategy;
import io.vitrine.hashing.HashStrategies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Readers of what changes all the time go without the lock, so that they hold up nobody. */
class PatientReadTest {
  /** More than are made without a nap, after which readers once took the lock. */
  private static final int TRIES = 160;

  /** Too long for the lookup of the usual case, which never comes by another key's hash. */
  private static final String SECOND = "second" + "-".repeat(200);

  /** One hash for all keys: so a lookup that passes another key on its way comes by here. */
  private static final class OneForAll extends AbstractHashStrategy {
    private static final AtomicReference<@Nullable Runnable> ON_HASH = new AtomicReference<>();

    OneForAll() {
      super("one-for-all", 2_001, 0);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      Runnable now = ON_HASH.getAndSet(null); // it may use the map
      if (now != null) {
        now.run();
      }
      return 4711;
    }
  }

  @BeforeAll
  static void register() {
    HashStrategies.register("one-for-all", _ -> new OneForAll());
  }

  private static StoreMap<String, Long> filled(Store store) {
    StoreMap<String, Long> map =
        store.map(
            "/maps/a",
            MapOptions.of(Codecs.strings(), Codecs.longs())
                .withHash(new OneForAll())
                .withSegments(1));
    map.put("first", 1L);
    map.put(SECOND, 2L);
    return map;
  }

  /**
   * Changes what makes each lookup that has begun start over: a removal does, an update may not.
   */
  private static void changeFirst(StoreMap<String, Long> map, int tries) {
    map.remove("first");
    map.put("first", (long) tries);
  }

  private static MapEngine engine(StoreMap<?, ?> map) {
    return ((MappedMap<?, ?>) map).engine();
  }

  private static boolean isLocked(MapEngine engine) {
    MapFile file = engine.file;
    return Memory.getAcquire(file.mapped(), file.segmentAt(0) + SegmentLayout.LOCK) != 0;
  }

  /** Calls a body in each try of a lookup of the second key, until it says no. */
  private static final class EachTry implements Runnable {
    private final MapEngine engine;
    private final java.util.function.IntPredicate body;
    private int tries;
    private boolean hasLocked;

    EachTry(MapEngine engine, java.util.function.IntPredicate body) {
      this.engine = engine;
      this.body = body;
    }

    @Override
    public void run() {
      if (isLocked(engine)) {
        hasLocked = true; // whoever used the map here would wait for itself
      } else if (body.test(tries++)) {
        OneForAll.ON_HASH.set(this);
      }
    }
  }

  @Test
  void shouldReadWithoutTheLockWhileEveryTryMeetsAChange() {
    try (Store store = Stores.inMemory()) {
      StoreMap<String, Long> map = filled(store);
      var changing =
          new EachTry(
              engine(map),
              tries -> {
                changeFirst(map, tries);
                return tries < TRIES;
              });
      // The first hash is that of the key that is looked for, outside of the lookup.
      OneForAll.ON_HASH.set(changing);
      assertEquals(2L, map.get(SECOND));
      assertFalse(changing.hasLocked, "took the lock after " + changing.tries + " tries");
      assertEquals(TRIES + 1, changing.tries);
    }
  }

  private static final class Loop extends Thread implements NeverWaits {
    Loop(Runnable task) {
      super(task, "never-waits");
    }
  }

  @Test
  void shouldRefuseToNapOnAThreadThatNeverWaits() throws InterruptedException {
    try (Store store = Stores.inMemory()) {
      StoreMap<String, Long> map = filled(store);
      var changing =
          new EachTry(
              engine(map),
              tries -> {
                changeFirst(map, tries);
                return tries < TRIES;
              });
      var end = new AtomicReference<@Nullable Throwable>();
      var loop =
          new Loop(() -> {
            OneForAll.ON_HASH.set(changing);
            try {
              var _ = map.get(SECOND);
            } catch (RuntimeException e) {
              end.set(e);
            }
          });
      loop.start();
      loop.join();
      OneForAll.ON_HASH.set(null);
      assertInstanceOf(WouldWaitException.class, end.get());
    }
  }

  @Test
  void shouldHoldUpNoWriterWhereAReaderStops() throws InterruptedException {
    try (Store store = Stores.inMemory()) {
      StoreMap<String, Long> map = filled(store);
      var stopped = new CountDownLatch(1);
      var goesOn = new CountDownLatch(1);
      var answer = new AtomicReference<@Nullable Long>();
      var failure = new AtomicReference<@Nullable Throwable>();
      var reading =
          new EachTry(
              engine(map),
              tries -> {
                changeFirst(map, tries);
                if (tries < TRIES) {
                  return true;
                }
                stopped.countDown();
                try {
                  goesOn.await();
                } catch (InterruptedException e) {
                  failure.set(e);
                }
                return false;
              });
      var reader =
          new Thread(() -> {
            OneForAll.ON_HASH.set(reading);
            try {
              answer.set(map.get(SECOND));
            } finally {
              stopped.countDown();
            }
          });
      reader.start();
      stopped.await();
      assertFalse(reading.hasLocked, "took the lock after " + reading.tries + " tries");
      assertFalse(isLocked(engine(map)), "a reader that stands still has the lock");
      for (long i = 0; i < 100; i++) {
        map.put(SECOND, i);
        map.put("third" + i, i);
      }
      goesOn.countDown();
      reader.join();
      assertEquals(99L, answer.get());
      assertNull(failure.get());
    }
  }

  @Test
  void shouldReadOnWhileWritersNeverStop() throws InterruptedException {
    for (boolean isCompact : new boolean[] {false, true}) {
      try (Store store = Stores.inMemory()) {
        MapOptions<Long, Long> options =
            MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
        StoreMap<Long, Long> map = store.map("/maps/a", isCompact ? options.compact() : options);
        for (long i = 0; i < 100; i++) {
          map.put(i, i);
        }
        var ends = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (int w = 0; w < 2; w++) {
          var writer =
              new Thread(() -> {
                for (long i = 0; !ends.get(); i++) {
                  map.put(i % 100, i % 100);
                }
              });
          writer.start();
          writers.add(writer);
        }
        try {
          for (long i = 0; i < 20_000; i++) {
            assertEquals(i % 100, map.get(i % 100));
          }
          for (int walk = 0; walk < 20; walk++) {
            int[] met = new int[1];
            map.forEach((key, value) -> met[0]++);
            assertEquals(100, met[0]);
          }
        } finally {
          ends.set(true);
          for (Thread writer : writers) {
            writer.join();
          }
        }
      }
    }
  }

  @Test
  void shouldTakeTheLockOnlyAsTheLastResort() {
    try (Store store = Stores.inMemory()) {
      MapEngine engine = engine(filled(store));
      assertTrue(engine.isWithoutLock(TRIES));
      assertTrue(engine.isWithoutLock(MapEngine.TRIES_MAX - 1));
      assertFalse(engine.isWithoutLock(MapEngine.TRIES_MAX));
    }
  }
}
