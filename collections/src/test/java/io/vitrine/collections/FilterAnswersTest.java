package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.DyingStore;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each request for a filter is answered, also for the one that is in force. */
class FilterAnswersTest {
  /** More than are read at once. */
  private static final int LARGE = 1_000;

  /** So many characters are read by themselves. */
  private static final int TEXT = 2 << 20;

  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();
  private static final Filter<Object> ABOVE_5 = Filters.value().gt(5);
  private static final Filter<Object> ABOVE_1 = Filters.value().gt(1);

  private final Vitrine vitrine = Vitrine.inMemory();
  private final ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);

  private final CompletableFuture<Boolean> gate = new CompletableFuture<>();
  private final Semaphore bootstrapped = new Semaphore(0);
  private final Semaphore filtered = new Semaphore(0);
  private final Semaphore cancelled = new Semaphore(0);
  private final List<String> told = new CopyOnWriteArrayList<>();

  /** Notes what it is told; holds up its thread at the end of the present state where it is to. */
  private class Told<T> implements Subscriber<T> {
    private final boolean waits;

    private Told(boolean waits) {
      this.waits = waits;
    }

    @Override
    public void onNext(T event, long revision) {
      String key = event instanceof MapEvent<?, ?> change ? " " + change.key() : "";
      told.add(event.getClass().getSimpleName() + key);
    }

    @Override
    public void onBootstrapped(long revision) {
      bootstrapped.release();
      if (waits) {
        gate.join();
      }
    }

    @Override
    public void onFiltered(long revision) {
      told.add("filtered");
      filtered.release();
    }

    @Override
    public void onCancelled(String reason) {
      told.add(reason);
      cancelled.release();
    }
  }

  private static void await(Semaphore call, String what) throws InterruptedException {
    assertTrue(call.tryAcquire(60, TimeUnit.SECONDS), what);
  }

  @BeforeEach
  void fill() {
    map.put("a", 10L);
    map.put("b", 2L);
  }

  @AfterEach
  void close() {
    gate.complete(true);
    vitrine.close();
  }

  @Test
  void theFilterThatIsInForce() throws Exception {
    var subscription =
        map.subscribe(ALL.withFilter(ABOVE_5), new Told<MapEvent<String, Long>>(false));
    await(bootstrapped, "the present state");
    for (int i = 0; i < 3; i++) {
      subscription.setFilter(ABOVE_5);
      await(filtered, "an answer to request " + i);
    }
    subscription.setFilter(ABOVE_1);
    await(filtered, "an answer to the request for another one");
    assertEquals(
        List.of("Existing a", "filtered", "filtered", "filtered", "Inserted b", "filtered"), told);
  }

  @Test
  void theLastOfSeveralCounts() throws Exception {
    var subscription =
        map.subscribe(ALL.withFilter(ABOVE_5), new Told<MapEvent<String, Long>>(true));
    await(bootstrapped, "the present state");
    subscription.setFilter(ABOVE_1);
    subscription.setFilter(ABOVE_5);
    gate.complete(true);
    await(filtered, "an answer to the last request");
    assertEquals(List.of("Existing a", "filtered"), told);
  }

  /** There is no state any more that another filter could begin with. */
  @Test
  void whatWasChangedBeforeADropIsToldAllTheSame() throws Exception {
    var subscription =
        map.subscribe(ALL.withFilter(ABOVE_5), new Told<MapEvent<String, Long>>(true));
    await(bootstrapped, "the present state");
    map.put("c", 20L);
    dropWith(() -> subscription.setFilter(ABOVE_1), "m");
    assertEquals(List.of("Existing a", "Inserted c", "Dropped"), told);
  }

  @Test
  void whatWasChangedOfAKeyBeforeADropIsToldAllTheSame() throws Exception {
    var subscription =
        map.subscribe(ALL.withKey("a").withFilter(ABOVE_5), new Told<MapEvent<String, Long>>(true));
    await(bootstrapped, "the present state");
    map.put("a", 20L);
    dropWith(() -> subscription.setFilter(ABOVE_1), "m");
    assertEquals(List.of("Existing a", "Updated a", "Dropped"), told);
  }

  @Test
  void whatWasChangedOfAListBeforeADropIsToldAllTheSame() throws Exception {
    ObservableList<Long> list = vitrine.list("l", Long.class);
    list.add(10L);
    var subscription =
        list.subscribe(
            ElementOptions.<Long>all().withFilter(ABOVE_5), new Told<ListEvent<Long>>(true));
    await(bootstrapped, "the present state");
    list.add(20L);
    dropWith(() -> subscription.setFilter(ABOVE_1), "/lists/l");
    assertEquals(List.of("Existing", "Inserted", "Dropped"), told);
  }

  /** For entries that left by the new filter it is in force, for all others the one before. */
  @Test
  void whatWasChangedAmidTheDifferenceBeforeADropIsToldAllTheSame() throws Exception {
    ObservableMap<String, Long> large = vitrine.map("large", String.class, Long.class);
    var keys = new TreeSet<String>();
    for (int i = 0; i < LARGE; i++) {
      keys.add("k" + i);
      large.put("k" + i, 10L);
    }
    var left = new TreeSet<String>();
    var updated = new TreeSet<String>();
    var subscription =
        large.subscribe(
            ALL.withoutBootstrap().withFilter(ABOVE_5),
            new Told<MapEvent<String, Long>>(false) {
              @Override
              public void onNext(MapEvent<String, Long> event, long revision) {
                switch (event) {
                  case MapEvent.Removed<String, Long> removed -> {
                    left.add(removed.key());
                    if (left.size() == 1) {
                      large.put("new", 11L);
                      keys.forEach(key -> large.put(key, 12L));
                      vitrine.drop("large");
                    }
                  }
                  case MapEvent.Updated<String, Long> update -> updated.add(update.key());
                  default -> super.onNext(event, revision);
                }
              }
            });
    subscription.setFilter(Filters.value().gt(100));
    await(cancelled, "the end");
    assertEquals(List.of("Inserted new", "Dropped"), told);
    assertTrue(left.size() < LARGE, "the map was dropped before the end of the difference");
    keys.removeAll(left);
    assertEquals(keys, updated);
  }

  /** What the subscriber throws ends its subscription, whatever it is. */
  @Test
  void aSubscriberThatFailsAtWhatIsDroppedIsToldNoMore() throws Exception {
    var subscription =
        map.subscribe(
            ALL.withoutBootstrap(),
            new Told<MapEvent<String, Long>>(false) {
              @Override
              public void onNext(MapEvent<String, Long> event, long revision) {
                super.onNext(event, revision);
                if (event instanceof MapEvent.Removed) {
                  map.put("new", 11L);
                  vitrine.drop("m");
                  map.put("none", 12L); // throws
                }
              }
            });
    subscription.setFilter(Filters.value().gt(5));
    await(cancelled, "the end");
    assertEquals(List.of("Removed b", "Dropped"), told);
  }

  /**
   * Of a change that failed the log has a gap, over which the reader goes to what comes behind it:
   * here to what is made between the snapshot and the end of the changes before that.
   */
  @Test
  void whatComesBehindAGapAmidTheDifferenceBeforeADropIsToldAllTheSame() throws Exception {
    ObservableMap<String, String> texts = vitrine.map("texts", String.class, String.class);
    var subscription =
        texts.subscribe(
            SubscriptionOptions.<String, String>all().withFilter(_ -> true),
            new Told<MapEvent<String, String>>(true) {
              @Override
              public void onNext(MapEvent<String, String> event, long revision) {
                super.onNext(event, revision);
                if (event.key().equals("long")) {
                  texts.put("late", "y");
                  vitrine.drop("texts");
                }
              }
            });
    await(bootstrapped, "the present state");
    texts.put("long", "x".repeat(TEXT)); // no more is read at once
    DyingStore.failAt(Thread.currentThread(), "RECORD_RESERVED");
    try {
      assertThrows(IllegalStateException.class, () -> texts.publish("gap"));
    } finally {
      DyingStore.noHook();
    }
    subscription.setFilter(_ -> true);
    gate.complete(true);
    await(cancelled, "the end");
    assertEquals(List.of("Inserted long", "Inserted late", "Dropped"), told);
  }

  private void dropWith(Runnable before, String path) throws InterruptedException {
    before.run();
    assertTrue(vitrine.drop(path));
    gate.complete(true);
    await(cancelled, "the end");
  }

  @Test
  void aSubscriptionOfCollections() throws Exception {
    var subscription =
        vitrine.subscribeTopology(
            "/maps/",
            new Subscriber<TopologyEvent>() {
              @Override
              public void onNext(TopologyEvent event, long revision) {
                told.add(event.path());
              }

              @Override
              public void onFiltered(long revision) {
                filtered.release();
              }
            });
    Filter<String> all = _ -> true;
    for (int i = 0; i < 3; i++) {
      subscription.setFilter(all);
      await(filtered, "an answer to request " + i);
    }
    assertEquals(List.of("/maps/m"), told);
  }
}
