package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GenericCodecsTest {
  private static final String AIRPORT =
      "Airport{iata:string?,visits:int,size:Size(SMALL,BIG)?,at:Point{x:double,y:double}?}";

  enum Size {
    SMALL,
    BIG
  }

  record Point(double x, double y) {}

  record Airport(@Nullable String iata, int visits, @Nullable Size size, @Nullable Point at) {}

  @Test
  void recordsAreReadAsTypedValues() {
    var airport = new Airport("JFK", 7, Size.BIG, new Point(1, 2));
    byte[] bytes = CodecBytes.write(Codecs.records(Airport.class), airport);
    Codec<Object> generic = Codecs.of(AIRPORT);
    assertEquals(AIRPORT, generic.typeName());
    assertEquals(Codecs.records(Airport.class).typeName(), generic.typeName());
    Object model = CodecBytes.read(generic, bytes);
    assertTrue(
        RandomCodecValues.same(
            new TypedValue(
                "Airport", content("JFK", 7L, new TypedValue("Size", "BIG"), point(1.0, 2.0))),
            model),
        model::toString);
    assertArrayEquals(bytes, CodecBytes.write(generic, model));
    assertEquals(
        airport, CodecBytes.read(Codecs.records(Airport.class), CodecBytes.write(generic, model)));
  }

  @Test
  void bareMapsNamesAndSmallerNumbersAreTaken() {
    Codec<Object> generic = Codecs.of(AIRPORT);
    Map<String, @Nullable Object> content =
        content("LAX", (short) 3, "SMALL", Map.of("x", 1, "y", 2L));
    assertEquals(
        new Airport("LAX", 3, Size.SMALL, new Point(1, 2)),
        CodecBytes.read(Codecs.records(Airport.class), CodecBytes.write(generic, content)));
  }

  @Test
  void scalarsTakeWhatFitsExactly() {
    assertEquals(5L, CodecBytes.roundTrip(Codecs.of("int"), 5));
    assertEquals(5L, CodecBytes.roundTrip(Codecs.of("long"), BigInteger.valueOf(5)));
    assertEquals(5.0, CodecBytes.roundTrip(Codecs.of("double"), 5));
    assertEquals("x", CodecBytes.roundTrip(Codecs.of("string"), "x"));
    assertEquals(true, CodecBytes.roundTrip(Codecs.of("boolean"), true));
    assertEquals(List.of(1L), CodecBytes.roundTrip(Codecs.of("list"), List.of(1L)));
    assertEquals(new TypedValue("E", "B"), CodecBytes.roundTrip(Codecs.of("E(A,B)"), "B"));
    assertRefused("int", 1L << 31, "expected int (an integer from -2147483648 to 2147483647)");
    assertRefused("long", BigInteger.ONE.shiftLeft(63), "expected long");
    assertRefused("long", 5.0, "found the number 5.0");
    assertRefused("double", (1L << 53) + 1, "expected double");
    assertRefused("double", Long.MAX_VALUE, "expected double");
    assertRefused("boolean", "yes", "expected boolean, found the string 'yes'");
    assertRefused("string", 5, "expected string, found the integer 5");
    assertRefused("bytes", "x", "expected bytes");
    assertRefused("list", Map.of(), "expected list, found a map");
    assertRefused("map", List.of(), "expected map, found a list");
    assertRefused("E(A,B)", "C", "expected E(A,B), found the string 'C'");
    assertRefused("E(A,B)", new TypedValue("F", "A"), "found a value of type F");
  }

  @Test
  void bytesAreReadIntoAnArrayOfTheirLength() {
    byte[] using = new byte[2];
    var source = MemorySegment.ofArray(new byte[] {1, 2});
    assertSame(using, Codecs.of("bytes").readUsing(source, 0, 2, using));
    assertArrayEquals(new byte[] {1, 2}, using);
  }

  @Test
  void fieldsThatDoNotFitAreRefusedByName() {
    assertRefused(
        AIRPORT, content("A", 1L << 31, null, null), "field Airport.visits: expected int");
    assertRefused(AIRPORT, content("A", null, null, null), "field Airport.visits is null");
    assertRefused(
        AIRPORT, Map.of("iata", "A"), "field Airport.visits is missing, expected Airport{");
    assertRefused(
        AIRPORT,
        content("A", 1, null, Map.of("x", "1", "y", 2)),
        "field Airport.at: field Point.x: expected double");
    var more = content("A", 1, null, null);
    more.put("colour", "red");
    assertRefused(AIRPORT, more, "Airport has no field colour");
    assertRefused(
        AIRPORT,
        new TypedValue("Flight", content("A", 1, null, null)),
        "found a value of type Flight");
    assertRefused(AIRPORT, 5L, "expected Airport{");
  }

  @Test
  void typeNamesAreReadAndPrinted() {
    for (String name :
        List.of(
            "long",
            "any",
            "A{}",
            "A{b:string}",
            "A{b:B{c:long?}?,d:E(X)}",
            "HeartbeatHandler.v2{a:list?}",
            "Größe{ö:int}")) {
      assertEquals(name, Codecs.of(name).typeName());
    }
    assertEquals("A{b:long?,c:E(X,Y)}", Codecs.of(" A { b : long ? , c:E( X , Y )} ").typeName());
  }

  @Test
  void fieldsThatMayNotBeNullCanBeReferencesToo() {
    Codec<Object> codec = Codecs.of("A{b:string,c:B{d:int}}");
    Object value = new TypedValue("A", Map.of("b", "x", "c", Map.of("d", 1)));
    assertEquals("017801000000", CodecBytes.hex(CodecBytes.write(codec, value)));
    assertEquals(4, Codecs.of("A{b:B{d:int}}").fixedSize());
  }

  @Test
  void whatIsNoTypeNameIsRefused() {
    assertNoType("", "expected a name");
    assertNoType("string?", "expected the end");
    assertNoType("strung", "unknown type 'strung'");
    assertNoType("A{b}", "has '}' at index 3, expected ':'");
    assertNoType("A{b:long", "expected '}'");
    assertNoType("A{b:long,}", "expected a name");
    assertNoType("A{b:long,b:int}", "has a name twice");
    assertNoType("A(B,B)", "has a name twice");
    assertNoType("A()", "expected a name");
    assertNoType("long{a:int}", "type is named 'long'");
    assertNoType("1A{a:int}", "type is named '1A'");
    assertNoType("A{a:int} x", "expected the end");
    assertNoType("A{a:".repeat(5000), "at most 64 types");
  }

  private static Map<String, @Nullable Object> content(
      Object iata, @Nullable Object visits, @Nullable Object size, @Nullable Object at) {
    var content = new LinkedHashMap<String, @Nullable Object>();
    content.put("iata", iata);
    content.put("visits", visits);
    content.put("size", size);
    content.put("at", at);
    return content;
  }

  private static TypedValue point(double x, double y) {
    var content = new LinkedHashMap<String, Object>();
    content.put("x", x);
    content.put("y", y);
    return new TypedValue("Point", content);
  }

  private static void assertRefused(String typeName, Object value, String message) {
    Codec<Object> codec = Codecs.of(typeName);
    var thrown = assertThrows(IllegalArgumentException.class, () -> codec.sizeOf(value));
    CodecBytes.assertSays(message, thrown);
  }

  private static void assertNoType(String typeName, String message) {
    var thrown = assertThrows(IllegalArgumentException.class, () -> Codecs.of(typeName));
    CodecBytes.assertSays(message, thrown);
  }
}
