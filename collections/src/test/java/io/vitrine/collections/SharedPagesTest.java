package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who takes many changes at once is told each of them, once and in order, as anybody else. */
@Timeout(180)
class SharedPagesTest {
  private static final int CHANGES = 6_000;
  private static final long LAST = 1_000;

  /** How a subscriber wants to be told; each is told the same in the end. */
  private enum Manner {
    ALONE,
    ONE_BY_ONE,
    AT_ONCE,
    SOMETIMES_AT_ONCE,
    /** Asks for some at a time. */
    BY_REQUEST,
    /** Cancels now and then, and resumes from what it was told last. */
    COMES_AGAIN,
    /** Sets another filter now and then, which every entry passes. */
    CHANGES_FILTER,
    /** Is told of what is published, too. */
    WITH_OWN_EVENTS
  }

  private static final class Seen implements Subscriber<MapEvent<String, Long>> {
    private final ObservableMap<String, Long> map;
    private final Manner manner;
    private final SplittableRandom random;
    private final List<MapEvent<String, Long>> events = new ArrayList<>();
    private final Set<List<?>> lists = Collections.newSetFromMap(new IdentityHashMap<>());
    private final AtomicInteger inCall = new AtomicInteger();
    private final AtomicInteger published = new AtomicInteger();
    private volatile int bursts;
    private volatile @Nullable Subscription<?> handle;
    private volatile @Nullable MapEvent<String, Long> last;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable String ended;
    private int resyncs;
    private boolean leaving;

    Seen(ObservableMap<String, Long> map, Manner manner, SplittableRandom random) {
      this.map = map;
      this.manner = manner;
      this.random = random;
    }

    Seen subscribe(@Nullable Bookmark from) {
      SubscriptionOptions<String, Long> options =
          SubscriptionOptions.<String, Long>all().withoutBootstrap();
      if (from != null) {
        options = options.withFrom(from);
      }
      if (manner == Manner.BY_REQUEST) {
        options = options.withRequest(1);
      }
      if (manner == Manner.WITH_OWN_EVENTS) {
        Set<EventKind> kinds = EnumSet.of(EventKind.PUBLISHED);
        kinds.addAll(EventKind.CHANGES);
        options = options.withEvents(kinds);
      }
      handle = map.subscribe(options, this);
      return this;
    }

    @Override
    public boolean sharesItems() {
      return manner != Manner.ALONE;
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
    public void onNext(MapEvent<String, Long> item, long revision) {
      take(List.of(item));
    }

    @Override
    public boolean onShared(List<? extends MapEvent<String, Long>> items) {
      boolean takes =
          switch (manner) {
            case AT_ONCE, BY_REQUEST, COMES_AGAIN, CHANGES_FILTER, WITH_OWN_EVENTS -> true;
            case SOMETIMES_AT_ONCE -> random.nextBoolean();
            case ALONE, ONE_BY_ONE -> false;
          };
      if (takes) {
        assertEquals(1, bursts);
        lists.add(items);
        take(items);
      }
      return takes;
    }

    private void take(List<? extends MapEvent<String, Long>> items) {
      try {
        assertEquals(1, inCall.incrementAndGet(), "calls at a time");
        if (leaving) {
          return; // what came behind the cancel is told again
        }
        events.addAll(items);
        last = items.getLast();
        proceed();
      } catch (Throwable e) {
        failure = e;
        throw e;
      } finally {
        inCall.decrementAndGet();
      }
    }

    private void proceed() {
      Subscription<?> open = handle;
      if (open == null) {
        return;
      }
      if (manner == Manner.BY_REQUEST && random.nextInt(3) == 0) {
        open.request(1 + random.nextInt(40));
      } else if (manner == Manner.COMES_AGAIN && random.nextInt(50) == 0) {
        leaving = true;
        open.cancel();
      } else if (manner == Manner.CHANGES_FILTER && random.nextInt(200) == 0) {
        setFilter(open);
      }
    }

    @SuppressWarnings("unchecked")
    private void setFilter(Subscription<?> open) {
      ((Subscription<MapEntry<String, Long>>) open).setFilter(entry -> entry.value() >= 0);
    }

    @Override
    public void onEvent(CollectionEvent event) {
      published.incrementAndGet();
    }

    @Override
    public void onResync(long revision) {
      resyncs++;
    }

    @Override
    public void onCancelled(String reason) {
      ended = reason;
      if (leaving) {
        leaving = false;
        MapEvent<String, Long> told = last;
        Bookmark place = new Bookmark(0, told == null ? 0 : told.revision());
        handle = null;
        subscribe(place);
      }
    }

    @Override
    public void onError(Throwable e) {
      failure = e;
    }

    List<MapEvent<String, Long>> untilLast(long seed) {
      Await.until(
          () -> {
            if (manner == Manner.BY_REQUEST && handle != null) {
              handle.request(1);
            }
            return failure != null
                || (last instanceof MapEvent.Removed<String, Long> r && r.oldValue() == LAST);
          },
          () -> manner + ": the last change, found " + last + ", seed " + seed);
      if (failure != null) {
        throw new AssertionError(manner + ", seed " + seed, failure);
      }
      return events;
    }
  }

