package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RecordCodecTest {
  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "verdant";
      }
    }
  }

  record Point(double x, double y) {}

  record Totals(long departures, int worst, double delay, boolean open) {}

  record Empty() {}

  @SuppressWarnings("ArrayRecordComponent") // A component type that codecs must take.
  record Mixed(
      long id,
      @Nullable String name,
      boolean on,
      byte @Nullable [] raw,
      @Nullable Long big,
      @Nullable Integer small,
      @Nullable Double real,
      @Nullable Boolean flag,
      @Nullable Point at,
      @Nullable Colour colour,
      @Nullable Object extra,
      int last) {}

  record Lists(@Nullable List<String> names, @Nullable Map<String, List<Long>> counts) {}

  record Positive(int number) {
    Positive {
      if (number < 0) {
        throw new IllegalArgumentException("number is " + number);
      }
    }
  }

  record Numbers(@Nullable List<?> raw, @Nullable List<Number> some) {}

  record Loop(@Nullable Other other) {}

  record Other(@Nullable Loop loop) {}

  record Threads(List<Thread> threads) {}

  record ByList(Map<List<String>, Long> counts) {}

  private record Hidden(int secret) {}

  @Test
  void typeNames() {
    assertEquals("Point{x:double,y:double}", Codecs.records(Point.class).typeName());
    assertEquals("P{x:double,y:double}", Codecs.records("P", Point.class).typeName());
    assertEquals("Empty{}", Codecs.records(Empty.class).typeName());
    assertEquals("Colour(RED,GREEN)", Codecs.forClass(Colour.class).typeName());
    assertEquals(
        "Mixed{id:long,name:string?,on:boolean,raw:bytes?,big:long?,small:int?,real:double?,"
            + "flag:boolean?,at:Point{x:double,y:double}?,"
            + "colour:Colour(RED,GREEN)?,extra:any?,last:int}",
        Codecs.records(Mixed.class).typeName());
    assertEquals(
        "Lists{names:list<string?>?,counts:map<string,list<long?>?>?}",
        Codecs.records(Lists.class).typeName());
  }

  @Test
  void recordsOfPrimitivesHaveAFixedSize() {
    assertEquals(21, Codecs.records(Totals.class).fixedSize());
    assertEquals(0, Codecs.records(Empty.class).fixedSize());
    assertEquals(1, Codecs.forClass(Colour.class).fixedSize());
    assertEquals(Codec.VARIABLE, Codecs.records(Mixed.class).fixedSize());
    assertEquals(21, Codecs.of(Codecs.records(Totals.class).typeName()).fixedSize());
  }

  /** Changing this text means a new format. */
  @Test
  void layoutIsFrozen() {
    assertEquals(
        "0100000000000000 02000000 000000000000f83f 01".replace(" ", ""),
        CodecBytes.hex(
            CodecBytes.write(Codecs.records(Totals.class), new Totals(1, 2, 1.5, true))));
    var mixed =
        new Mixed(1, "é", true, null, null, 7, null, false, null, Colour.GREEN, List.of(1L), 9);
    assertEquals(
        "a901 0100000000000000 02c3a9 01 07000000 00 01 8101 09000000".replace(" ", ""),
        CodecBytes.hex(CodecBytes.write(Codecs.records(Mixed.class), mixed)));
  }

  @Test
  void recordsComeBack() {
    var totals = new Totals(Long.MIN_VALUE, -1, Double.NaN, false);
    assertEquals(totals, CodecBytes.roundTrip(Codecs.records(Totals.class), totals));
    assertEquals(new Empty(), CodecBytes.roundTrip(Codecs.records(Empty.class), new Empty()));
    assertEquals(new Hidden(3), CodecBytes.roundTrip(Codecs.records(Hidden.class), new Hidden(3)));
    for (Colour colour : Colour.values()) {
      assertEquals(colour, CodecBytes.roundTrip(Codecs.forClass(Colour.class), colour));
    }
    var lists = new Lists(List.of("a", ""), Map.of("k", List.of(1L, 2L)));
    assertEquals(lists, CodecBytes.roundTrip(Codecs.records(Lists.class), lists));
    assertEquals(
        new Lists(null, null),
        CodecBytes.roundTrip(Codecs.records(Lists.class), new Lists(null, null)));
  }

  @Test
  void everyCombinationOfNullsComesBackWithTheClassAndWithout() {
    Codec<Mixed> exact = Codecs.records(Mixed.class);
    Codec<Object> generic = Codecs.of(exact.typeName());
    long seed = System.nanoTime();
    var random = new RandomCodecValues(seed);
    for (int bits = 0; bits < 512; bits++) {
      var value =
          new Mixed(
              bits * 0x123456789L,
              (bits & 1) == 0 ? null : random.text(),
              (bits & 3) == 1,
              (bits & 2) == 0 ? null : random.bytes(),
              (bits & 4) == 0 ? null : (long) -bits,
              (bits & 8) == 0 ? null : bits,
              (bits & 16) == 0 ? null : bits / 3.0,
              (bits & 32) == 0 ? null : (bits & 1) == 0,
              (bits & 64) == 0 ? null : new Point(bits, -bits),
              (bits & 128) == 0 ? null : Colour.GREEN,
              (bits & 256) == 0 ? null : random.present(3),
              ~bits);
      byte[] bytes = CodecBytes.write(exact, value);
      Mixed back = CodecBytes.read(exact, bytes);
      assertArrayEquals(value.raw(), back.raw());
      assertEquals(value.name(), back.name(), "seed " + seed);
      assertTrue(RandomCodecValues.same(value.extra(), back.extra()), "seed " + seed);
      assertEquals(value.at(), back.at());
      assertEquals(value.colour(), back.colour());
      assertEquals(value.last(), back.last());
      assertArrayEquals(bytes, CodecBytes.write(exact, back), "seed " + seed);
      Object model = CodecBytes.read(generic, bytes);
      assertArrayEquals(bytes, CodecBytes.write(generic, model), "seed " + seed);
    }
  }

  @Test
  void codecsOfAClassAreTheSame() {
    assertSame(Codecs.records(Point.class), Codecs.records(Point.class));
    assertSame(Codecs.longs(), Codecs.forClass(Long.class));
    assertSame(Codecs.any(), Codecs.forClass(Object.class));
    assertEquals("list", Codecs.forClass(List.class).typeName());
  }

  @Test
  void manyComponentsAreReadInOrder() {
    var wide =
        new Wide(1, 2, "c", 4, 5, "f", 7, 8, "i", 10, 11, "l", 13, 14, "o", 16, 17, "r", 19, 20);
    assertEquals(wide, CodecBytes.roundTrip(Codecs.records(Wide.class), wide));
  }

  record Wide(
      long a,
      int b,
      String c,
      long d,
      double e,
      String f,
      long g,
      int h,
      String i,
      long j,
      int k,
      String l,
      long m,
      int n,
      String o,
      long p,
      int q,
      String r,
      long s,
      double t) {}

  @Test
  void whatHasNoCodecIsRefusedByName() {
    assertRefused("Loop", () -> Codecs.records(Loop.class));
    assertRefused(
        "component Threads.threads: no codec for java.lang.Thread",
        () -> Codecs.records(Threads.class));
    assertRefused(
        "component ByList.counts: map<list<string?>,long?> cannot be",
        () -> Codecs.records(ByList.class));
    assertRefused("supported are the primitive types", () -> Codecs.forClass(Thread.class));
    assertRefused("type is named 'a b'", () -> Codecs.records("a b", Point.class));
    assertRefused("type is named 'long'", () -> Codecs.records("long", Point.class));
  }

  @Test
  void aConstructorThatRefusesMeansCorruptBytes() {
    byte[] bytes = CodecBytes.write(Codecs.ints(), -5);
    var thrown =
        assertThrows(
            CorruptStoreException.class,
            () -> CodecBytes.read(Codecs.records(Positive.class), bytes));
    CodecBytes.assertSays("Positive refuses", thrown);
  }

  @Test
  void elementsOfAnotherTypeAreCorrupt() {
    byte[] bytes = CodecBytes.write(Codecs.any(), List.of(1L));
    var model = Codecs.records(Numbers.class);
    assertEquals("Numbers{raw:list?,some:list<any?>?}", model.typeName());
    var content = new LinkedHashMap<String, @Nullable Object>();
    content.put("raw", null);
    content.put("some", new ArrayList<>(Arrays.asList(1L, "a")));
    byte[] mixed = CodecBytes.write(Codecs.of(model.typeName()), content);
    var thrown = assertThrows(CorruptStoreException.class, () -> CodecBytes.read(model, mixed));
    CodecBytes.assertSays("String where Number is expected", thrown);
    assertThrows(
        CorruptStoreException.class, () -> CodecBytes.read(Codecs.forClass(Map.class), bytes));
  }

  @Test
  void refusedValuesNameTheField() {
    var value = new Lists(List.of("\uD800"), null);
    assertRefused(
        "field Lists.names: element 0: string", () -> Codecs.records(Lists.class).sizeOf(value));
  }

  private static void assertRefused(String message, Executable call) {
    var thrown = assertThrows(IllegalArgumentException.class, call);
    CodecBytes.assertSays(message, thrown);
  }
}
