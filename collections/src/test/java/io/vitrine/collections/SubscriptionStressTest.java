package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subscribers that begin, pause and change their minds while writers run. */
class SubscriptionStressTest {
  private static final int KEYS = 500;
  private static final int WRITERS = 3;
  private static final int CHANGES = 20_000;
  private static final SubscriptionOptions<Integer, Long> ALL = SubscriptionOptions.all();

  private final long seed = System.nanoTime();
  private final String seedText = "seed " + seed;
  private final Random random = new Random(seed);

  @FunctionalInterface
  private interface Watchers {
    void run(ObservableMap<Integer, Long> map, List<CompletableFuture<Void>> writers);
  }

  /** Runs watchers beside writers; the watchers wait for the writers when they like. */
  private void run(Store store, Watchers watchers) {
    try (var vitrine = new LocalVitrine(store, new TypeRegistry())) {
      var map = vitrine.map("m", MapSpec.of(Integer.class, Long.class).withSegments(16));
      for (int key = 0; key < KEYS; key += 2) {
        map.set(key, (long) key);
      }
      var stop = new AtomicBoolean();
      var writers = new ArrayList<CompletableFuture<Void>>();
      for (int w = 0; w < WRITERS; w++) {
        var choices = new Random(random.nextLong());
        writers.add(CompletableFuture.runAsync(() -> write(map, choices, stop)));
      }
      try {
        watchers.run(map, writers);
      } finally {
        stop.set(true);
        writers.forEach(CompletableFuture::join);
      }
    }
  }

  private static void write(ObservableMap<Integer, Long> map, Random choices, AtomicBoolean stop) {
    for (int i = 0; i < CHANGES && !stop.get(); i++) {
      int key = choices.nextInt(KEYS);
      switch (choices.nextInt(4)) {
        case 0 -> map.remove(key);
        case 1 -> map.merge(key, 1L, Long::sum);
        default -> map.set(key, choices.nextLong(1000));
      }
    }
  }

  @Test
  void state_isExactAtItsRevision_inMemory() {
    run(Stores.inMemory(), this::stateIsExact);
  }

  @Test
  void state_isExactAtItsRevision_inFiles(@TempDir Path folder) {
    run(Stores.open(folder), this::stateIsExact);
  }

  private void stateIsExact(
      ObservableMap<Integer, Long> map, List<CompletableFuture<Void>> writers) {
    var history = new Recorder<MapEvent<Integer, Long>>();
    var whole = map.subscribe(ALL.withFrom(new Bookmark(0, 0)), history);
    // It may be told what is there first, as of a revision that none of the others must precede.
    history.await(() -> !history.items().isEmpty(), seedText);
    var mirrors = new ArrayList<Mirror>();
    for (int i = 0; i < 20; i++) {
      var mirror = new Mirror();
      mirrors.add(mirror);
      map.subscribe(ALL.withOverflow(i % 2 == 0 ? Overflow.EVERY : Overflow.LATEST), mirror);
      mirror.awaitBootstrapped(seedText);
    }
    writers.forEach(CompletableFuture::join);
    var end = Map.copyOf(map);
    mirrors.forEach(mirror -> mirror.awaitCopy(end, seedText));
    long last = mirrors.getLast().bootstrapped();
    history.await(() -> whole.bookmark().revision() >= last, seedText);
    mirrors.sort(Comparator.comparingLong(Mirror::bootstrapped));
    checkStates(history.items(), mirrors);
  }

  /** Compares what subscribers were told as present with the history up to that revision. */
  private void checkStates(List<MapEvent<Integer, Long>> history, List<Mirror> mirrors) {
    var replayed = new HashMap<Integer, Long>();
    int next = 0;
    for (Mirror mirror : mirrors) {
      while (next < history.size() && history.get(next).revision() <= mirror.bootstrapped()) {
        MapEvent<Integer, Long> event = history.get(next++);
        Long value = event.value();
        if (value == null) {
          replayed.remove(event.key());
        } else {
          replayed.put(event.key(), value);
        }
      }
      assertEquals(replayed, mirror.state(), seedText);
    }
  }

