package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that answer the value before: where it cannot be read, nothing is changed. */
class ValueBeforeTest {
  private record Money(long cents) {}

  private boolean unreadable;
  private Runnable whenRead = () -> {};

  private final class MoneyCodec implements Codec<Money> {
    @Override
    public String typeName() {
      return "!Money";
    }

    @Override
    public int fixedSize() {
      return Long.BYTES;
    }

    @Override
    public long sizeOf(Money value) {
      return Long.BYTES;
    }

    @Override
    public void write(Money value, MemorySegment target, long offset) {
      target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value.cents());
    }

    @Override
    public Money read(MemorySegment source, long offset, long length) {
      if (unreadable) {
        throw new IllegalStateException("the registry is closed");
      }
      whenRead.run();
      return new Money(source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
    }
  }

  private final Store store = Stores.inMemory();

  @AfterEach
  void close() {
    store.close();
  }

  private List<StoreMap<Long, Money>> maps() {
    MapOptions<Long, Money> options =
        MapOptions.of(Codecs.longs(), new MoneyCodec()).withSegments(1);
    return List.of(
        store.map("/maps/blocks", options), store.map("/maps/compact", options.compact()));
  }

  @Test
  void nothingIsChangedWhereItCannotBeRead() {
    for (StoreMap<Long, Money> map : maps()) {
      map.put(1L, new Money(5));
      unreadable = true;
      assertThrows(IllegalStateException.class, () -> map.getAndPut(1L, new Money(6)));
      assertThrows(IllegalStateException.class, () -> map.replace(1L, new Money(7)));
      assertThrows(IllegalStateException.class, () -> map.getAndRemove(1L));
      assertThrows(IllegalStateException.class, () -> map.putIfAbsent(1L, new Money(8)));
      unreadable = false;
      assertEquals(new Money(5), map.get(1L));
    }
  }

  @Test
  void theSameIsDoneAsWithValuesThatAreAlwaysReadable() {
    for (StoreMap<Long, Money> map : maps()) {
      assertNull(map.getAndRemove(1L));
      assertNull(map.replace(1L, new Money(1)));
      assertNull(map.get(1L));
      assertNull(map.getAndPut(1L, new Money(2)));
      assertEquals(new Money(2), map.getAndPut(1L, new Money(3)));
      assertEquals(new Money(3), map.replace(1L, new Money(4)));
      assertEquals(new Money(4), map.getAndRemove(1L));
      assertEquals(0, map.size());
      assertThrows(NullPointerException.class, () -> map.getAndPut(1L, none()));
      assertThrows(NullPointerException.class, () -> map.replace(1L, none()));
    }
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
  private static <T> T none() {
    return (T) null;
  }

  @Test
  void whatHasBecomeVoidIsNoValueBefore() {
    StoreMap<Long, Money> map = maps().getFirst();
    for (int i = 0; i < 3; i++) {
      map.put(1L, new Money(1), Duration.ofNanos(1));
      while (map.get(1L) != null) {
        Thread.onSpinWait();
      }
      switch (i) {
        case 0 -> assertNull(map.getAndRemove(1L));
        case 1 -> assertNull(map.replace(1L, new Money(2)));
        default -> assertNull(map.getAndPut(1L, new Money(3)));
      }
      assertEquals(i == 2 ? new Money(3) : null, map.get(1L));
    }
  }

  /** In a compact map all entries of a line have one revision. */
  @Test
  void whoChangesTheNeighboursWhileItIsReadHasNobodyReadAgain() {
    for (StoreMap<Long, Money> map : maps()) {
      for (long key = 1; key <= 100; key++) { // so that some are in the first one's line
        map.put(key, new Money(key));
      }
      var reads = new AtomicInteger();
      whenRead =
          () -> {
            if (reads.incrementAndGet() > 10) {
              throw new IllegalStateException("read again and again");
            }
            for (long key = 2; key <= 100; key++) {
              map.put(key, new Money(reads.get()));
            }
          };
      assertEquals(new Money(1), map.getAndPut(1L, new Money(2)));
      assertEquals(new Money(2), map.replace(1L, new Money(3)));
      assertTrue(map.replace(1L, new Money(3), new Money(4)));
      map.asyncUpdate(1L, _ -> new Money(5));
      assertEquals(new Money(5), map.getAndRemove(1L));
      assertTrue(reads.get() <= 5, "read " + reads + " times");
      whenRead = () -> {};
    }
  }

  /** That of the entry itself counts: what is answered was there before, and is not lost. */
  @Test
  void whoChangesTheEntryWhileItIsReadHasItReadAgain() {
    for (StoreMap<Long, Money> map : maps()) {
      map.put(1L, new Money(1));
      var reads = new AtomicInteger();
      whenRead =
          () -> {
            if (reads.incrementAndGet() == 1) {
              map.put(1L, new Money(7));
            } else if (reads.get() == 2) {
              map.remove(1L);
              map.put(1L, new Money(8));
            }
          };
      assertEquals(new Money(8), map.getAndPut(1L, new Money(9)));
      reads.set(1);
      assertEquals(new Money(8), map.getAndRemove(1L));
      assertNull(map.get(1L));
      whenRead = () -> {};
    }
  }

  /** Each value that somebody set is the one before of exactly one other. */
  @Test
  void noneIsToldTwiceOrLostAmongThreads() {
    StoreMap<Long, Money> map = maps().getFirst();
    var told = new LongAdder();
    List<CompletableFuture<Void>> threads =
        IntStream.range(0, 3)
            .mapToObj(thread ->
                CompletableFuture.runAsync(() -> {
                  for (long i = 1; i <= 10_000; i++) {
                    Money before = map.getAndPut(1L, new Money(i));
                    told.add(before == null ? 0 : before.cents());
                  }
                }))
            .toList();
    threads.forEach(CompletableFuture::join);
    Money last = map.getAndRemove(1L);
    told.add(last == null ? 0 : last.cents());
    assertEquals(3L * 10_000 * 10_001 / 2, told.sum());
  }

  @Test
  void whoMayOnlyReadIsRefused(@org.junit.jupiter.api.io.TempDir java.nio.file.Path folder) {
    MapOptions<Long, Money> options = MapOptions.of(Codecs.longs(), new MoneyCodec());
    try (Store written = Stores.open(folder)) {
      written.map("/maps/money", options).put(1L, new Money(1));
      try (Store read = Stores.openReadOnly(folder)) {
        StoreMap<Long, Money> map = read.map("/maps/money", options);
        for (long key : new long[] {1, 2}) {
          Map.<String, Runnable>of(
                  "getAndPut", () -> map.getAndPut(key, new Money(2)),
                  "replace", () -> map.replace(key, new Money(2)),
                  "getAndRemove", () -> map.getAndRemove(key))
              .forEach((name, call) -> {
                var e = assertThrows(UnsupportedOperationException.class, call::run, name);
                assertTrue(String.valueOf(e.getMessage()).contains("/maps/money"), e.toString());
              });
        }
      }
    }
  }
}
