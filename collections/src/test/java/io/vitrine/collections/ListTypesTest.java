package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Codec;
import io.vitrine.store.CorruptStoreException;
import io.vitrine.store.Durability;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.TypedValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Lists and sets of all kinds of elements. */
class ListTypesTest {
  record Job(String name, List<Integer> steps) {}

  record Nothing() {}

  record Money(long cents) {}

  private static final class MoneyCodec implements Codec<Money> {
    private static final ValueLayout.OfLong CENTS =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    @Override
    public String typeName() {
      return "!Money";
    }

    @Override
    public int fixedSize() {
      return 8;
    }

    @Override
    public long sizeOf(Money value) {
      return 8;
    }

    @Override
    public void write(Money value, MemorySegment target, long offset) {
      target.set(CENTS, offset, value.cents());
    }

    @Override
    public Money read(MemorySegment source, long offset, long length) {
      return new Money(source.get(CENTS, offset));
    }
  }

  @TempDir private Path folder;

  @Test
  void recordsAndDocuments() {
    try (var vitrine = Vitrine.open(folder)) {
      var jobs = vitrine.list("jobs", Job.class);
      var wash = new Job("wash", List.of(1, 2, 3));
      var dry = new Job("dry", List.of());
      jobs.addAll(List.of(wash, dry));
      assertEquals(List.of(wash, dry), jobs);
      assertEquals(1, jobs.indexOf(dry));
      var any = vitrine.list("any", Object.class);
      any.addAll(List.of("text", 5L, List.of(true), Map.of("a", 1.5)));
      assertEquals(List.of("text", 5L, List.of(true), Map.of("a", 1.5)), any);
      var nothing = vitrine.list("nothing", Nothing.class);
      for (int i = 0; i < 300; i++) {
        nothing.add(new Nothing());
      }
      assertEquals(300, nothing.size());
      assertEquals(new Nothing(), nothing.get(299));
      var ids = vitrine.set("ids", ElementSpec.named("uuid"));
      assertTrue(ids.add(new TypedValue("uuid", UUID.randomUUID().toString())));
      assertEquals("uuid", vitrine.describe("/sets/ids").keyType());
    }
    try (var stranger = Vitrine.open(folder)) {
      var jobs = stranger.existingList("jobs");
      assertNotNull(jobs);
      assertEquals("Job", assertInstanceOf(TypedValue.class, jobs.get(0)).name());
      jobs.add(jobs.get(0));
    }
    try (var vitrine = Vitrine.open(folder)) {
      assertEquals("wash", vitrine.list("jobs", Job.class).get(2).name());
    }
  }

  @Test
  void aCodecOfOnesOwn_andSomebodyWithoutIt() {
    var types = new TypeRegistry().register(Money.class, new MoneyCodec());
    try (var vitrine = Vitrine.open(folder, types)) {
      var prices = vitrine.list("prices", Money.class);
      for (long i = 0; i < 1_000; i++) {
        prices.add(prices.size() / 2, new Money(i));
      }
      try (var stranger = Vitrine.open(folder)) {
        var same = stranger.existingList("prices");
        assertNotNull(same);
        assertEquals(1_000, same.size());
        assertEquals(1_000, stranger.describe("/lists/prices").entries());
        assertInstanceOf(TypedValue.class, same.get(500));
        same.remove(500);
        same.add(0, same.get(10));
      }
      assertEquals(prices.get(0), prices.get(11));
      assertEquals(1_000, prices.size());
    }
  }

  @Test
  void durableLists() {
    var options = StoreOptions.defaults().withDurability(Durability.SYNC);
    try (var vitrine = Vitrine.open(folder, new TypeRegistry(), options)) {
      var list = vitrine.list("l", Long.class);
      for (long i = 0; i < 200; i++) {
        list.add((int) i / 3, i);
      }
      list.addAll(List.copyOf(list));
      list.removeIf(element -> element % 2 == 0);
      assertEquals(200, list.size());
      list.clear();
      list.add(1L);
    }
    try (var vitrine = Vitrine.open(folder)) {
      assertEquals(List.of(1L), vitrine.list("l", Long.class));
    }
  }

  /** Of today's elements none is negative; one of before is. */
  record Past(long value) {
    private static boolean allows;

    Past {
      if (value < 0 && !allows) {
        throw new IllegalArgumentException("value is negative");
      }
    }
  }

  /** Whoever removes an element and does not get it would have lost it for everybody. */
  @Test
  void anElementThatCannotBeReadStays() {
    try (var vitrine = Vitrine.open(folder)) {
      ObservableList<Past> list = vitrine.list("past", Past.class);
      Past.allows = true;
      List<Past> all = List.of(new Past(-1), new Past(2), new Past(-3));
      list.addAll(all);
      Past.allows = false;
      for (Executable call :
          List.<Executable>of(
              list::removeFirst,
              list::removeLast,
              () -> list.remove(0),
              () -> list.set(2, new Past(4)),
              () -> list.reversed().set(0, new Past(4)),
              () -> list.reversed().remove(0))) {
        assertThrows(CorruptStoreException.class, call);
      }
      Past.allows = true;
      assertEquals(all, list);
    } finally {
      Past.allows = false;
    }
  }
}
