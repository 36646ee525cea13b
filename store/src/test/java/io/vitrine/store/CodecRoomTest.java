package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A codec of the user that writes where it is to read, or keeps where it was to write. */
class CodecRoomTest {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final String PATH = "/maps/m";

  @TempDir Path folder;

  /** A number of sixteen bytes. */
  private record Id(long number) {}

  /** Keeps all that it is given, and writes there later. */
  private static final class Keeper implements Codec<Id> {
    private final List<MemorySegment> targets = new ArrayList<>();
    private final List<MemorySegment> sources = new ArrayList<>();
    private boolean writesWhileReading;

    @Override
    public String typeName() {
      return "!Id";
    }

    @Override
    public int fixedSize() {
      return 16;
    }

    @Override
    public long sizeOf(Id value) {
      return 16;
    }

    @Override
    public void write(Id value, MemorySegment target, long offset) {
      overwriteTargets();
      targets.add(target.asSlice(offset, 16));
      target.set(WORD, offset, value.number);
      target.set(WORD, offset + 8, ~value.number);
    }

    @Override
    public Id read(MemorySegment source, long offset, long length) {
      sources.add(source.asSlice(offset, length));
      if (writesWhileReading) {
        source.set(WORD, offset, 12_345);
      }
      return new Id(source.get(WORD, offset));
    }

    /** Writes to all that was to be written to. */
    void overwriteTargets() {
      targets.forEach(kept -> kept.set(WORD, 0, 12_345));
    }
  }

  private static MapOptions<Id, Id> options(Codec<Id> codec, boolean compact) {
    MapOptions<Id, Id> options =
        MapOptions.of(codec, codec).withHash(HashStrategies.rapid(7)).withSegments(2);
    return compact ? options.compact() : options;
  }

  private void assertEntries(StoreMap<Id, Id> map, long entries) {
    assertEquals(entries, map.size());
    LongStream.range(0, entries).forEach(i -> assertEquals(new Id(-i), map.get(new Id(i))));
    List<Id> keys = new ArrayList<>();
    map.forEach((key, _) -> keys.add(key));
    assertEquals(
        LongStream.range(0, entries).boxed().toList(),
        keys.stream().map(Id::number).sorted().toList());
    assertEquals(List.of(), Stores.check(folder).findings());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWasKeptOfAWriteChangesNothing(boolean compact) {
    var codec = new Keeper();
    try (Store store = Stores.open(folder)) {
      StoreMap<Id, Id> map = store.map(PATH, options(codec, compact));
      for (long i = 0; i < 200; i++) {
        map.put(new Id(i), new Id(-i));
      }
      codec.overwriteTargets();
      assertEntries(map, 200);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoReadsCannotWrite(boolean compact) {
    var codec = new Keeper();
    try (Store store = Stores.open(folder)) {
      StoreMap<Id, Id> map = store.map(PATH, options(codec, compact));
      Tailer tailer = store.tailer(store.revision());
      var snapshot = map.snapshot();
      for (long i = 0; i < 200; i++) {
        map.put(new Id(i), new Id(-i));
      }
      map.put(new Id(0), new Id(0));
      codec.writesWhileReading = true;
      assertThrows(RuntimeException.class, () -> map.get(new Id(3)));
      assertThrows(RuntimeException.class, () -> map.forEach((_, _) -> {}));
      assertThrows(RuntimeException.class, () -> map.getAll(List.of(new Id(3), new Id(4))));
      var changes = new ArrayList<Throwable>();
      while (tailer.poll(change -> changes.add(failure(() -> map.newValue(change))), 10) > 0) {
        // reads on
      }
      assertEquals(201, changes.size());
      codec.writesWhileReading = false;
      for (MemorySegment kept : codec.sources) {
        assertTrue(kept.isReadOnly());
      }
      while (snapshot.next((key, value, _) -> assertEquals(-key.number, value.number), 10)) {
        // walks on
      }
      assertEntries(map, 200);
    }
  }

  private static Throwable failure(Runnable body) {
    return assertThrows(RuntimeException.class, body::run);
  }

  @Test
  void whoIsHandedAChangeCannotWrite() {
    try (Store store = Stores.open(folder)) {
      Tailer tailer = store.tailer(store.revision());
      store.map(PATH, MapOptions.of(Codecs.longs(), Codecs.longs())).put(1L, 2L);
      var sources = new ArrayList<MemorySegment>();
      while (tailer.poll(change -> sources.add(change.source()), 10) > 0) {
        // reads on
      }
      assertTrue(sources.size() >= 2, sources::toString); // the map, and its entry
      sources.forEach(source -> assertTrue(source.isReadOnly()));
    }
  }
}