  @Test
  void filters_changeWhileWritersRun() {
    run(Stores.inMemory(), this::filtersChange);
  }

  private void filtersChange(
      ObservableMap<Integer, Long> map, List<CompletableFuture<Void>> writers) {
    long bound = 500;
    var every = new Mirror();
    var latest = new Mirror();
    var first = map.subscribe(ALL.withFilter(Filters.value().lt(bound)), every);
    var second =
        map.subscribe(
            ALL.withFilter(Filters.value().lt(bound)).withOverflow(Overflow.LATEST), latest);
    while (!writers.stream().allMatch(CompletableFuture::isDone)) {
      bound = random.nextLong(1000);
      first.setFilter(Filters.value().lt(bound));
      second.setFilter(Filters.value().lt(bound));
      Thread.onSpinWait();
    }
    writers.forEach(CompletableFuture::join);
    long lastBound = bound;
    var expected =
        map.entrySet().stream()
            .filter(entry -> entry.getValue() < lastBound)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    every.awaitCopy(expected, seedText);
    latest.awaitCopy(expected, seedText);
  }

  @Test
  void oneKey_fromItsStateOn() {
    run(Stores.inMemory(), this::oneKey);
  }

  private void oneKey(ObservableMap<Integer, Long> map, List<CompletableFuture<Void>> writers) {
    var mirrors = new HashMap<Integer, Mirror>();
    for (int key = 0; key < KEYS; key++) {
      var mirror = new Mirror();
      mirrors.put(key, mirror);
      map.subscribe(ALL.withKey(key), mirror);
      if (key % 10 == 0) {
        mirror.awaitBootstrapped(seedText);
      }
    }
    writers.forEach(CompletableFuture::join);
    mirrors.forEach((key, mirror) -> mirror.awaitCopy(map.getAll(List.of(key)), seedText));
  }

  @Test
  void resume_continuesWhereItWas() {
    run(Stores.inMemory(), this::resume);
  }

  private void resume(ObservableMap<Integer, Long> map, List<CompletableFuture<Void>> writers) {
    var mirror = new Mirror();
    var subscription = map.subscribe(ALL, mirror);
    mirror.awaitBootstrapped(seedText);
    while (!writers.stream().allMatch(CompletableFuture::isDone)) {
      subscription.cancel();
      mirror.awaitEnd(seedText);
      subscription = map.subscribe(ALL.withFrom(subscription.bookmark()), mirror);
    }
    mirror.awaitCopy(Map.copyOf(map), seedText);
    assertEquals(0, mirror.resyncs(), seedText);
  }

  @Test
  void changesNoLongerRetained_areAResync(@TempDir Path folder) {
    try (var vitrine =
        new LocalVitrine(Stores.open(folder, new StoreOptions(1 << 20)), new TypeRegistry())) {
      var map = vitrine.map("m", MapSpec.of(Integer.class, Long.class).withSegments(16));
      map.set(1, 1L);
      var mirror = new Mirror();
      var subscription = map.subscribe(ALL.withRequest(1), mirror);
      mirror.awaitBootstrapped(seedText);
      var tooSlow = new Recorder<MapEvent<Integer, Long>>();
      map.subscribe(
          ALL.withoutBootstrap().withOverflow(Overflow.DISCONNECT).withRequest(0), tooSlow);
      for (int i = 0; i < 200_000; i++) {
        map.set(random.nextInt(KEYS), (long) i);
      }
      subscription.request(Long.MAX_VALUE);
      mirror.awaitCopy(Map.copyOf(map), seedText);
      assertTrue(mirror.resyncs() > 0, seedText);
      tooSlow.awaitCall(call -> call.startsWith("cancelled: Too slow: "));
    }
  }
}
