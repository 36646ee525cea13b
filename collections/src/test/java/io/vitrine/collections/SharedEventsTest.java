package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Subscribers that share get the same objects where they see the same, and never those of others.
 */
@Timeout(180)
class SharedEventsTest {
  private static final class Seen<T> implements Subscriber<T> {
    private final ConcurrentLinkedQueue<T> items = new ConcurrentLinkedQueue<>();
    private final boolean shares;
    private volatile int bursts;
    private volatile @Nullable T last;

    Seen(boolean shares) {
      this.shares = shares;
    }

    @Override
    public boolean sharesItems() {
      return shares;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One after the other.
    public void onBurst(boolean waits) {
      bursts++;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onBurstEnd() {
      bursts--;
    }

    @Override
    public void onNext(T item, long revision) {
      assertEquals(1, bursts);
      items.add(item);
      last = item;
    }

    List<T> await(int count) {
      Await.until(() -> items.size() >= count, () -> count + " items, found " + items);
      return new ArrayList<>(items);
    }
  }

  @Test
  void whoeverSharesGetsTheSameObjects() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, byte[].class);
      var one = new Seen<MapEvent<String, byte[]>>(true);
      var two = new Seen<MapEvent<String, byte[]>>(true);
      var alone = new Seen<MapEvent<String, byte[]>>(false);
      SubscriptionOptions<String, byte[]> options =
          SubscriptionOptions.<String, byte[]>all().withoutBootstrap();
      Bookmark before = map.subscribe(options, one).bookmark();
      map.subscribe(options, alone);
      map.put("a", new byte[] {1});
      MapEvent<String, byte[]> first = one.await(1).getFirst();
      // Whoever comes later, from an earlier place, finds what was read before.
      map.subscribe(options.withFrom(before), two);
      assertSame(first, two.await(1).getFirst());
      assertNotSame(first.value(), alone.await(1).getFirst().value(), "who may change its own");
      map.put("a", new byte[5_000]);
      assertNotSame(one.await(2).get(1), two.await(2).get(1), "too large to be kept");
    }
  }

  /** Each sees the changes as its filter and its options make them, whoever has read them first. */
  @Test
  void filtersSeeTheSameAsAlone() {
    long seed = new SplittableRandom().nextLong();
    var random = new SplittableRandom(seed);
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      List<SubscriptionOptions<String, Long>> options = new ArrayList<>();
      SubscriptionOptions<String, Long> all = SubscriptionOptions.all();
      options.add(all.withoutBootstrap());
      options.add(all.withoutBootstrap().withFilter(entry -> entry.value() % 2 == 0));
      options.add(all.withoutBootstrap().withFilter(entry -> entry.value() >= 0));
      options.add(all.withoutBootstrap().withKey("k1"));
      options.add(all.withoutBootstrap().withFilter(entry -> entry.key().equals("k2")));
      var shared = new ArrayList<Seen<MapEvent<String, Long>>>();
      var alone = new ArrayList<Seen<MapEvent<String, Long>>>();
      options.forEach(wanted -> {
        alone.add(subscribe(map, wanted, false));
        shared.add(subscribe(map, wanted, true));
        shared.add(subscribe(map, wanted, true));
      });
      for (int i = 0; i < 3_000; i++) {
        String key = "k" + random.nextInt(4);
        if (random.nextInt(4) == 0) {
          map.remove(key);
        } else {
          map.put(key, random.nextLong(100));
        }
        if (i % 500 == 0) {
          map.putAll(java.util.Map.of("k1", 1L, "k2", 2L, "k3", random.nextLong(100)));
        }
      }
      map.put("k1", 1_000L);
      map.put("k2", 1_000L);
      map.remove("k1");
      map.remove("k2");
      for (int i = 0; i < shared.size(); i++) {
        List<MapEvent<String, Long>> expected = until(alone.get(i / 2));
        assertEquals(expected, until(shared.get(i)), "subscription " + i + ", seed " + seed);
      }
    }
  }

  @Test
  void elementsOfSetsAreShared() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableSet<String> set = vitrine.set("s", String.class);
      ElementOptions<String> options = ElementOptions.<String>all().withoutBootstrap();
      var one = new Seen<SetEvent<String>>(true);
      var two = new Seen<SetEvent<String>>(true);
      Bookmark before = set.subscribe(options, one).bookmark();
      set.add("a");
      SetEvent<String> first = one.await(1).getFirst();
      set.subscribe(options.withFrom(before), two);
      assertSame(first, two.await(1).getFirst());
    }
  }

  private static Seen<MapEvent<String, Long>> subscribe(
      ObservableMap<String, Long> map, SubscriptionOptions<String, Long> options, boolean shares) {
    var seen = new Seen<MapEvent<String, Long>>(shares);
    map.subscribe(options, seen);
    return seen;
  }

  private static boolean isLast(@Nullable MapEvent<String, Long> event) {
    return event instanceof MapEvent.Removed<String, Long> r && r.oldValue() == 1_000L;
  }

  /** What was told up to the last change that all see: the removal of the value 1,000. */
  private static List<MapEvent<String, Long>> until(Seen<MapEvent<String, Long>> seen) {
    Await.until(
        () -> isLast(seen.last), () -> "the last change, found " + new ArrayList<>(seen.items));
    return new ArrayList<>(seen.items);
  }
}
