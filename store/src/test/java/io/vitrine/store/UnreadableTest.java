package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Bytes that a codec cannot read: every call says which entry of which map they are of. */
class UnreadableTest {
  /** Reads eight bytes whatever it is given. */
  private static final class Careless implements Codec<Long> {
    @Override
    public String typeName() {
      return "!Careless";
    }

    @Override
    public int fixedSize() {
      return VARIABLE;
    }

    @Override
    public long sizeOf(Long value) {
      return value == 13 ? 3 : 8;
    }

    @Override
    public void write(Long value, MemorySegment target, long offset) {
      target.set(ValueLayout.JAVA_BYTE, offset, value.byteValue());
    }

    @Override
    public Long read(MemorySegment source, long offset, long length) {
      if (length != 8) {
        throw new IndexOutOfBoundsException("there are only " + length + " bytes");
      }
      return (long) source.get(ValueLayout.JAVA_BYTE, offset);
    }
  }

  @TempDir Path folder;

  @Test
  void everyCallSaysWhichEntryItIs() {
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      StoreMap<Long, Long> map =
          store.map("/maps/odd", MapOptions.of(Codecs.longs(), new Careless()));
      map.put(0x1122L, 13L);
      List<Executable> calls =
          List.of(
              () -> map.get(0x1122L),
              () -> map.getVersioned(0x1122L),
              () -> map.getAll(List.of(0x1122L)),
              () -> readBatch(map),
              () -> map.forEach((key, value) -> {}),
              () -> map.asyncUpdate(0x1122L, value -> value),
              () -> store.atomically(group -> group.get(map, 0x1122L)),
              () -> readLog(store, map));
      for (Executable call : calls) {
        var e = assertThrows(CorruptStoreException.class, call);
        String message = String.valueOf(e.getMessage());
        for (String part :
            List.of(
                folder.toString(),
                "map /maps/odd",
                "key 0x2211000000000000",
                "is no !Careless",
                "only 3 bytes",
                "remove the entry")) {
          assertTrue(message.contains(part), () -> message + " lacks: " + part);
        }
      }
      assertTrue(map.remove(0x1122L));
      assertEquals(0, map.size());
    }
  }

  /** Throws what it is told to where it reads. */
  private static final class Failing extends EightByteCodec {
    private @Nullable RuntimeException failure;

    Failing() {
      super("!Failing");
    }

    @Override
    public Long read(MemorySegment source, long offset, long length) {
      if (failure != null) {
        throw failure;
      }
      return super.read(source, offset, length);
    }
  }

  record Inner(Long number) {
    Inner {
      if (number == 13) {
        throw new IllegalStateException("unlucky");
      }
    }
  }

  record Outer(String text, List<Inner> inner) {}

  @Test
  void aRecordPassesOnWhatDoesNotComeOfItsBytes() {
    var failing = new Failing();
    Codec<Outer> codec = Codecs.records("Outer", Outer.class, Map.of(Long.class, failing));
    try (Store store = Stores.open(folder, Logged.OPTIONS)) {
      StoreMap<Long, Outer> map = store.map("/maps/r", MapOptions.of(Codecs.longs(), codec));
      var value = new Outer("a", List.of(new Inner(1L), new Inner(2L)));
      map.put(1L, value);
      for (RuntimeException failure :
          List.of(
              new IllegalStateException("registry is closed"),
              new StoreException("other store: full"),
              new MapDroppedException("other map"),
              new WouldWaitException())) {
        failing.failure = failure;
        assertSame(failure, assertThrows(failure.getClass(), () -> map.get(1L)));
      }
      failing.failure = new IndexOutOfBoundsException("only 3 bytes");
      var e = assertThrows(CorruptStoreException.class, () -> map.get(1L));
      CodecBytes.assertSays("map /maps/r", e);
      CodecBytes.assertSays("field Inner.number: ", e);
      CodecBytes.assertSays("only 3 bytes", e);
      failing.failure = null;
      assertEquals(value, map.get(1L));
    }
  }

  @Test
  void aRecordThatRefusesItsFieldsIsUnreadable() {
    byte[] bytes = CodecBytes.write(Codecs.records(Inner.class), new Inner(12L));
    assertEquals(new Inner(12L), CodecBytes.read(Codecs.records(Inner.class), bytes));
    bytes[1]++;
    var e =
        assertThrows(
            CorruptStoreException.class, () -> CodecBytes.read(Codecs.records(Inner.class), bytes));
    CodecBytes.assertSays("Inner refuses its fields: ", e);
    CodecBytes.assertSays("unlucky", e);
  }

  private static void readBatch(StoreMap<Long, Long> map) {
    Batch<Long, Long> batch = map.batch();
    batch.add(1L);
    batch.add(0x1122L);
    assertEquals(1, batch.get());
    batch.value(1, null);
  }

  private static int readLog(Store store, StoreMap<Long, Long> map) {
    return store
        .tailer(store.oldestRevision())
        .poll(
            change -> {
              if (change.mapId() == map.id() && change.kind() == ChangeKind.INSERTED) {
                map.newValue(change);
              }
              return true;
            },
            100);
  }
}
