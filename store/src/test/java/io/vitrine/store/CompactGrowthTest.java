package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two opens fill one compact map at once, from empty, while its tables and its file grow. One dies
 * at each named point of that; the other goes on without a pause and misses nothing.
 */
class CompactGrowthTest {
  private static final String PATH = "/maps/grown";
  private static final int KEYS = 12_000;
  private static final int VALUE_BYTES = 20;
  private static final int RETRIES = 20;

  /** Everything that is on the way of an insertion into a map that grows. */
  private static final Set<Step> POINTS =
      EnumSet.of(
          Step.LOCKED,
          Step.INTENT_SET,
          Step.RECORD_RESERVED,
          Step.RECORD_NAMED,
          Step.RECORD_WRITTEN,
          Step.LINE_OPENED,
          Step.LINE_CHANGED,
          Step.SLOT_SWUNG,
          Step.RECORD_COMMITTED,
          Step.COUNTED,
          Step.INTENT_CLEARED,
          Step.SPACE_LOCKED,
          Step.SPACE_GROWN,
          Step.RUN_TAKEN,
          Step.TABLE_BUILT,
          Step.TABLE_SWUNG);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  /** A map of either kind of entry, by number. */
  private interface Filler {
    void put(int number);

    boolean has(int number);
  }

  private static Filler words(Store store) {
    store.map(PATH, MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2).compact());
    LongLongMap map = store.longLongMap(PATH);
    return new Filler() {
      @Override
      public void put(int number) {
        map.put(number, -number);
      }

      @Override
      public boolean has(int number) {
        long value = map.get(number, 1);
        assertTrue(value == 1 || value == -number, "key " + number + " has " + value);
        return value != 1;
      }
    };
  }

  private static Filler bytes(Store store) {
    var options = MapOptions.of(Codecs.longs(), new FixedBytes(VALUE_BYTES)).withSegments(2);
    StoreMap<Long, byte[]> map = store.map(PATH, options.compact());
    return new Filler() {
      @Override
      public void put(int number) {
        map.put((long) number, new byte[VALUE_BYTES]);
      }

      @Override
      public boolean has(int number) {
        return map.get((long) number) != null;
      }
    };
  }

  private interface Kind {
    Filler open(Store store);
  }

  @Test
  void whicheverPointOneDiesAtTheOtherGrowsOn() throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try {
      for (Step step : POINTS) {
        for (Kind kind : List.<Kind>of(CompactGrowthTest::words, CompactGrowthTest::bytes)) {
          boolean died = dieAt(kind, step, visitOf(step, random));
          for (int i = 0; !died && i < RETRIES; i++) { // the other one made it all grow
            died = dieAt(kind, step, 1);
          }
          assertTrue(died, step + " was not met");
        }
      }
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  /** There are few of what makes the file grow. */
  private static int visitOf(Step step, Random random) {
    return switch (step) {
      case SPACE_GROWN -> 1;
      case RUN_TAKEN, TABLE_BUILT, TABLE_SWUNG, SPACE_LOCKED -> 1 + random.nextInt(8);
      default -> 1 + random.nextInt(4_000);
    };
  }

  /** Lets one of two writers die at the n-th visit of a point; false if it never comes there. */
  private boolean dieAt(Kind kind, Step step, int visit) throws Exception {
    String what = step + ", visit " + visit;
    Path path = Files.createTempDirectory(folder, step.name());
    MappedStore victim = (MappedStore) Logged.open(path);
    var acknowledged = new AtomicInteger(-1); // of the victim: its even numbers up to this one
    var stopped = new CountDownLatch(1);
    var died = new AtomicBoolean();
    var failure = new AtomicReference<@Nullable Throwable>();
    try (Store store = Logged.open(path)) {
      Filler doomed = kind.open(victim);
      Filler map = kind.open(store);
      var visits = new AtomicInteger();
      Thread writer =
          Thread.ofPlatform()
              .daemon()
              .unstarted(() -> {
                for (int key = 0; key < KEYS; key += 2) {
                  doomed.put(key);
                  acknowledged.set(key);
                }
                stopped.countDown();
              });
      Step.hook(at -> {
        if (at == step
            && Thread.currentThread().equals(writer)
            && visits.incrementAndGet() == visit) {
          died.set(true);
          stopped.countDown();
          while (true) {
            LockSupport.park();
          }
        }
      });
      Thread other =
          Thread.ofPlatform()
              .daemon()
              .unstarted(() -> {
                for (int key = 1; key < KEYS; key += 2) {
                  map.put(key);
                }
              });
      other.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
      writer.start();
      other.start();
      assertTrue(stopped.await(60, TimeUnit.SECONDS), what + ": neither died nor ended");
      victim.attachment().close();
      other.join(TimeUnit.SECONDS.toMillis(60));
      assertTrue(!other.isAlive(), what + ": the other does not get on");
      if (failure.get() != null) {
        throw new AssertionError(what, failure.get());
      }
      store.sweep();
      int last = acknowledged.get();
      for (int key = 0; key < KEYS; key++) {
        boolean mayBe = key % 2 == 0 && key == last + 2;
        boolean mustBe = key % 2 == 1 || key <= last;
        boolean is = map.has(key);
        assertTrue(mayBe || is == mustBe, what + ": key " + key + " is there: " + is);
      }
      Invariants.check(store);
    }
    if (!died.get()) {
      victim.close();
    }
    assertEquals(List.of(), Stores.check(path).findings(), what);
    return died.get();
  }
}
