package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Bookmark;
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
    volatile Subscription<?> subscription;

    @Override
    public void onNext(MapEvent<String, Long> event, long revision) {
      Long value = event.value();
      if (value == null) {
        copy.remove(event.key());
      } else {
        copy.put(event.key(), value);
      }
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
        assertEquals(old, kept.subscription.bookmark(), "nothing of the second store was told");
        kept.bookmarks.clear();
        kept.subscription.request(OF_OTHER / 2);
        while (kept.copy.size() < OF_OTHER / 2) {
          Thread.onSpinWait();
        }
        for (Bookmark each : kept.bookmarks) {
          assertEquals(old, each, "in the midst of the state");
        }
        kept.subscription.request(OF_OTHER);
        while (kept.subscription.bookmark().equals(old)) {
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
}
