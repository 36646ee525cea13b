package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.AbstractHashStrategy;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Hash strategies of maps: all of them serve, a file knows its own, and refuses others. */
class HashPlugInTest {
  private static final MapOptions<String, Long> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.longs()).withSegments(4);
  private static final MapOptions<Long, Long> NUMBERS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact();
  private static final int ENTRIES = 3_000;

  @TempDir Path folder;

  /** A strategy of a user's own, which can be made to hash otherwise all at once. */
  private static final class Sum extends AbstractHashStrategy {
    private static final AtomicLong TWIST = new AtomicLong();

    Sum(String name, long seed) {
      super(name, 3_000 + Math.floorMod(name.hashCode(), 1_000), seed);
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

  /** Somebody's code, which may throw anything, also where it is only tried. */
  @Test
  void shouldRefuseAMapWhoseStrategyThrows() {
    String name = "throwing" + System.nanoTime();
    var fails = new java.util.concurrent.atomic.AtomicBoolean();
    HashStrategies.register(
        name,
        seed ->
            new AbstractHashStrategy(name, 4_321, seed) {
              @Override
              public long hash(byte[] bytes, int offset, int length) {
                if (fails.get()) {
                  throw new IllegalStateException("boom");
                }
                return java.util.Arrays.hashCode(
                    java.util.Arrays.copyOfRange(bytes, offset, offset + length));
              }
            });
    try (Store store = Stores.open(folder)) {
      store.map("/maps/m", OPTIONS.withHash(HashStrategies.of(name, 7))).put("a", 1L);
    }
    fails.set(true);
    try (Store store = Stores.open(folder)) {
      var e = assertThrows(StoreException.class, () -> store.map("/maps/m", OPTIONS).get("a"));
      assertTrue(
          e.getMessage().contains("m.vtr: hash strategy " + name + " failed: ")
              && e.getMessage().contains("boom; register one that works"),
          e.getMessage());
    }
    fails.set(false);
    try (Store store = Stores.open(folder)) {
      var options = OPTIONS.withHash(HashStrategies.of(name, 7));
      assertEquals(1L, store.map("/maps/m", options).get("a"));
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
      try (Store store = Logged.open(folder)) {
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
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS.withHash(HashStrategies.siphash())).put("key", 1L);
      seed = store.describe("/maps/a").hashSeed();
      assertNotEquals(0, seed);
    }
    try (Store store = Logged.open(folder)) {
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
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", options).put("key", 1L);
    }
    try (Store store = Logged.open(folder)) {
      assertEquals(1L, store.map("/maps/a", options).get("key"));
      assertEquals("sum", store.describe("/maps/a").hashName());
    }
    Sum.TWIST.set(1);
    try (Store store = Logged.open(folder)) {
      var e = assertThrows(StoreException.class, () -> store.map("/maps/a", options));
      assertEquals(
          true, e.getMessage().contains("another hash strategy of the name sum"), e::toString);
      assertEquals(true, e.getMessage().contains("register the strategy"), e::toString);
    } finally {
      Sum.TWIST.set(0);
    }
    try (Store store = Logged.open(folder)) {
      assertEquals(1L, store.map("/maps/a", options).get("key"), "the refusal has changed nothing");
    }
  }

  /** A strategy of a user's own, of which another version has another number. */
  private static final class Numbered extends AbstractHashStrategy {
    private static final AtomicInteger ID = new AtomicInteger(2_100);

    Numbered(String name, long seed) {
      super(name, ID.get(), seed);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      return HashStrategies.xxh3(seed()).hash(bytes, offset, length);
    }
  }

  /** Hashes as {@link Numbered} but for one length of keys. */
  private static final class Imitation extends AbstractHashStrategy {
    Imitation(String name) {
      super(name, 2_100, 0);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      return HashStrategies.xxh3().hash(bytes, offset, length == 6 ? 4 : length);
    }
  }

  @Test
  void shouldRefuseAStrategyOfAnotherNumber() {
    HashStrategies.register("numbered", seed -> new Numbered("numbered", seed));
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", OPTIONS.withHash(HashStrategies.of("numbered", 0))).put("key", 1L);
    }
    Numbered.ID.set(2_101);
    try (Store store = Logged.open(folder)) {
      var options = OPTIONS.withHash(HashStrategies.of("numbered", 0));
      var e = assertThrows(StoreException.class, () -> store.map("/maps/a", options));
      assertTrue(e.getMessage().contains("its number was 2100, here it is 2101"), e::toString);
    } finally {
      Numbered.ID.set(2_100);
    }
  }

  /** Its self-test is of fewer lengths. */
  @Test
  void shouldOpenAFileThatWasMadeBefore() throws IOException {
    var options = OPTIONS.withHash(HashStrategies.rapid());
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", options).put("key", 1L);
    }
    var files = new DiskFiles(folder);
    for (long selfTest : List.of(0xf840c8222e563e84L, 0xf840c8222e563e85L)) {
      try (MappedFile file = files.open("maps/a.vtr")) {
        Memory.set(file.memory(), MapLayout.HASH_TEST, selfTest);
        Memory.set(file.memory(), MapLayout.CHECK, MapHeader.check(file.memory()));
      }
      try (Store store = Logged.open(folder)) {
        if (selfTest == 0xf840c8222e563e84L) {
          assertEquals(1L, store.map("/maps/a", options).get("key"));
        } else {
          assertThrows(StoreException.class, () -> store.map("/maps/a", options));
        }
      }
    }
  }

  /** A strategy of a user's own, of which another version hashes one form otherwise. */
  private static final class Formed extends AbstractHashStrategy {
    private static final AtomicReference<Predicate<MemorySegment>> WRONG =
        new AtomicReference<>(_ -> false);
    private static final AtomicBoolean FORGETS_OFFSET = new AtomicBoolean();

    Formed(String name, long seed) {
      super(name, 2_001, seed);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      long h = seed();
      for (int i = 0; i < length; i++) {
        h = h * 257 + bytes[(FORGETS_OFFSET.get() ? 0 : offset) + i];
      }
      return h;
    }

    @Override
    public long hash(MemorySegment segment, long offset, long length) {
      return super.hash(segment, offset, length) + (WRONG.get().test(segment) ? 1 : 0);
    }
  }

  @Test
  void shouldRefuseAStrategyThatHashesAnotherFormOtherwise() {
    HashStrategies.register("formed", seed -> new Formed("formed", seed));
    HashStrategy hash = HashStrategies.of("formed", 3);
    var options = OPTIONS.withHash(hash);
    try (Store store = Logged.open(folder)) {
      store.map("/maps/a", options).put("key", 1L);
    }
    Map<String, Predicate<MemorySegment>> wrong =
        Map.of(
            "a segment over a long[]",
            segment -> segment.heapBase().filter(long[].class::isInstance).isPresent(),
            "a native segment",
            MemorySegment::isNative,
            "a read-only native segment",
            segment -> segment.isNative() && segment.isReadOnly());
    try {
      wrong.forEach((form, which) -> {
        Formed.WRONG.set(which);
        assertRefusedFor(form, options);
      });
      Formed.WRONG.set(_ -> false);
      Formed.FORGETS_OFFSET.set(true);
      assertRefusedFor("an array from an offset on", options);
    } finally {
      Formed.WRONG.set(_ -> false);
      Formed.FORGETS_OFFSET.set(false);
    }
    try (Store store = Logged.open(folder)) {
      assertEquals(1L, store.map("/maps/a", options).get("key"), "the refusal has changed nothing");
    }
  }

  private void assertRefusedFor(String form, MapOptions<String, Long> options) {
    String expected = "hash strategy formed hashes " + form + " otherwise than the same bytes";
    try (Store store = Logged.open(folder)) {
      var e = assertThrows(StoreException.class, () -> store.map("/maps/a", options));
      assertTrue(e.getMessage().contains(expected), e::toString);
      assertTrue(e.getMessage().contains("a.vtr"), e::toString);
    }
    var refused =
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withHash(options.hash()));
    assertTrue(refused.getMessage().contains(expected), refused::toString);
  }

  @Test
  void shouldRefuseKeysWithUnpairedSurrogates() {
    try (Store store = Logged.open(folder)) {
      StoreMap<String, Long> map =
          store.map("/maps/a", OPTIONS.withHash(HashStrategies.string31()));
      for (String key : List.of("\uD83D", "key\uDE00", "\uDE00\uD83D".repeat(40))) {
        var e = assertThrows(IllegalArgumentException.class, () -> map.put(key, 1L));
        assertTrue(e.getMessage().contains("unpaired surrogate"), e::toString);
      }
      map.put("\uD83D\uDE00", 1L);
      assertEquals(1, map.size());
    }
  }

  @Test
  void shouldRefuseAStrategyThatItsNameDoesNotLeadTo() {
    var unknown =
        assertThrows(
            IllegalArgumentException.class, () -> OPTIONS.withHash(new Sum("unregistered", 0)));
    assertEquals(true, unknown.getMessage().contains("name=unregistered"), unknown::toString);
    assertEquals(true, unknown.getMessage().contains("register it"), unknown::toString);
    var misnumbered =
        assertThrows(IllegalArgumentException.class, () -> OPTIONS.withHash(new Sum("rapid", 0)));
    assertTrue(misnumbered.getMessage().contains("has id "), misnumbered::toString);
    HashStrategies.register("imitated", seed -> new Numbered("imitated", seed));
    var impostor =
        assertThrows(
            IllegalArgumentException.class, () -> OPTIONS.withHash(new Imitation("imitated")));
    assertEquals(
        "hash strategy imitated hashes otherwise than the one that is known by this name; give it a"
            + " name of its own and register it",
        impostor.getMessage());
  }

  @Test
  void shouldSayWhatToDoWhereAStrategyIsNotRegistered() throws Exception {
    try (ChildJvm child = ChildJvm.start(Creator.class, List.of(), folder.toString())) {
      assertEquals("created", child.line());
    }
    try (Store store = Logged.open(folder)) {
      var e = assertThrows(StoreException.class, () -> store.map("/maps/a", OPTIONS));
      assertEquals(true, e.getMessage().contains("name=elsewhere"), e::toString);
      assertEquals(true, e.getMessage().contains("register it"), e::toString);
      assertFalse(e.getMessage().contains("choose one"), "the map is there: " + e.getMessage());
      MapInfo info = store.describe("/maps/a");
      var told = assertThrows(StoreException.class, info::strategy);
      assertTrue(told.getMessage().startsWith("/maps/a: unknown hash strategy"), told::toString);
    }
  }

  @Test
  void oneMapOfAnUnknownStrategyLeavesTheOthersInUse(@TempDir Path backup) throws Exception {
    try (Store store = Logged.open(folder)) {
      StoreMap<String, Long> known = store.map("/maps/known", OPTIONS);
      known.put("key", 7L);
      known.put("passing", 1L, Duration.ofMillis(1));
      try (ChildJvm child = ChildJvm.start(Creator.class, List.of(), folder.toString())) {
        assertEquals("created", child.line()); // while we have the store open
      }
      uses(store);
      assertUnknown(() -> store.map("/maps/a", OPTIONS), "a.vtr");
      assertUnknown(() -> store.genericMap("/maps/a"), "a.vtr");
      assertUnknown(() -> store.compact("/maps/a"), "a.vtr");
      assertUnknown(() -> store.snapshot(backup), "a.vtr");
    }
    try (Store store = Logged.open(folder);
        Store onlooker = Stores.openReadOnly(folder)) {
      uses(store);
      assertEquals(7L, onlooker.map("/maps/known", OPTIONS).get("key"));
      assertUnknown(() -> onlooker.map("/maps/compact", NUMBERS), "compact.vtr");
    }
    CheckReport report = Stores.check(folder);
    assertEquals(0, report.damages(), report::toString);
    assertEquals(2, report.unchecked(), report::toString);
    assertEquals(1 + 2L * ENTRIES, report.entries());
    report
        .findings()
        .forEach(found -> assertTrue(found.found().contains("elsewhere"), found::toString));
    try (Store store = Logged.open(folder)) {
      assertTrue(store.drop("/maps/a"));
      assertTrue(store.drop("/maps/compact"));
    }
    assertTrue(Stores.check(folder).isClean());
  }

  private static void uses(Store store) {
    assertEquals(List.of("/maps/a", "/maps/compact", "/maps/known"), store.list(""));
    assertEquals("elsewhere", store.describe("/maps/a").hashName());
    assertEquals(ENTRIES, store.describe("/maps/compact").entries());
    store.sweep();
    store.sweepExpired();
    assertEquals(List.of(), store.compact(CompactOptions.defaults()));
    assertNotNull(store.compact("/maps/known"));
    assertEquals(7L, store.map("/maps/known", OPTIONS).get("key"));
    int[] changes = {0};
    store.tailer(store.oldestRevision()).poll(_ -> changes[0]++ >= 0, Integer.MAX_VALUE);
    assertTrue(changes[0] > 2 * ENTRIES);
  }

  private static void assertUnknown(Executable call, String name) {
    var e = assertThrows(StoreException.class, call);
    assertTrue(e.getMessage().contains("name=elsewhere"), e::toString);
    assertTrue(e.getMessage().contains(name), e::toString);
  }

  @Test
  void whatADeadProcessHeldIsTakenOverWithoutTheStrategy() throws Exception {
    var steps = List.of("-Dvitrine.steps=true");
    try (ChildJvm child = ChildJvm.start(Creator.class, steps, folder.toString(), "die")) {
      assertEquals("locked", child.line());
      child.kill();
    }
    try (Store store = Logged.open(folder)) {
      assertEquals(1, store.describe("/maps/a").takeovers());
      store.map("/maps/other", OPTIONS).put("key", 1L);
      assertEquals(0, store.sweep());
    }
    assertEquals(0, Stores.check(folder).damages());
  }

  @Test
  void aStrategyThatIsRegisteredLaterServes() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(Creator.class, List.of(), folder.toString(), "", "later")) {
      assertEquals("created", child.line());
    }
    try (Store store = Logged.open(folder)) {
      assertThrows(StoreException.class, () -> store.map("/maps/a", OPTIONS));
      HashStrategies.register("later", seed -> new Sum("later", seed));
      var options = OPTIONS.withHash(HashStrategies.of("later", 0));
      assertEquals(0L, store.map("/maps/a", options).get("key0"));
    }
  }

  /** Checkpoints of maps that this process cannot look into, and recoveries from them. */
  @Test
  void mapsOfAnUnknownStrategyAreInCheckpoints() throws Exception {
    try (ChildJvm child =
        ChildJvm.start(Creator.class, List.of(), folder.toString(), "", "durable")) {
      assertEquals("created", child.line());
    }
    MappedStore store = open(Durability.SYNC, 1);
    assertTrue(store.words().isDurable());
    StoreMap<String, Long> known = store.map("/maps/known", OPTIONS);
    known.put("before", 1L);
    assertTrue(store.checkpoints.make());
    known.put("after", 2L);
    var entries = new java.util.TreeMap<String, Integer>();
    var files = new DiskFiles(folder);
    String newest = files.list(CheckpointWriter.FOLDER).getLast();
    try (CheckpointReader reader =
        CheckpointReader.open(files, CheckpointWriter.FOLDER + "/" + newest)) {
      String path = "";
      for (int kind = reader.next(); kind != CheckpointLayout.END; kind = reader.next()) {
        path = kind == CheckpointLayout.MAP ? reader.path() : path;
        entries.merge(path, kind == CheckpointLayout.MAP ? 0 : 1, Integer::sum);
      }
    }
    assertEquals(
        java.util.Map.of("/maps/a", ENTRIES, "/maps/compact", ENTRIES, "/maps/known", 1), entries);
    store.attachment().close(); // dies
    var e = assertThrows(StoreException.class, () -> open(Durability.SYNC, 2).close());
    assertTrue(e.getMessage().contains("durable"), e::toString);
    HashStrategies.register("durable", seed -> new Sum("durable", seed));
    var hash = HashStrategies.of("durable", 0);
    try (MappedStore again = open(Durability.SYNC, 2)) {
      StoreMap<String, Long> map = again.map("/maps/a", OPTIONS.withHash(hash));
      StoreMap<Long, Long> compact = again.map("/maps/compact", NUMBERS.withHash(hash));
      assertEquals(ENTRIES, map.size());
      assertEquals(ENTRIES, compact.size());
      for (long i = 0; i < ENTRIES; i++) {
        assertEquals(i, map.get("key" + i));
        assertEquals(i, compact.get(i));
      }
      assertEquals(1L, again.map("/maps/known", OPTIONS).get("before"));
      assertEquals(2L, again.map("/maps/known", OPTIONS).get("after"));
    }
    assertTrue(Stores.check(folder).isClean());
  }

  private MappedStore open(Durability durability, long bootId) throws java.io.IOException {
    return MappedStore.open(
        Surroundings.system(new AnotherBoot(new DiskFiles(folder), bootId)),
        Logged.OPTIONS.withDurability(durability));
  }

  /** Another program, which has a strategy that we have not. */
  static final class Creator {
    private Creator() {}

    static void main(String[] args) {
      ChildJvm.endWithParent();
      String name = args.length > 2 ? args[2] : "elsewhere";
      HashStrategies.register(name, seed -> new Sum(name, seed));
      HashStrategy hash = HashStrategies.of(name, 0);
      try (Store store = Logged.open(Path.of(args[0]))) {
        StoreMap<String, Long> map = store.map("/maps/a", OPTIONS.withHash(hash));
        LongStream.range(0, ENTRIES).forEach(i -> map.put("key" + i, i));
        StoreMap<Long, Long> compact = store.map("/maps/compact", NUMBERS.withHash(hash));
        LongStream.range(0, ENTRIES).forEach(i -> compact.put(i, i));
        if (args.length == 2) {
          Step.hook(step -> stopWithTheLock(step));
          map.put("key1", -1L);
        }
      }
      System.out.println("created");
    }

    private static void stopWithTheLock(Step step) {
      if (step == Step.RECORD_WRITTEN) {
        System.out.println("locked");
        while (true) {
          LockSupport.park();
        }
      }
    }
  }
}
