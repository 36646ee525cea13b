package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that have a map to themselves. */
@Timeout(180)
class ExclusivelyTest {
  private static final String PATH = "/lists/l";
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  @TempDir private Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  @Test
  void noTwoAtOnce() {
    try (Store store = Stores.open(folder);
        Store other = Stores.open(folder)) {
      var one = CompletableFuture.runAsync(() -> count(store));
      var two = CompletableFuture.runAsync(() -> count(store));
      count(other);
      one.join();
      two.join();
      assertEquals(30_000L, store.map(PATH, OPTIONS).get(1L));
    }
  }

  private static void count(Store store) {
    StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
    for (int i = 0; i < 10_000; i++) {
      map.exclusively(() -> {
        Long now = map.get(1L);
        map.put(1L, now == null ? 1 : now + 1);
        return null;
      });
    }
  }

  @Test
  void failuresPassAndNoBodyWithinAnother() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      assertThrows(
          ArithmeticException.class,
          () ->
              map.exclusively(() -> {
                throw new ArithmeticException();
              }));
      assertThrows(
          IllegalStateException.class, () -> map.exclusively(() -> map.exclusively(() -> 1)));
      assertEquals(1, map.exclusively(() -> 1));
      store.drop(PATH);
      assertThrows(IllegalStateException.class, () -> map.exclusively(() -> 1));
    }
    try (Store store = Stores.open(folder)) {
      store.map(PATH, OPTIONS).put(1L, 1L);
    }
    try (Store store = Stores.openReadOnly(folder)) {
      assertThrows(
          UnsupportedOperationException.class, () -> store.map(PATH, OPTIONS).exclusively(() -> 1));
    }
  }

  @Test
  void aDeadOwnerIsPassedOver_aReaderNeverWaits() throws Exception {
    MappedStore victim = (MappedStore) Stores.open(folder);
    StoreMap<Long, Long> map = victim.map(PATH, OPTIONS);
    var within = new CountDownLatch(1);
    Thread.ofPlatform()
        .daemon()
        .start(() ->
            map.exclusively(() -> {
              map.put(1L, 1L);
              within.countDown();
              while (true) {
                LockSupport.park();
              }
            }));
    within.await();
    try (Store survivor = Stores.open(folder)) {
      StoreMap<Long, Long> same = survivor.map(PATH, OPTIONS);
      assertEquals(1L, same.get(1L));
      same.put(2L, 2L);
      var foundAlive = new CountDownLatch(3);
      Step.hook(step -> {
        if (step == Step.OWNER_FOUND_ALIVE) {
          foundAlive.countDown();
        }
      });
      var waiter = CompletableFuture.supplyAsync(() -> same.exclusively(() -> same.get(2L)));
      foundAlive.await();
      assertTrue(!waiter.isDone(), "who lives is not robbed");
      victim.attachment().close();
      assertEquals(2L, waiter.get());
    }
  }
}
