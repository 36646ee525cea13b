package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A codec of the user that breaks its word is refused by name, and changes nothing. */
class CodecSizesTest {
  private static final long GOOD = 1;
  private static final long BAD = 13;

  @TempDir Path folder;

  /**
   * Writes numbers in 8 bytes, and one of them otherwise than it says.
   *
   * @param size what it says the one takes
   * @param writes how many bytes it writes of it
   */
  private record Unsteady(int fixedSize, long size, int writes) implements Codec<Long> {
    @Override
    public String typeName() {
      return "!Unsteady";
    }

    @Override
    public long sizeOf(Long value) {
      return value == BAD ? size : Long.BYTES;
    }

    @Override
    public void write(Long value, MemorySegment target, long offset) {
      int count = value == BAD ? writes : Long.BYTES;
      for (int i = 0; i < count; i++) {
        target.set(ValueLayout.JAVA_BYTE, offset + i, (byte) (value >>> (8 * i)));
      }
    }

    @Override
    public Long read(MemorySegment source, long offset, long length) {
      long value = 0;
      for (int i = 0; i < Math.min(length, Long.BYTES); i++) {
        value |= (source.get(ValueLayout.JAVA_BYTE, offset + i) & 0xFFL) << (8 * i);
      }
      return value;
    }
  }

  private static void assertRefused(Executable call, String... parts) {
    var e = assertThrows(IllegalArgumentException.class, call);
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains(Unsteady.class.getName()), message);
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  private static MapOptions<Long, Long> shaped(MapOptions<Long, Long> options, boolean compact) {
    return compact ? options.compact() : options.withSegments(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, -9, -100, Long.MIN_VALUE})
  void aSizeBelowNothing(long size) {
    for (int fixed : new int[] {Codec.VARIABLE, Long.BYTES}) {
      var codec = new Unsteady(fixed, size, Long.BYTES);
      try (Store store = Stores.open(folder.resolve("s" + fixed))) {
        refusesEachCall(store, codec, false, "says " + size + " bytes");
        if (fixed > 0) {
          refusesEachCall(store, codec, true, "says " + size + " bytes", "expected 8");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 4, 7, 9, 16, 5_000})
  void anotherSizeThanTheFixedOne(long size) {
    var codec = new Unsteady(Long.BYTES, size, (int) size);
    try (Store store = Stores.open(folder)) {
      refusesEachCall(store, codec, false, "says " + size + " bytes", "expected 8");
      refusesEachCall(store, codec, true, "says " + size + " bytes", "expected 8");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 16, 40, 5_000})
  void moreBytesThanItSays(int writes) {
    try (Store store = Stores.open(folder)) {
      for (int fixed : new int[] {Codec.VARIABLE, Long.BYTES}) {
        var codec = new Unsteady(fixed, Long.BYTES, writes);
        refusesEachCall(store, codec, false, "in the 8 bytes that sizeOf says");
      }
      var codec = new Unsteady(Long.BYTES, Long.BYTES, writes);
      refusesEachCall(store, codec, true, "in the 8 bytes that sizeOf says");
    }
  }

  /** The value of one map and the key of another, by every way that leads to a change. */
  private static void refusesEachCall(
      Store store, Codec<Long> codec, boolean compact, String... parts) {
    StoreMap<Long, Long> values =
        store.map("/maps/values", shaped(MapOptions.of(Codecs.longs(), codec), compact));
    StoreMap<Long, Long> keys =
        store.map("/maps/keys", shaped(MapOptions.of(codec, Codecs.longs()), compact));
    values.put(GOOD, GOOD);
    keys.put(GOOD, GOOD);
    long allocated = allocated(store);
    var calls = new ArrayList<Executable>();
    calls.add(() -> values.put(GOOD, BAD));
    calls.add(() -> values.put(2L, BAD));
    calls.add(() -> values.putAll(Map.of(2L, BAD)));
    calls.add(() -> values.putIfAbsent(2L, BAD));
    calls.add(() -> values.replace(GOOD, BAD));
    calls.add(() -> values.compareAndSet(GOOD, 1, BAD));
    calls.add(() ->
        store.atomically(group -> {
          group.put(values, 3L, GOOD);
          group.put(values, GOOD, BAD);
          return null;
        }));
    calls.add(() -> {
      Batch<Long, Long> batch = values.batch();
      batch.add(GOOD, BAD);
      batch.put();
    });
    calls.add(() -> keys.put(BAD, GOOD));
    calls.add(() -> keys.get(BAD));
    calls.add(() -> keys.remove(BAD));
    calls.add(() -> keys.getAll(List.of(BAD)));
    calls.add(() -> keys.putAll(Map.of(BAD, GOOD)));
    calls.add(() -> keys.addAndGet(BAD, 1));
    calls.forEach(call -> assertRefused(call, parts));
    assertEquals(1, values.size());
    assertEquals(1, keys.size());
    assertEquals(GOOD, values.get(GOOD));
    assertEquals(GOOD, keys.get(GOOD));
    assertNull(values.get(3L));
    assertEquals(allocated, allocated(store));
    Invariants.check(store);
    store.drop("/maps/values");
    store.drop("/maps/keys");
  }

  private static long allocated(Store store) {
    long bytes = 0;
    for (String path : store.list("/")) {
      bytes += java.util.Objects.requireNonNull(store.statistics(path)).allocatedBytes();
    }
    return bytes;
  }

  /** What a codec leaves out is zero, not what was there before: its keys are found. */
  @Test
  void fewerBytesThanItSays() {
    var codec = new Unsteady(Codec.VARIABLE, 100, 1);
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map =
          store.map("/maps/m", MapOptions.of(codec, Codecs.longs()).withSegments(1));
      map.put(BAD, BAD);
      for (long i = 100; i < 200; i++) {
        map.put(i * 0x0101_0101_0101_0101L, i);
        assertEquals(BAD, map.get(BAD));
      }
      assertEquals(101, map.size());
    }
  }

  @Test
  void asAPartOfAList() {
    Codec<List<Long>> lists = Codecs.lists(new Unsteady(Long.BYTES, 9, 9));
    Codec<List<Long>> wide = Codecs.lists(new Unsteady(Codec.VARIABLE, 8, 9));
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, List<Long>> map = store.map("/maps/m", MapOptions.of(Codecs.longs(), lists));
      map.put(1L, List.of(GOOD, GOOD));
      assertRefused(() -> map.put(1L, List.of(BAD, GOOD)), "says 9 bytes", "expected 8");
      StoreMap<Long, List<Long>> other = store.map("/maps/o", MapOptions.of(Codecs.longs(), wide));
      assertRefused(() -> other.put(1L, List.of(GOOD, BAD)), "in the 8 bytes that sizeOf says");
      assertEquals(List.of(GOOD, GOOD), map.get(1L));
      assertEquals(0, other.size());
    }
  }
}
