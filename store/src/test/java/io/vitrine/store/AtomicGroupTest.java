package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of several entries of several maps, all or none. */
class AtomicGroupTest {
  private static final MapOptions<Long, Long> LONGS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4);
  private static final MapOptions<Long, byte[]> BYTES =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  private Store store;
  private StoreMap<Long, Long> accounts;
  private StoreMap<Long, byte[]> texts;

  @BeforeEach
  void open() {
    store = Stores.inMemory();
    accounts = store.map("/maps/accounts", LONGS);
    texts = store.map("/maps/texts", BYTES);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** What leads to others, as the head of a list does, is set behind them if it is put so. */
  @Test
  void changesAreMadeInTheirOrderWhateverWasReadBefore() {
    texts.put(1L, new byte[] {1});
    Tailer tailer = store.tailer(store.revision());
    store.atomically(group -> {
      byte[] _ = group.get(texts, 1L);
      group.put(texts, 7L, new byte[] {7});
      group.put(texts, 1L, new byte[] {2});
      group.remove(texts, 2L);
      group.put(texts, 7L, new byte[] {8});
      return null;
    });
    List<Long> told = new ArrayList<>();
    int _ =
        tailer.poll(
            change -> {
              told.add(texts.key(change));
              return true;
            },
            10);
    assertEquals(List.of(7L, 1L), told);
    assertArrayEquals(new byte[] {8}, texts.get(7L));
  }

  @Test
  void aChangeOfAnotherKindHasNoEntry() {
    var made = store.map("/maps/made", LONGS); // told from here on
    Tailer tailer = store.tailer(store.oldestRevision());
    long _ = made.publish(new byte[] {1});
    made.put(1L, 2L);
    List<ChangeKind> refused = new ArrayList<>();
    int _ =
        tailer.poll(
            change -> {
              if (change.mapId() != made.id()) {
                return true;
              }
              if (change.kind() == ChangeKind.INSERTED) {
                assertEquals(1L, made.key(change));
                assertEquals(2L, made.newValue(change));
              } else {
                refused.add(change.kind());
                assertThrows(IllegalArgumentException.class, () -> made.key(change));
                assertThrows(IllegalArgumentException.class, () -> made.oldValue(change));
                assertThrows(IllegalArgumentException.class, () -> made.newValue(change));
              }
              return true;
            },
            100);
    assertTrue(refused.contains(ChangeKind.PUBLISHED), refused::toString);
  }

  @Test
  void changesSeveralMapsWithOneRevision() {
    accounts.put(1L, 10L);
    accounts.put(3L, 30L);
    long before = store.revision();
    Tailer tailer = store.tailer(before);
    String answer =
        store.atomically(group -> {
          group.put(accounts, 1L, 11L);
          group.put(accounts, 2L, 20L);
          group.remove(accounts, 3L);
          group.remove(accounts, 4L);
          group.put(texts, 1L, new byte[] {1});
          return "done";
        });
    assertEquals("done", answer);
    assertEquals(11L, accounts.get(1L));
    assertEquals(20L, accounts.get(2L));
    assertNull(accounts.get(3L));
    assertArrayEquals(new byte[] {1}, texts.get(1L));
    List<String> told = new ArrayList<>();
    int read =
        tailer.poll(
            change -> {
              told.add(change.kind() + " " + change.mapId() + " " + change.isLast());
              assertEquals(store.revision(), change.revision());
              return false; // a group comes whole nevertheless
            },
            1);
    assertEquals(4, read);
    String a = " " + accounts.id() + " false";
    assertEquals("INSERTED " + texts.id() + " true", told.removeLast());
    assertEquals(Set.of("INSERTED" + a, "REMOVED" + a, "UPDATED" + a), Set.copyOf(told));
    assertEquals(store.revision(), Objects.requireNonNull(accounts.getVersioned(1L)).revision());
    assertEquals(store.revision(), Objects.requireNonNull(texts.getVersioned(1L)).revision());
    Invariants.check(store);
  }

  @Test
  void aTailerGoesOnWithinAGroup() {
    long before = store.revision();
    store.atomically(group -> {
      for (long key = 0; key < 5; key++) {
        group.put(accounts, key, key);
      }
      return null;
    });
    List<Long> places = new ArrayList<>();
    List<Long> keys = new ArrayList<>();
    store
        .tailer(0)
        .poll(
            change -> {
              if (change.kind() == ChangeKind.INSERTED) {
                places.add(change.place());
                keys.add(accounts.key(change));
              }
              return true;
            },
            100);
    assertEquals(store.revision(), places.getLast());
    for (int i = 0; i < 5; i++) {
      Tailer tailer = store.tailer(places.get(i));
      assertEquals(places.get(i), tailer.revision());
      List<Long> rest = new ArrayList<>();
      tailer.poll(change -> rest.add(accounts.key(change)), 100);
      assertEquals(keys.subList(i + 1, 5), rest);
      assertEquals(store.revision(), tailer.revision());
    }
    assertThrows(IllegalArgumentException.class, () -> store.tailer(before + 1));
    for (int i = 0; i < 5; i++) {
      Tailer tailer = store.tailer(places.get(i) - 1); // several things may be told of each
      List<Long> rest = new ArrayList<>();
      tailer.poll(change -> rest.add(accounts.key(change)), 100);
      assertEquals(keys.subList(i, 5), rest);
    }
  }

  @Test
  void readsWhatItHasSet() {
    accounts.put(1L, 10L);
    store.atomically(group -> {
      assertEquals(10L, group.get(accounts, 1L));
      group.put(accounts, 1L, 11L);
      assertEquals(11L, group.get(accounts, 1L));
      group.remove(accounts, 1L);
      assertNull(group.get(accounts, 1L));
      group.put(accounts, 2L, 2L);
      assertEquals(10L, accounts.get(1L)); // nothing is made yet
      return null;
    });
    assertNull(accounts.get(1L));
    assertEquals(2L, accounts.get(2L));
  }

  @Test
  void runsAgainWhereSomethingReadWasChanged() {
    accounts.put(1L, 10L);
    var runs = new AtomicInteger();
    store.atomically(group -> {
      long now = Objects.requireNonNull(group.get(accounts, 1L));
      assertNull(group.get(accounts, 2L));
      if (runs.incrementAndGet() == 1) {
        accounts.put(1L, 20L);
      }
      group.put(accounts, 3L, now);
      return null;
    });
    assertEquals(2, runs.get());
    assertEquals(20L, accounts.get(3L));
  }

  /** The inner group has read nothing that changed; it is the outer one that is to run again. */
  @Test
  void runsAgainWhatHasReadAlsoFromWithinAnotherGroup() {
    accounts.put(1L, 10L);
    var runs = new AtomicInteger();
    var inner = new AtomicInteger();
    long sum =
        store.atomically(group -> {
          long now = Objects.requireNonNull(group.get(accounts, 1L));
          if (runs.incrementAndGet() == 1) {
            accounts.put(1L, 20L);
          }
          return now
              + store.<Long>atomically(within -> {
                if (inner.incrementAndGet() > 100) {
                  throw new AssertionError("runs again and again");
                }
                return Objects.requireNonNull(group.get(accounts, 1L));
              });
        });
    assertEquals(40, sum);
    assertEquals(2, runs.get());
    assertEquals(2, inner.get());
  }

  /** Writes four bytes of a number below 0, and then refuses it. */
  private static final class Half extends EightByteCodec {
    Half() {
      super("!Half");
    }

    @Override
    public void write(Long value, MemorySegment target, long offset) {
      target.set(ValueLayout.JAVA_INT_UNALIGNED, offset, value.intValue());
      if (value < 0) {
        throw new IllegalArgumentException("below 0");
      }
      super.write(value, target, offset);
    }
  }

  @Test
  void aPutThatIsRefusedLeavesTheOneBefore() {
    StoreMap<Long, Long> blocks =
        store.map("/maps/blocks", MapOptions.of(Codecs.longs(), new Half()));
    StoreMap<Long, Long> compact =
        store.map("/maps/compact", MapOptions.of(Codecs.longs(), new Half()).compact());
    for (StoreMap<Long, Long> map : List.of(blocks, compact)) {
      store.atomically(group -> {
        group.put(map, 1L, 0x1111_1111_1111L);
        assertThrows(IllegalArgumentException.class, () -> group.put(map, 1L, -2L));
        group.put(map, 2L, 5L);
        group.put(map, 2L, 6L);
        assertThrows(IllegalArgumentException.class, () -> group.put(map, 3L, -2L));
        group.remove(map, 4L);
        assertThrows(IllegalArgumentException.class, () -> group.put(map, 4L, -2L));
        assertEquals(0x1111_1111_1111L, group.get(map, 1L));
        return null;
      });
      assertEquals(0x1111_1111_1111L, map.get(1L), map.path());
      assertEquals(6L, map.get(2L), map.path());
      assertEquals(2, map.size(), map.path());
    }
  }

  /** Reads two accounts that make 100 together, and the first time changes both in between. */
  private long readsATransfer(AtomicGroup group, boolean isFirst) {
    long sum = Objects.requireNonNull(group.get(accounts, 1L));
    if (isFirst) {
      store.atomically(transfer -> {
        transfer.put(accounts, 1L, 10L);
        transfer.put(accounts, 2L, 90L);
        return null;
      });
    }
    return sum + Objects.requireNonNull(group.get(accounts, 2L));
  }

  @Test
  void whatABodyThrowsOverValuesOfDifferentTimesIsNotPassedOn() {
    accounts.put(1L, 40L);
    accounts.put(2L, 60L);
    var runs = new AtomicInteger();
    long sum =
        store.<Long>atomically(group -> {
          long read = readsATransfer(group, runs.incrementAndGet() == 1);
          group.put(accounts, 3L, read);
          if (read != 100) {
            throw new IllegalStateException("the accounts make " + read);
          }
          return read;
        });
    assertEquals(100, sum);
    assertEquals(2, runs.get());
    assertEquals(100L, accounts.get(3L));
  }

  @Test
  void whatABodyThrowsOverWhatItHasOverwrittenIsNotPassedOnEither() {
    accounts.put(1L, 40L);
    accounts.put(2L, 60L);
    var runs = new AtomicInteger();
    store.atomically(group -> {
      long read = readsATransfer(group, runs.incrementAndGet() == 1);
      group.put(accounts, 1L, 0L);
      group.remove(accounts, 2L);
      if (read != 100) {
        throw new IllegalStateException("the accounts make " + read);
      }
      return null;
    });
    assertEquals(2, runs.get());
    assertEquals(0L, accounts.get(1L));
    assertNull(accounts.get(2L));
  }

  @Test
  void whatABodyThrowsOverWhatHoldsIsPassedOnAtOnce() {
    accounts.put(1L, 40L);
    var runs = new AtomicInteger();
    long before = store.revision();
    var failure = new IllegalStateException("too little");
    var e =
        assertThrows(
            IllegalStateException.class,
            () ->
                store.atomically(group -> {
                  runs.incrementAndGet();
                  assertEquals(40L, group.get(accounts, 1L));
                  assertNull(group.get(accounts, 2L));
                  group.put(accounts, 1L, 0L);
                  throw failure;
                }));
    assertSame(failure, e);
    assertEquals(List.of(), List.of(e.getSuppressed()));
    assertEquals(1, runs.get());
    assertEquals(40L, accounts.get(1L));
    assertEquals(before, store.revision());
    Invariants.check(store);
  }

  @Test
  void anErrorIsPassedOnAtOnce() {
    accounts.put(1L, 40L);
    accounts.put(2L, 60L);
    var e =
        assertThrows(
            OutOfMemoryError.class,
            () ->
                store.atomically(group -> {
                  throw new OutOfMemoryError("at " + readsATransfer(group, true));
                }));
    assertEquals("at 130", e.getMessage());
  }

  @Test
  void whatABodyThrowsIsPassedOnWhereTheMapWasDropped() {
    accounts.put(1L, 40L);
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                store.atomically(group -> {
                  assertEquals(40L, group.get(accounts, 1L));
                  store.drop("/maps/accounts");
                  throw new IllegalArgumentException("no");
                }));
    assertEquals("no", e.getMessage());
    assertEquals(1, e.getSuppressed().length);
  }

  @Test
  void whatTheBodyThrowsChangesNothing() {
    long before = store.revision();
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                store.atomically(group -> {
                  group.put(accounts, 1L, 1L);
                  throw new IllegalArgumentException("no");
                }));
    assertEquals("no", e.getMessage());
    assertNull(accounts.get(1L));
    assertEquals(before, store.revision());
  }

  @Test
  void refusesStrangeMapsAndUseAfterTheEnd() {
    try (Store other = Stores.inMemory()) {
      StoreMap<Long, Long> strange = other.map("/maps/strange", LONGS);
      assertThrows(
          IllegalArgumentException.class, () -> store.atomically(group -> group.get(strange, 1L)));
    }
    var kept = new AtomicReference<AtomicGroup>();
    store.atomically(group -> {
      kept.set(group);
      return null;
    });
    assertThrows(IllegalStateException.class, () -> kept.get().put(accounts, 1L, 1L));
    assertThrows(
        NullPointerException.class,
        () ->
            store.atomically(group -> {
              group.put(accounts, 1L, null);
              return null;
            }));
  }

  @Test
  void agreesWithAHashMapOverManyGroups() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    Map<Long, byte[]> model = new HashMap<>();
    for (int i = 0; i < 1_500; i++) {
      Map<Long, byte[]> next = new HashMap<>(model);
      store.atomically(group -> {
        for (int n = 1 + random.nextInt(12); n > 0; n--) {
          long key = random.nextInt(400);
          if (random.nextInt(3) == 0) {
            group.remove(texts, key);
            next.remove(key);
          } else {
            byte[] value = new byte[random.nextInt(30) == 0 ? 50_000 : random.nextInt(900)];
            random.nextBytes(value);
            group.put(texts, key, value);
            next.put(key, value);
          }
        }
        return null;
      });
      model.clear();
      model.putAll(next);
    }
    assertEquals(model.size(), texts.size(), "seed " + seed);
    for (long key = 0; key < 400; key++) {
      assertArrayEquals(model.get(key), texts.get(key), "key " + key + ", seed " + seed);
    }
    Invariants.check(store);
  }

  @Test
  void moneyIsNeitherMadeNorLost() throws Exception {
    int count = 20;
    for (long i = 0; i < count; i++) {
      accounts.put(i, 100L);
    }
    List<Thread> threads = new ArrayList<>();
    var failure = new AtomicReference<Throwable>();
    for (int t = 0; t < 4; t++) {
      var random = new Random(t);
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try {
                  for (int i = 0; i < 2_000; i++) {
                    transfer(random.nextInt(count), random.nextInt(count), random.nextInt(10));
                  }
                } catch (Throwable e) {
                  failure.set(e);
                }
              }));
    }
    while (threads.stream().anyMatch(Thread::isAlive)) {
      assertEquals(100L * count, sum(count));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertNull(failure.get());
    assertEquals(100L * count, sum(count));
    assertEquals(100L * count, sumOfSnapshot());
    Invariants.check(store);
  }

  private void transfer(long from, long to, long amount) {
    store.atomically(group -> {
      long had = Objects.requireNonNull(group.get(accounts, from));
      if (had >= amount && from != to) {
        group.put(accounts, from, had - amount);
        group.put(accounts, to, Objects.requireNonNull(group.get(accounts, to)) + amount);
      }
      return null;
    });
  }

  private long sum(int count) {
    return store.<Long>atomically(group -> {
      long sum = 0;
      for (long i = 0; i < count; i++) {
        sum += Objects.requireNonNull(group.get(accounts, i));
      }
      return sum;
    });
  }

  private long sumOfSnapshot() {
    long[] sum = {0};
    Snapshot<Long, Long> snapshot = accounts.snapshot();
    boolean more = true;
    while (more) {
      more = snapshot.next((key, value, revision) -> sum[0] += value, 3);
    }
    return sum[0];
  }

  @Test
  void growsTablesAsFarAsItMust() {
    store.atomically(group -> {
      for (long key = 0; key < 5_000; key++) {
        group.put(accounts, key, key);
      }
      return null;
    });
    assertEquals(5_000, accounts.size());
    for (long key = 0; key < 5_000; key++) {
      assertEquals(key, accounts.get(key));
    }
    store.atomically(group -> {
      for (long key = 0; key < 5_000; key++) {
        if (key % 2 == 0) {
          group.remove(accounts, key);
        } else {
          group.put(accounts, key + 5_000, key);
        }
      }
      return null;
    });
    assertEquals(5_000, accounts.size());
    assertFalse(accounts.containsKey(4_998L));
    assertTrue(accounts.containsKey(9_999L));
    Invariants.check(store);
  }
}
