package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * What code of users throws within a call of a healthy store comes out as it is, also where it is
 * what the JVM throws for memory of the users' own: it says nothing of the store's files.
 */
class UserFaultsTest {
  private static final MapOptions<Long, Long> LONGS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  /** A number of the user's own, for which something may go wrong where it is written. */
  private record Money(long cents) {}

  private Runnable whereWritten = () -> {};

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
      whereWritten.run();
      target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value.cents());
    }

    @Override
    public Money read(MemorySegment source, long offset, long length) {
      return new Money(source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
    }
  }

  @TempDir Path folder;
  private Store store;
  private StoreMap<Long, Long> map;
  private StoreMap<Long, Money> own;
  private LongLongMap words;

  @BeforeEach
  void open() {
    store = Stores.open(folder, Logged.OPTIONS);
    map = store.map("/maps/blocks", LONGS);
    own = store.map("/maps/own", MapOptions.of(Codecs.longs(), new MoneyCodec()));
    words = store.longLongMap("/maps/words");
    map.put(1L, 1L);
    words.put(1, 1);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Every call that runs something of the caller's, which does what is given. */
  private Map<String, Executable> calls(Runnable fault) {
    var calls = new LinkedHashMap<String, Executable>();
    calls.put("forEach", () -> map.forEach((key, value) -> fault.run()));
    calls.put("cursor", () -> map.cursor().next((key, value, revision) -> fault.run(), 1));
    calls.put("snapshot", () -> map.snapshot().next((key, value, revision) -> fault.run(), 1));
    calls.put("words", () -> words.forEach((key, value) -> fault.run()));
    calls.put("boxed", () -> words.boxed().forEach((key, value) -> fault.run()));
    calls.put("getAll", () -> map.getAll(keys(fault)));
    calls.put("getSome", () -> map.getSome(keys(fault), 1, new LinkedHashMap<>()));
    calls.put("putAll", () -> map.putAll(entries(fault)));
    calls.put("putAllWords", () -> words.boxed().putAll(entries(fault)));
    calls.put("putAllIfAbsent", () -> map.putAllIfAbsent(keys(fault), 1L));
    calls.put("removeAll", () -> map.removeAll(keys(fault)));
    calls.put("putOwn", () -> putOwn(fault));
    calls.put("batch", () -> putBatch(fault));
    calls.put("visit", () -> map.asyncUpdate(1L, value -> fail(fault, value)));
    calls.put("exclusively", () -> map.exclusively(() -> fail(fault, true)));
    calls.put("group", () -> store.atomically(group -> fail(fault, true)));
    calls.put(
        "tailer", () -> store.tailer(store.oldestRevision()).poll(change -> fail(fault, true), 10));
    return calls;
  }

  private static <T> T fail(Runnable fault, T value) {
    fault.run();
    return value;
  }

  private static Collection<Long> keys(Runnable fault) {
    return new AbstractCollection<>() {
      @Override
      public Iterator<Long> iterator() {
        fault.run();
        return List.of(1L).iterator();
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  private static Map<Long, Long> entries(Runnable fault) {
    return new AbstractMap<>() {
      @Override
      public Set<Map.Entry<Long, Long>> entrySet() {
        fault.run();
        return Set.of();
      }
    };
  }

  private void putOwn(Runnable fault) {
    whereWritten = fault;
    own.put(1L, new Money(1));
  }

  private void putBatch(Runnable fault) {
    Batch<Long, Money> batch = own.batch();
    batch.add(1L, new Money(1));
    whereWritten = fault;
    batch.put();
  }

  private void throwsIt(Supplier<? extends Throwable> made, Runnable fault) {
    calls(fault)
        .forEach((name, call) -> {
          Throwable thrown = assertThrows(Throwable.class, call, name);
          assertSame(made.get(), thrown, name);
        });
    assertEquals(1L, map.get(1L), "the store is still open");
  }

  @Test
  void aMappedFileOfTheUsersThatWasCutOff() {
    for (String message :
        List.of(
            "a fault occurred in an unsafe memory access operation",
            "a fault occurred in a recent unsafe memory access operation in compiled Java code")) {
      var error = new InternalError(message);
      calls(
              () -> {
                throw error;
              })
          .forEach((name, call) -> {
            Throwable thrown = assertThrows(Throwable.class, call, name);
            if (thrown.equals(error)) {
              return; // a codec that was called before the store's files are looked at
            }
            assertEquals(CorruptStoreException.class, thrown.getClass(), name);
            assertSame(error, thrown.getCause(), name);
            String told = String.valueOf(thrown.getMessage());
            assertTrue(told.contains("that the code called within has mapped itself"), told);
            assertFalse(told.contains("repair"), told);
          });
      assertEquals(1L, map.get(1L), "the store is still open");
    }
  }

  @Test
  void anArenaOfTheUsersThatIsClosed() {
    Arena arena = Arena.ofShared();
    MemorySegment memory = arena.allocate(8);
    arena.close();
    var thrown = new IllegalStateException[1];
    throwsIt(
        () -> thrown[0],
        () -> {
          try {
            memory.set(ValueLayout.JAVA_LONG, 0, 1);
          } catch (IllegalStateException e) {
            thrown[0] = e;
            throw e;
          }
        });
  }
}
