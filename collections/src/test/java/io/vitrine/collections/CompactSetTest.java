package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Codec;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Sets whose elements lie in the table itself, and what they do with several at once. */
class CompactSetTest {
  private final Store store = Stores.inMemory();

  @Test
  void addsAndRemovesSeveral() {
    try (var vitrine = new LocalVitrine(store, new TypeRegistry())) {
      ObservableSet<Long> set = vitrine.set("s", Long.class);
      assertTrue(set.addAll(List.of(5L, 6L, 5L, 7L)));
      assertFalse(set.addAll(List.of(6L, 7L)));
      assertTrue(set.addAll(List.of(6L, 8L)));
      assertEquals(Set.of(5L, 6L, 7L, 8L), set);
      assertTrue(set.removeAll(List.of("no number", 5L, 5L, 9L)));
      assertFalse(set.removeAll(List.of("no number", 5, 9L)));
      assertEquals(Set.of(6L, 7L, 8L), set);
      assertThrows(NullPointerException.class, () -> set.addAll(Arrays.asList(1L, null, 2L)));
      assertThrows(NullPointerException.class, () -> set.removeAll(Arrays.asList(6L, null)));
      assertEquals(Set.of(1L, 7L, 8L), set);
      assertTrue(set.removeAll(List.copyOf(set)));
      assertTrue(set.isEmpty());
    }
  }

  @Test
  void isCompactWhereElementsFitAndReadWithoutItsCodec() {
    try (var vitrine = new LocalVitrine(store, new TypeRegistry())) {
      for (Class<?> type : List.of(Long.class, Integer.class, Boolean.class, UUID.class)) {
        vitrine.set(type.getSimpleName(), type);
        assertTrue(generic(type.getSimpleName()).options().isCompact());
      }
      vitrine.set("texts", String.class);
      assertFalse(generic("texts").options().isCompact());
      var id = new UUID(1, 2);
      ObservableSet<UUID> ids = vitrine.set("UUID", UUID.class);
      assertTrue(ids.addAll(List.of(id, new UUID(3, 4))));
      assertTrue(ids.removeAll(List.of(new UUID(3, 4))));
      assertEquals(Set.of(id), ids);
      ObservableSet<Long> numbers = vitrine.set("Long", Long.class);
      numbers.add(5L);
      var generic = generic("Long");
      Object present = Objects.requireNonNull(generic.get(5L));
      assertNull(generic.get(6L));
      generic.put(6L, present);
      assertEquals(Set.of(5L, 6L), numbers);
    }
  }

  @Test
  void ofAnOwnCodecIsReadAndWrittenWithoutIt() {
    var own = new TypeRegistry();
    own.register(Cents.class, new CentsCodec());
    try (var with = new LocalVitrine(store, own);
        var without = new LocalVitrine(store, new TypeRegistry())) {
      ObservableSet<Cents> set = with.set("cents", Cents.class);
      assertTrue(set.add(new Cents(5)));
      assertTrue(generic("cents").options().isCompact());
      var seen = Objects.requireNonNull(without.existingSet("cents"));
      Object element = seen.iterator().next();
      assertTrue(seen.contains(element));
      assertFalse(seen.add(element));
      assertTrue(seen.remove(element));
      assertTrue(set.isEmpty());
      assertTrue(seen.add(element));
      assertEquals(Set.of(new Cents(5)), set);
    }
  }

  record Cents(long count) {}

  private static final class CentsCodec implements Codec<Cents> {
    @Override
    public String typeName() {
      return "!Cents";
    }

    @Override
    public int fixedSize() {
      return 8;
    }

    @Override
    public long sizeOf(Cents value) {
      return 8;
    }

    @Override
    public void write(Cents value, MemorySegment target, long offset) {
      target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value.count());
    }

    @Override
    public Cents read(MemorySegment source, long offset, long length) {
      return new Cents(source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
    }
  }

  private StoreMap<Object, Object> generic(String set) {
    return Objects.requireNonNull(store.genericMap("/sets/" + set));
  }
}
