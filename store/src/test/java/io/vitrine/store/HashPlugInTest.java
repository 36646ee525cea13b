package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.hashing.AbstractHashStrategy;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hash strategies of maps: all of them serve, a file knows its own, and refuses others. */
class HashPlugInTest {
  private static final MapOptions<String, Long> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.longs()).withSegments(4);
  private static final int ENTRIES = 3_000;

  @TempDir Path folder;

  /** A strategy of a user's own, which can be made to hash otherwise all at once. */
  private static final class Sum extends AbstractHashStrategy {
    private static final AtomicLong TWIST = new AtomicLong();

    Sum(String name, long seed) {
      super(name, 2_000, seed);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      long h = seed() + TWIST.get();
      for (int i = 0; i < length; i++) {
        h = h * 257 + bytes[offset + i];
      }
      return h;
    }
  }

  @Test
  void shouldServeWithEveryStrategy() {
    var strategies = new ArrayList<HashStrategy>();
    for (String name : HashStrategies.names()) {
      strategies.add(HashStrategies.of(name, 0));
    }
    strategies.add(HashStrategies.poly(7));
    strategies.add(HashStrategies.xxh3(-5));
    strategies.add(HashStrategies.siphash(77));
    for (int round = 0; round < 2; round++) {
      try (Store store = Stores.open(folder)) {
        for (HashStrategy strategy : strategies) {
          String path = "/maps/" + strategy.name() + strategy.seed();
          StoreMap<String, Long> map = store.map(path, OPTIONS.withHash(strategy));
          for (long i = 0; i < ENTRIES; i++) {
            assertEquals(round == 0 ? null : i, map.get("key" + i), path);
            map.put("key" + i, i);
          }
          assertEquals(ENTRIES, map.size());
          MapInfo info = store.describe(path);
          assertEquals(strategy.name(), info.hashName());
          assertEquals(strategy.seed(), info.hashSeed());
        }
      }
    }
  }

  @Test
  void shouldGoOnWithTheSeedThatWasDrawn() {
    long seed;
    try (Store store = Stores.open(folder)) {
      store.map("/maps/a", OPTIONS.withHash(HashStrategies.siphash())).put("key", 1L);
      seed = store.describe("/maps/a").hashSeed();
      assertNotEquals(0, seed);
    }
    try (Store store = Stores.open(folder)) {
      assertEquals(1L, store.map("/maps/a", OPTIONS.withHash(HashStrategies.siphash())).get("key"));
      assertEquals(
          1L, store.map("/maps/a", OPTIONS.withHash(HashStrategies.siphash(seed))).get("key"));
      var e =
          assertThrows(
              StoreException.class,
              () -> store.map("/maps/a", OPTIONS.withHash(HashStrategies.siphash(seed + 1))));
      assertEquals(
          "map /maps/a has another seed for its hash: has siphash, asked for siphash; open it as it"
              + " was created",
          e.getMessage());
      assertFalse(e.getMessage().contains(Long.toString(seed)));
    }
  }

  @Test
  void shouldTakeAStrategyOfTheUser() {
    HashStrategies.register("sum", seed -> new Sum("sum", seed));
    var options = OPTIONS.withHash(HashStrategies.of("sum", 3));
    try (Store store = Stores.open(folder)) {
      store.map("/maps/a", options).put("key", 1L);
    }
    try (Store store = Stores.open(folder)) {
      assertEquals(1L, store.map("/maps/a", options).get("key"));
      assertEquals("sum", store.describe("/maps/a").hashName());
    }
    Sum.TWIST.set(1);
    try (Store store = Stores.open(folder)) {
      var e = assertThrows(StoreException.class, () -> store.map("/maps/a", options));
      assertEquals(
          true, e.getMessage().contains("another hash strategy of the name sum"), e::toString);
      assertEquals(true, e.getMessage().contains("register the strategy"), e::toString);
    } finally {
      Sum.TWIST.set(0);
    }
    try (Store store = Stores.open(folder)) {
      assertEquals(1L, store.map("/maps/a", options).get("key"), "the refusal has changed nothing");
    }
  }

  @Test
  void shouldRefuseAStrategyThatItsNameDoesNotLeadTo() {
    var unknown =
        assertThrows(
            IllegalArgumentException.class, () -> OPTIONS.withHash(new Sum("unregistered", 0)));
    assertEquals(true, unknown.getMessage().contains("name=unregistered"), unknown::toString);
    assertEquals(true, unknown.getMessage().contains("register it"), unknown::toString);
    var impostor =
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withHash(new Sum("rapid", 0)));
    assertEquals(
        "hash strategy rapid hashes otherwise than the one that is known by this name; give it a"
            + " name of its own and register it",
        impostor.getMessage());
  }

  @Test
  void shouldSayWhatToDoWhereAStrategyIsNotRegistered() throws Exception {
    try (ChildJvm child = ChildJvm.start(Creator.class, List.of(), folder.toString())) {
      assertEquals("created", child.line());
    }
    try (Store store = Stores.open(folder)) {
      var e = assertThrows(StoreException.class, () -> store.map("/maps/a", OPTIONS));
      assertEquals(true, e.getMessage().contains("name=elsewhere"), e::toString);
      assertEquals(true, e.getMessage().contains("register it"), e::toString);
    }
  }

  /** Another program, which has a strategy that we have not. */
  static final class Creator {
    private Creator() {}

    static void main(String[] args) {
      ChildJvm.endWithParent();
      HashStrategies.register("elsewhere", seed -> new Sum("elsewhere", seed));
      try (Store store = Stores.open(Path.of(args[0]))) {
        store.map("/maps/a", OPTIONS.withHash(HashStrategies.of("elsewhere", 0))).put("key", 1L);
      }
      System.out.println("created");
    }
  }
}
