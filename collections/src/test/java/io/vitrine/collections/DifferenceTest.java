package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.StoreOptions;
import io.vitrine.store.TypedValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has a copy and resumes too late is told the difference, removals included. */
@SuppressWarnings("ArrayRecordComponent") // these are what is tested
class DifferenceTest {
  private static final int LOG_BYTES = 1 << 20;

  @TempDir Path folder;

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

  private static Bookmark here(Vitrine vitrine, String path) {
    Description now = vitrine.describe(path);
    return new Bookmark(now.epoch(), now.revision());
  }

  @Test
  void ofAMap() {
    try (Vitrine vitrine = open()) {
      ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
      map.putAll(Map.of("same", 1L, "changed", 1L, "gone", 1L, "left", 1L));
      var copy = new HashMap<String, Long>(map);
      Bookmark place = here(vitrine, "/maps/m");
      map.put("changed", 2L);
      map.remove("gone");
      map.put("new", 3L);
      map.put("left", -1L);
      flood(vitrine);
      var recorder = new Recorder<MapEvent<String, Long>>();
      SubscriptionOptions<String, Long> options = SubscriptionOptions.all();
      map.subscribe(
          options.withFilter(e -> e.value() > 0).withFrom(place).withKnown(copy), recorder);
      recorder.awaitCall("bootstrapped"::equals);
      List<String> calls = recorder.calls();
      assertEquals("resync", calls.getFirst());
      assertEquals("bootstrapped", calls.getLast());
      assertEquals(
          Set.of("Updated changed 1>2", "Removed gone 1", "Inserted new 3", "Removed left 1"),
          Set.copyOf(calls.subList(1, calls.size() - 1)));
      assertEquals(6, calls.size());
      map.put("new", 4L);
      recorder.awaitCall("Updated new 3>4"::equals);
    }
  }

  @Test
  void ofASubscriptionThatFellBehind() {
    try (Vitrine vitrine = open()) {
      ObservableSet<String> set = vitrine.set("s", String.class);
      set.addAll(Set.of("a", "b", "c"));
      var copy = new HashSet<String>();
      var told = new Recorder<SetEvent<String>>();
      Subscriber<SetEvent<String>> keeper =
          new Subscriber<>() {
            @Override
            public void onNext(SetEvent<String> event, long revision) {
              if (event instanceof SetEvent.Removed) {
                copy.remove(event.element());
              } else {
                copy.add(event.element());
              }
              told.onNext(event, revision);
            }

            @Override
            public void onResync(long revision) {
              told.onResync(revision);
            }

            @Override
            public void onBootstrapped(long revision) {
              told.onBootstrapped(revision);
            }
          };
      Subscription<String> subscription =
          set.subscribe(ElementOptions.<String>all().withKnown(copy).withRequest(4), keeper);
      told.awaitCall("bootstrapped"::equals);
      set.add("d"); // uses up what was asked for
      told.awaitCall("Inserted d"::equals);
      set.remove("a");
      set.add("e");
      flood(vitrine);
      set.remove("b");
      subscription.request(100);
      told.awaitCall("resync"::equals);
      told.await(
          () -> told.calls().stream().filter("bootstrapped"::equals).count() == 2, "the state");
      List<String> calls = told.calls();
      assertEquals(1, calls.stream().filter("Inserted e"::equals).count());
      assertEquals(1, calls.stream().filter("Removed a"::equals).count());
      assertTrue(calls.stream().noneMatch(c -> c.startsWith("Existing") && c.endsWith("d")));
      told.await(() -> copy.equals(Set.of("c", "d", "e")), "the set");
    }
  }

