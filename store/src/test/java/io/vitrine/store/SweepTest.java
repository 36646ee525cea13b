package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a sweep nothing is held any more that nobody is at. */
class SweepTest {
  private static final String PATH = "/maps/a";
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(1);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void writerDiesWithTheSlotSwung() {
    MappedStore victim = (MappedStore) Logged.open(folder);
    StoreMap<Long, String> map = victim.map(PATH, OPTIONS);
    map.put(1L, "old");
    var stopped = new CountDownLatch(1);
    Thread writer = Thread.ofPlatform().daemon().unstarted(() -> map.put(1L, "new"));
    Step.hook(at -> {
      if (at == Step.SLOT_SWUNG && Thread.currentThread().equals(writer)) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    await(stopped);
    victim.attachment().close();
  }

  /** Files of a process that stops when it has its number, before it looks for the dead. */
  private StoreFiles stoppingWhenAttached(CountDownLatch attached, CountDownLatch goOn) {
    var disk = new DiskFiles(folder);
    return (StoreFiles)
        Proxy.newProxyInstance(
            StoreFiles.class.getClassLoader(),
            new Class<?>[] {StoreFiles.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(disk, arguments);
              if (method.getName().equals("attach")) {
                attached.countDown();
                await(goOn);
              }
              return result;
            });
  }

  @Test
  void whoComesMeanwhileTakesNoNumberOfTheDead() throws Exception {
    try (Store survivor = Logged.open(folder)) {
      survivor.map(PATH, OPTIONS);
      writerDiesWithTheSlotSwung();
      var attached = new CountDownLatch(1);
      var goOn = new CountDownLatch(1);
      StoreFiles files = stoppingWhenAttached(attached, goOn);
      var opened = new AtomicReference<@Nullable Store>();
      Thread starting =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                try {
                  opened.set(MappedStore.open(Surroundings.system(files), Logged.OPTIONS));
                } catch (java.io.IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      await(attached);
      assertEquals(1, survivor.sweep());
      assertEquals("new", survivor.map(PATH, OPTIONS).get(1L));
      Invariants.check(survivor); // no lock is held
      goOn.countDown();
      starting.join();
      java.util.Objects.requireNonNull(opened.get()).close();
      assertEquals(0, survivor.sweep());
      assertEquals(1, survivor.statistics().opens());
    }
  }

  @Test
  void theRecordOfAChangeThatFailedIsEnded() {
    try (Store store = Logged.open(folder)) {
      StoreMap<Long, String> map = store.map(PATH, OPTIONS);
      map.put(1L, "old");
      MapFile file = ((MappedMap<Long, String>) map).engine().file;
      MemorySegment memory = file.memory();
      long intent = file.segmentAt(0) + SegmentLayout.INTENT_OLD;
      var before = new AtomicReference<Long>();
      Step.hook(at -> {
        if (at == Step.RECORD_WRITTEN) { // fails in a way that cannot be put in order yet
          before.set(Memory.get(memory, intent));
          Memory.set(memory, intent, 12_345);
          throw new IllegalStateException("fails");
        }
      });
      assertThrows(IllegalStateException.class, () -> map.put(1L, "new"));
      Step.hook(null);
      Memory.set(memory, intent, java.util.Objects.requireNonNull(before.get()));
      MappedStore mapped = (MappedStore) store;
      assertTrue(mapped.log().settle() < mapped.log().end(), "the record is not stuck");
      store.sweep();
      store.sweep();
      assertEquals(mapped.log().end(), mapped.log().settle());
      assertEquals("old", map.get(1L));
      Invariants.check(store);
    }
  }
}