  @Test
  void allAreToldTheSame() {
    long seed = new SplittableRandom().nextLong();
    var random = new SplittableRandom(seed);
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var other = vitrine.map("other", Long.class, Long.class);
      map.put("k0", 1L);
      Seen alone = new Seen(map, Manner.ALONE, random.split()).subscribe(null);
      var shared = new ArrayList<Seen>();
      for (Manner manner : Manner.values()) {
        for (int i = 0; i < 3; i++) {
          shared.add(new Seen(map, manner, random.split()).subscribe(null));
        }
      }
      for (int i = 0; i < CHANGES; i++) {
        change(map, other, random);
        if (i % 1_000 == 500) {
          map.publish(Map.of("n", (long) i));
        }
        if (random.nextInt(100) == 0) {
          LockSupport.parkNanos(20_000); // Whoever reads on has come to the end, sometimes.
        }
      }
      map.put("k1", LAST);
      map.remove("k1");
      List<MapEvent<String, Long>> expected = alone.untilLast(seed);
      for (Seen seen : shared) {
        assertEquals(expected, seen.untilLast(seed), seen.manner + ", seed " + seed);
        assertEquals(
            seen.manner == Manner.WITH_OWN_EVENTS ? CHANGES / 1_000 : 0,
            seen.published.get(),
            seen.manner + ", seed " + seed);
      }
    }
  }

  private static void change(
      ObservableMap<String, Long> map, ObservableMap<Long, Long> other, SplittableRandom random) {
    String key = "k" + random.nextInt(4);
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> map.remove(key);
      case 3 -> map.putAll(Map.of("k1", 1L, "k2", 2L, "k3", random.nextLong(100)));
      case 4 -> other.put(1L, random.nextLong(100));
      case 5 -> map.putIfAbsent(key, 5L);
      default -> map.put(key, random.nextLong(100));
    }
  }

  /** What one has read the others are given, whoever tells them. */
  @Test
  void listsAreThoseOfOthers() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var random = new SplittableRandom(1);
      Seen one = new Seen(map, Manner.AT_ONCE, random.split()).subscribe(null);
      Seen two = new Seen(map, Manner.AT_ONCE, random.split()).subscribe(null);
      // At the same moment both may have read the same; but not time and again.
      for (long i = 0; i < 1_000; i++) {
        long value = i;
        map.put("a", value);
        for (Seen seen : List.of(one, two)) {
          Await.until(
              () -> seen.last != null && Long.valueOf(value).equals(seen.last.value()),
              () -> value + ", found " + seen.last);
        }
      }
      assertEquals(one.events, two.events);
      assertTrue(
          one.lists.stream().anyMatch(two.lists::contains),
          () -> "none of " + one.lists.size() + " lists is that of the other");
    }
  }

  /** A map that is dropped and made anew: nobody is told of one what belongs to the other. */
  @Test
  void aDropEndsWhatIsShared() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var random = new SplittableRandom(1);
      var former = new ArrayList<Seen>();
      for (int i = 0; i < 3; i++) {
        former.add(new Seen(map, Manner.AT_ONCE, random.split()).subscribe(null));
      }
      Bookmark before = Objects.requireNonNull(former.getFirst().handle).bookmark();
      map.put("a", 1L);
      vitrine.drop("m");
      var next = vitrine.map("m", String.class, Long.class);
      var latter = new ArrayList<Seen>();
      for (int i = 0; i < 3; i++) {
        latter.add(new Seen(next, Manner.AT_ONCE, random.split()).subscribe(before));
      }
      next.put("b", 2L);
      for (Seen seen : former) {
        Await.until(() -> "Dropped".equals(seen.ended), () -> "the end, found " + seen.ended);
        assertEquals(List.of("a"), seen.events.stream().map(MapEvent::key).toList());
      }
      for (Seen seen : latter) {
        Await.until(() -> seen.last != null, () -> "b");
        assertEquals(1, seen.resyncs);
        assertEquals(List.of("b"), seen.events.stream().map(MapEvent::key).toList());
      }
    }
  }
}