  @Test
  void ofLists() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    try (Vitrine vitrine = Vitrine.inMemory()) {
      for (int round = 0; round < 200; round++) {
        ObservableList<Integer> list = vitrine.list("l" + round, Integer.class);
        List<Integer> copy = new ArrayList<>();
        for (int i = random.nextInt(8); i > 0; i--) {
          copy.add(random.nextInt(3));
        }
        List<Integer> now = new ArrayList<>(copy);
        for (int i = random.nextInt(5); i > 0; i--) {
          int at = random.nextInt(now.size() + 1);
          if (at < now.size() && random.nextBoolean()) {
            now.subList(at, at + 1).clear();
          } else {
            now.add(at, random.nextInt(3));
          }
        }
        list.addAll(now);
        var recorder = new Recorder<ListEvent<Integer>>();
        list.subscribe(
            ElementOptions.<Integer>all().withFrom(new Bookmark(-1, 5)).withKnown(copy), recorder);
        recorder.awaitCall("bootstrapped"::equals);
        var applied = new ArrayList<>(copy);
        for (ListEvent<Integer> event : recorder.items()) {
          switch (event) {
            case ListEvent.Existing<Integer> e -> throw new AssertionError(e + ", seed " + seed);
            case ListEvent.Inserted<Integer> i -> applied.add(i.index(), i.value());
            case ListEvent.Updated<Integer> u -> applied.set(u.index(), u.value());
            case ListEvent.Removed<Integer> r -> applied.subList(r.index(), r.index() + 1).clear();
          }
        }
        assertEquals(now, applied, "seed " + seed + ", round " + round);
      }
      ObservableList<Integer> list = vitrine.list("l0", Integer.class);
      assertThrows(
          IllegalArgumentException.class,
          () ->
              list.subscribe(
                  ElementOptions.<Integer>all().withFilter(_ -> true).withKnown(List.of()),
                  new Recorder<>()));
    }
  }

  /** Bytes are the same where their content is, wherever they stand. */
  @Test
  void ofValuesThatHoldBytes() {
    for (int form = 0; form < 4; form++) {
      var copy = new HashMap<Object, Object>(Map.of("k", holder(form, 1), holder(form, 2), "v"));
      var ofMap = new Difference<Object, Object>(copy, 7);
      assertNull(ofMap.present("k", holder(form, 1)));
      assertNull(ofMap.present(holder(form, 2), "v"));
      assertEquals(List.of(), ofMap.gone());
      assertNotNull(new Difference<Object, Object>(copy, 7).present("k", holder(form, 3)));
      var ofSet = Difference.ofSet(Set.of(holder(form, 1)), 7);
      assertNull(ofSet.present(holder(form, 1), true));
      assertEquals(List.of(), ofSet.gone());
      var ofList = new ListDifference<>(List.of(holder(form, 1), holder(form, 2)), 7);
      assertNull(ofList.present(0L, holder(form, 1)));
      assertNull(ofList.present(1L, holder(form, 3)));
      assertEquals(List.of(1L), ofList.gone().stream().map(MapEvent::key).toList());
    }
  }

  private static Object holder(int form, int content) {
    byte[] bytes = {(byte) content};
    return switch (form) {
      case 0 -> bytes;
      case 1 -> List.of(bytes);
      case 2 -> Map.of("b", List.of(bytes));
      default -> new TypedValue("Picture", Map.of("b", bytes));
    };
  }

  @Test
  void aCopyAndAMapping_doNotGoTogether() {
    SubscriptionOptions<String, Long> options = SubscriptionOptions.all();
    assertThrows(
        IllegalArgumentException.class,
        () -> options.withKnown(Map.of()).withSelect(MapEntry::key));
  }

  record Blob(String name, byte[] bytes) {}

  /** Copies hold arrays of their own. */
  @Test
  void ofWhatHoldsBytes() {
    var copy = Map.of(blob(1), List.of(blob(2)), blob(3), List.of(blob(4)));
    var difference = new Difference<>(copy, 7);
    assertNull(difference.present(blob(1), List.of(blob(2))));
    assertEquals(1, difference.gone().size());
    assertInstanceOf(MapEvent.Updated.class, difference.present(blob(3), List.of(blob(5))));
    assertEquals(List.of(), difference.gone());
    var ofList = new ListDifference<>(List.of(blob(1)), 7);
    assertNull(ofList.present(0L, blob(1)));
    assertEquals(List.of(), ofList.gone());
  }

  private static Blob blob(int content) {
    return new Blob("b", new byte[] {(byte) content});
  }
}
