package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.Filter;
import io.vitrine.collections.Filters;
import io.vitrine.collections.MapEntry;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a subscription is when the server that it comes back to has another store. */
@Timeout(120)
class BookmarkEpochTest {
  private static final int OF_OTHER = 500;

  /** Takes what is told, and keeps the bookmark with each entry, as the documents say. */
  private static final class Kept implements Subscriber<MapEvent<String, Long>> {
    final Map<String, Long> copy = new ConcurrentHashMap<>();
    final List<Bookmark> bookmarks = new CopyOnWriteArrayList<>();
    final CountDownLatch bootstrapped = new CountDownLatch(1);
    final CountDownLatch resynced = new CountDownLatch(1);
    volatile Subscription<MapEntry<String, Long>> subscription;
    volatile int told;

    void setFilter(Filter<Object> filter) {
      subscription.setFilter(filter);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // told by one thread
    public void onNext(MapEvent<String, Long> event, long revision) {
      Long value = event.value();
      if (value == null) {
        copy.remove(event.key());
      } else {
        copy.put(event.key(), value);
      }
      told++;
      keep();
    }

    private void keep() {
      if (subscription != null) {
        bookmarks.add(subscription.bookmark());
      }
    }

    @Override
    public void onResync(long revision) {
      copy.clear();
      keep();
      resynced.countDown();
    }

    @Override
    public void onBootstrapped(long revision) {
      keep();
      bootstrapped.countDown();
    }
  }

  private static Vitrine storeOf(String prefix, int entries) {
    Vitrine store = Vitrine.inMemory();
    ObservableMap<String, Long> map = store.map("m", String.class, Long.class);
    store.beginLog();
    LongStream.range(0, entries).forEach(i -> map.put(prefix + i, i));
    return store;
  }

  private static void await(CountDownLatch latch, String what) throws InterruptedException {
    assertTrue(latch.await(60, TimeUnit.SECONDS), what);
  }

  @Test
  void itsBookmarkIsNeverOfTheOneEpochAndTheOthersRevision() throws Exception {
    var kept = new Kept();
    Vitrine first = storeOf("a", 50);
    VitrineServer server = VitrineServer.start(first, ServerOptions.DEFAULT);
    var address = server.address();
    try (Vitrine client = Vitrine.connect("127.0.0.1", address.getPort())) {
      ObservableMap<String, Long> map = client.map("m", String.class, Long.class);
      kept.subscription =
          map.subscribe(SubscriptionOptions.<String, Long>all().withRequest(50), kept);
      await(kept.bootstrapped, "the state of the first store");
      Bookmark old = kept.subscription.bookmark();
      server.close();
      first.close();
      try (Vitrine second = storeOf("b", OF_OTHER);
          VitrineServer other =
              VitrineServer.start(
                  second, ServerOptions.DEFAULT.withAddress("127.0.0.1", address.getPort()))) {
        await(kept.resynced, "the resync");
        var amid = new Bookmark(Bookmark.NO_EPOCH, old.revision());
        assertEquals(amid, kept.subscription.bookmark(), "behind which there is a resync");
        kept.bookmarks.clear();
        kept.subscription.request(OF_OTHER / 2);
        while (kept.copy.size() < OF_OTHER / 2) {
          Thread.onSpinWait();
        }
        for (Bookmark each : kept.bookmarks) {
          assertEquals(amid, each, "in the midst of the state");
        }
        kept.subscription.request(OF_OTHER);
        while (kept.subscription.bookmark().equals(amid)) {
          Thread.onSpinWait();
        }
        assertNotEquals(old.epoch(), kept.subscription.bookmark().epoch());
        assertEquals(
            client.describe("/maps/m").revision(), kept.subscription.bookmark().revision());
        var resumed = new Kept();
        map.subscribe(SubscriptionOptions.<String, Long>all().withFrom(old), resumed);
        await(resumed.bootstrapped, "the state behind a bookmark of the first store");
        assertEquals(second.map("m", String.class, Long.class), resumed.copy);
        assertTrue(other.address().getPort() > 0);
      }
    }
  }

  /** Whoever connected before there was a collection has not been told an epoch. */
  @Test
  void aPlaceInTheStoreAtHandIsOfThatStoreFromThenOn() throws Exception {
    Vitrine first = Vitrine.inMemory();
    VitrineServer server = VitrineServer.start(first, ServerOptions.DEFAULT);
    var address = server.address();
    var kept = new Kept();
    try (Vitrine client = Vitrine.connect("127.0.0.1", address.getPort())) {
      ObservableMap<String, Long> map = client.map("m", String.class, Long.class);
      first.beginLog();
      map.put("a", 1L);
      kept.copy.put("a", 1L);
      long revision = first.describe("m").revision();
      kept.subscription =
          map.subscribe(
              SubscriptionOptions.<String, Long>all().withFrom(new Bookmark(0, revision)), kept);
      map.put("b", 2L);
      while (!kept.copy.containsKey("b")) {
        Thread.onSpinWait();
      }
      assertEquals(first.describe("m").epoch(), kept.subscription.bookmark().epoch());
      server.close();
      first.close();
      try (Vitrine second = storeOf("b", OF_OTHER);
          VitrineServer _ =
              VitrineServer.start(
                  second, ServerOptions.DEFAULT.withAddress("127.0.0.1", address.getPort()))) {
        await(kept.resynced, "the resync");
        await(kept.bootstrapped, "the state of the second store");
        assertEquals(second.map("m", String.class, Long.class), kept.copy);
      }
    }
  }

  @Test
  void amidAStateOrAChangeOfTheFilterThereIsNoPlace() throws Exception {
    try (Vitrine store = storeOf("a", 100);
        VitrineServer server = VitrineServer.start(store, ServerOptions.DEFAULT);
        Vitrine client = Vitrine.connect("127.0.0.1", server.address().getPort())) {
      ObservableMap<String, Long> map = client.map("m", String.class, Long.class);
      for (boolean travels : new boolean[] {true, false}) {
        var kept = new Kept();
        SubscriptionOptions<String, Long> low =
            SubscriptionOptions.<String, Long>all().withFilter(Filters.value().lt(20));
        kept.subscription = map.subscribe(low.withRequest(5), kept);
        while (kept.copy.size() < 5) {
          Thread.onSpinWait();
        }
        assertEquals(Bookmark.NO_EPOCH, kept.subscription.bookmark().epoch());
        kept.subscription.request(45);
        await(kept.bootstrapped, "the state");
        while (kept.subscription.bookmark().epoch() == Bookmark.NO_EPOCH) {
          Thread.onSpinWait();
        }
        Filter<Object> high = Filters.value().ge(20);
        kept.setFilter(travels ? high : entry -> high.test(entry));
        while (kept.told < 50) {
          Thread.onSpinWait();
        }
        Bookmark place = kept.subscription.bookmark();
        kept.subscription.cancel();
        assertEquals(Bookmark.NO_EPOCH, place.epoch());
        var resumed = new Kept();
        map.subscribe(low.withFrom(place), resumed);
        await(resumed.resynced, "a resync");
        await(resumed.bootstrapped, "the state behind it");
        assertEquals(20, resumed.copy.size());
      }
    }
  }
}
