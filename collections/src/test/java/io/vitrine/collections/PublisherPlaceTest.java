package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.StoreOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream that has lost its place ends: it has no way to say that all begins anew. */
class PublisherPlaceTest {
  private static final int LOG_BYTES = 1 << 20;

  @TempDir Path folder;

  /** Keeps what it is told; the demand is the test's. */
  private static final class Told<T> implements Flow.Subscriber<T> {
    final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();
    private final List<T> items = new ArrayList<>();
    private Flow.@Nullable Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
    }

    void request(long n) {
      Objects.requireNonNull(subscription).request(n);
    }

    @Override
    public synchronized void onNext(T item) {
      items.add(item);
      notifyAll();
    }

    synchronized List<T> items() {
      return List.copyOf(items);
    }

    synchronized void awaitItems(int count) throws InterruptedException {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (items.size() < count) {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        assertTrue(millis > 0, () -> "expected " + count + " items, found " + items);
        wait(millis);
      }
      assertEquals(count, items.size());
    }

    @Override
    public void onError(Throwable failure) {
      assertTrue(end.complete(failure), "two ends");
    }

    @Override
    public void onComplete() {
      assertTrue(end.complete(null), "two ends");
    }

    void expectLostPlace() throws Exception {
      var failure = assertInstanceOf(IllegalStateException.class, end.get(30, TimeUnit.SECONDS));
      assertTrue(
          String.valueOf(failure.getMessage()).startsWith("Place lost: "), failure.getMessage());
    }
  }

  private Vitrine open() {
    return Vitrine.open(folder, new TypeRegistry(), new StoreOptions(LOG_BYTES));
  }

  /** Lets the log move on until it does not reach back to what is there now. */
  private static void flood(Vitrine vitrine) {
    ObservableMap<Integer, byte[]> filler = vitrine.map("filler", Integer.class, byte[].class);
    for (int i = 0; i < 600; i++) {
      filler.put(i % 10, new byte[20_000]);
    }
  }

  @Test
  void latestOfAListThatFellBehind() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<Integer> list = vitrine.list("l", Integer.class);
      list.add(0);
      var told = new Told<ListEvent<Integer>>();
      list.<ListEvent<Integer>>asPublisher(
              ElementOptions.<Integer>all().withOverflow(Overflow.LATEST))
          .subscribe(told);
      told.request(1);
      told.awaitItems(1); // all that there is by now: what comes behind are changes
      told.request(100);
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      for (int i = 1; !told.end.isDone(); i++) {
        assertTrue(System.nanoTime() < deadline, "it is not behind after " + i + " changes");
        list.add(i);
      }
      told.expectLostPlace();
      told.awaitItems(101);
      assertInstanceOf(ListEvent.Existing.class, told.items().getFirst());
      var copy = new ArrayList<>(List.of(0));
      for (ListEvent<Integer> event : told.items().subList(1, told.items().size())) {
        copy.add(assertInstanceOf(ListEvent.Inserted.class, event).index(), copy.size());
      }
      assertEquals(list.subList(0, copy.size()), copy);
      list.add(0);
      told.request(1); // is taken and does nothing, as behind any end
      assertEquals(copy.size(), told.items().size());
    }
  }

  @Test
  void everyOfAMapWhoseLogHasMovedOn() throws Exception {
    try (Vitrine vitrine = open()) {
      ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
      map.put("a", 1L);
      map.put("b", 1L);
      var told = new Told<MapEvent<String, Long>>();
      map.<MapEvent<String, Long>>asPublisher(SubscriptionOptions.all()).subscribe(told);
      told.request(2);
      told.awaitItems(2);
      map.remove("a");
      flood(vitrine);
      told.request(Long.MAX_VALUE);
      told.expectLostPlace();
    }
  }

  @Test
  void aBookmarkThatTheLogHasPassed() throws Exception {
    try (Vitrine vitrine = open()) {
      ObservableSet<String> set = vitrine.set("s", String.class);
      set.add("a");
      Description now = vitrine.describe("/sets/s");
      set.remove("a");
      flood(vitrine);
      var told = new Told<SetEvent<String>>();
      set.<SetEvent<String>>asPublisher(
              ElementOptions.<String>all().withFrom(new Bookmark(now.epoch(), now.revision())))
          .subscribe(told);
      told.expectLostPlace();
      assertEquals(List.of(), told.items());
    }
  }

  /** To whom the difference is told nothing is lost. */
  @Test
  void whoHasACopyGoesOn() throws Exception {
    try (Vitrine vitrine = open()) {
      ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
      map.put("a", 1L);
      Description now = vitrine.describe("/maps/m");
      var copy = new HashMap<>(map);
      map.remove("a");
      map.put("b", 2L);
      flood(vitrine);
      var told = new Told<MapEvent<String, Long>>();
      map.<MapEvent<String, Long>>asPublisher(
              SubscriptionOptions.<String, Long>all()
                  .withFrom(new Bookmark(now.epoch(), now.revision()))
                  .withKnown(copy))
          .subscribe(told);
      told.request(Long.MAX_VALUE);
      told.awaitItems(2);
      for (MapEvent<String, Long> event : told.items()) {
        copy.compute(event.key(), (_, _) -> event.value());
      }
      assertEquals(Map.of("b", 2L), copy);
      vitrine.drop("/maps/m");
      assertEquals(null, told.end.get(30, TimeUnit.SECONDS));
    }
  }
}
