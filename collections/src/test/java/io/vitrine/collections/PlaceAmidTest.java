package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Who keeps a bookmark amid a state, or amid what another filter makes different, and resumes
 * behind it has in the end what the collection has.
 */
@Timeout(180)
class PlaceAmidTest {
  private static final SubscriptionOptions<Integer, Integer> ALL = SubscriptionOptions.all();

  /** A copy that is kept as the documents say, with or without being known to the subscription. */
  private static final class CopyOfMap implements Subscriber<MapEvent<Integer, Integer>> {
    final ConcurrentMap<Integer, Integer> copy = new ConcurrentHashMap<>();
    private final boolean isKnown;
    volatile int told;
    volatile int resyncs;
    volatile boolean bootstrapped;
    volatile boolean over;

    CopyOfMap(boolean isKnown) {
      this.isKnown = isKnown;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // told by one thread
    public void onNext(MapEvent<Integer, Integer> event, long revision) {
      Integer value = event.value();
      if (value == null) {
        copy.remove(event.key());
      } else {
        copy.put(event.key(), value);
      }
      told++;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onResync(long revision) {
      if (!isKnown) {
        copy.clear();
      }
      resyncs++;
    }

    @Override
    public void onBootstrapped(long revision) {
      bootstrapped = true;
    }

    @Override
    public void onCancelled(String reason) {
      over = true;
    }

    SubscriptionOptions<Integer, Integer> options() {
      return isKnown ? ALL.withKnown(copy) : ALL;
    }

    /** Ends the subscription; where it was. */
    Bookmark end(Subscription<?> subscription) {
      Bookmark place = subscription.bookmark();
      subscription.cancel();
      Await.until(() -> over, () -> "the end");
      assertEquals(place, subscription.bookmark());
      over = false;
      bootstrapped = false;
      return place;
    }
  }

  private static void awaitEqual(Map<Integer, Integer> map, CopyOfMap told) {
    Await.until(
        () -> told.bootstrapped && told.copy.equals(map),
        () -> "the copy: " + new TreeMap<>(told.copy) + " of " + new TreeMap<>(map));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void amidTheFirstState(boolean known) {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<Integer, Integer> map = vitrine.map("m", Integer.class, Integer.class);
      for (int i = 0; i < 20; i++) {
        map.put(i, i);
      }
      var told = new CopyOfMap(known);
      var first = map.subscribe(told.options().withRequest(7), told);
      Await.until(() -> told.told == 7, () -> "a part of the state");
      Bookmark place = told.end(first);
      assertEquals(Bookmark.NO_EPOCH, place.epoch());
      map.clear();
      map.put(50, 50);
      var second = map.subscribe(told.options().withFrom(place), told);
      awaitEqual(map, told);
      assertEquals(1, told.resyncs);
      assertEquals(vitrine.describe("m").epoch(), second.bookmark().epoch());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void amidTheStateOfAnotherStore(boolean known) {
    try (Vitrine one = Vitrine.inMemory();
        Vitrine other = Vitrine.inMemory()) {
      ObservableMap<Integer, Integer> former = one.map("m", Integer.class, Integer.class);
      ObservableMap<Integer, Integer> map = other.map("m", Integer.class, Integer.class);
      other.beginLog();
      for (int i = 0; i < 10; i++) {
        former.put(i, i);
        map.put(i + 5, 100 * i);
      }
      var told = new CopyOfMap(known);
      var first = former.subscribe(told.options(), told);
      awaitEqual(former, told);
      Bookmark place = told.end(first);
      int before = told.told;
      var second = map.subscribe(told.options().withFrom(place).withRequest(3), told);
      Await.until(() -> told.told == before + 3, () -> "a part of the difference");
      place = told.end(second);
      map.subscribe(told.options().withFrom(place), told);
      awaitEqual(map, told);
      assertEquals(2, told.resyncs);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void amidAChangeOfTheFilter(boolean known) {
    Filter<Object> low = Filters.value().lt(20);
    Filter<Object> high = Filters.value().ge(20);
    for (Filter<Object> resumed : List.of(low, high)) {
      try (Vitrine vitrine = Vitrine.inMemory()) {
        ObservableMap<Integer, Integer> map = vitrine.map("m", Integer.class, Integer.class);
        Map<Integer, Integer> wanted = new TreeMap<>();
        for (int i = 0; i < 100; i++) {
          map.put(i, i);
          if (resumed.test(new MapEntry<>(i, i))) {
            wanted.put(i, i);
          }
        }
        var told = new CopyOfMap(known);
        var first = map.subscribe(told.options().withFilter(low).withRequest(50), told);
        Await.until(() -> told.told == 20 && told.bootstrapped, () -> "the state");
        Await.until(() -> first.bookmark().epoch() != Bookmark.NO_EPOCH, () -> "a place");
        first.setFilter(high);
        Await.until(() -> told.told == 50, () -> "a part of the difference");
        Bookmark place = told.end(first);
        assertEquals(Bookmark.NO_EPOCH, place.epoch());
        map.subscribe(told.options().withFilter(resumed).withFrom(place), told);
        awaitEqual(wanted, told);
      }
    }
  }

  private static final class CopyOfList implements Subscriber<ListEvent<Integer>> {
    final List<Integer> copy = new ArrayList<>();
    private final boolean isKnown;
    volatile int told;
    volatile int resyncs;
    volatile boolean over;
    volatile boolean bootstrapped;

    CopyOfList(boolean isKnown) {
      this.isKnown = isKnown;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onNext(ListEvent<Integer> event, long revision) {
      synchronized (copy) {
        switch (event) {
          case ListEvent.Existing<Integer> there -> copy.add(there.index(), there.value());
          case ListEvent.Inserted<Integer> in -> copy.add(in.index(), in.value());
          case ListEvent.Updated<Integer> set -> copy.set(set.index(), set.value());
          case ListEvent.Removed<Integer> out -> copy.subList(out.index(), out.index() + 1).clear();
        }
      }
      told++;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void onResync(long revision) {
      if (!isKnown) {
        synchronized (copy) {
          copy.clear();
        }
      }
      resyncs++;
    }

    @Override
    public void onBootstrapped(long revision) {
      bootstrapped = true;
    }

    @Override
    public void onCancelled(String reason) {
      over = true;
    }

    List<Integer> now() {
      synchronized (copy) {
        return List.copyOf(copy);
      }
    }

    ElementOptions<Integer> options() {
      return isKnown ? ElementOptions.<Integer>all().withKnown(copy) : ElementOptions.all();
    }
  }

  /** So many events wait that the present state is told, though the log reaches back. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void amidTheStateOfAListThatIsToldInPlaceOfManyEvents(boolean known) {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<Integer> list = vitrine.list("l", Integer.class);
      for (int i = 0; i < 20; i++) {
        list.add(i);
      }
      var told = new CopyOfList(known);
      var latest = told.options().withOverflow(Overflow.LATEST);
      var first = list.subscribe(latest.withRequest(20), told);
      Await.until(() -> told.bootstrapped && told.told == 20, () -> "the state");
      Bookmark place = first.bookmark();
      assertNotEquals(Bookmark.NO_EPOCH, place.epoch());
      for (int i = 0; i < 2 * Follower.SKIPPED_MIN; i++) {
        list.addFirst(-i);
      }
      list.removeLast();
      first.request(1);
      Await.until(() -> told.told == 21, () -> "one more");
      first.request(Follower.SKIPPED_MIN);
      Await.until(() -> told.resyncs == 1 && told.told > 100, () -> "a part of the state");
      place = first.bookmark();
      assertEquals(Bookmark.NO_EPOCH, place.epoch());
      first.cancel();
      Await.until(() -> told.over, () -> "the end");
      list.subscribe(told.options().withFrom(place), told);
      Await.until(
          () -> told.now().equals(list), () -> "the copy of " + list.size() + ": " + told.now());
      assertEquals(2, told.resyncs);
    }
  }

  @Test
  void aPlaceOfNoEpochIsAResync() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableMap<Integer, Integer> map = vitrine.map("m", Integer.class, Integer.class);
      map.put(1, 1);
      var told = new CopyOfMap(false);
      map.subscribe(ALL.withFrom(new Bookmark(Bookmark.NO_EPOCH, 1L << 40)), told);
      awaitEqual(map, told);
      assertTrue(told.resyncs == 1 && told.told == 1);
    }
  }
}
