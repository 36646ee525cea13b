package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalarCodecsTest {
  @Test
  void numbersAreLittleEndian() {
    assertEquals(
        "efcdab8967452301", CodecBytes.hex(CodecBytes.write(Codecs.longs(), 0x0123456789ABCDEFL)));
    assertEquals("67452301", CodecBytes.hex(CodecBytes.write(Codecs.ints(), 0x01234567)));
    assertEquals("000000000000f83f", CodecBytes.hex(CodecBytes.write(Codecs.doubles(), 1.5)));
    assertEquals("01", CodecBytes.hex(CodecBytes.write(Codecs.booleans(), true)));
  }

  @Test
  void scalarsComeBack() {
    for (long n : new long[] {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertEquals(n, CodecBytes.roundTrip(Codecs.longs(), n));
      assertEquals((int) n, CodecBytes.roundTrip(Codecs.ints(), (int) n));
      double d = Double.longBitsToDouble(n);
      assertEquals(d, CodecBytes.roundTrip(Codecs.doubles(), d));
    }
    assertEquals(-0.0, CodecBytes.roundTrip(Codecs.doubles(), -0.0));
    assertEquals(true, CodecBytes.roundTrip(Codecs.booleans(), true));
    assertEquals(false, CodecBytes.roundTrip(Codecs.booleans(), false));
  }

  @Test
  void equalDoublesHaveEqualBytes() {
    double odd = Double.longBitsToDouble(0x7FF8_0000_0000_1234L);
    assertArrayEquals(
        CodecBytes.write(Codecs.doubles(), Double.NaN), CodecBytes.write(Codecs.doubles(), odd));
  }

  @Test
  void namesAndSizes() {
    assertEquals("long 8", show(Codecs.longs()));
    assertEquals("int 4", show(Codecs.ints()));
    assertEquals("double 8", show(Codecs.doubles()));
    assertEquals("boolean 1", show(Codecs.booleans()));
    assertEquals("string -1", show(Codecs.strings()));
    assertEquals("bytes -1", show(Codecs.bytes()));
    assertEquals("any -1", show(Codecs.any()));
  }

  @Test
  void wrongSizesAreCorrupt() {
    var source = MemorySegment.ofArray(new byte[16]);
    for (Codec<?> codec :
        List.of(Codecs.longs(), Codecs.ints(), Codecs.doubles(), Codecs.booleans())) {
      for (long length : new long[] {-1, 0, 2, 7, 9, Long.MAX_VALUE, Long.MIN_VALUE}) {
        assertThrows(CorruptStoreException.class, () -> codec.read(source, 1, length));
      }
      assertThrows(CorruptStoreException.class, () -> codec.read(source, 16, codec.fixedSize()));
      assertThrows(CorruptStoreException.class, () -> codec.read(source, -1, codec.fixedSize()));
    }
    assertThrows(
        CorruptStoreException.class, () -> Codecs.strings().read(source, 0, Long.MAX_VALUE));
    assertThrows(CorruptStoreException.class, () -> Codecs.bytes().read(source, 10, 7));
    assertThrows(
        CorruptStoreException.class, () -> CodecBytes.read(Codecs.booleans(), new byte[] {2}));
  }

  @Test
  void stringsAreUtf8() {
    long seed = System.nanoTime();
    var random = new RandomCodecValues(seed);
    for (int i = 0; i < 5_000; i++) {
      String text = random.text();
      byte[] bytes = CodecBytes.write(Codecs.strings(), text);
      assertArrayEquals(text.getBytes(StandardCharsets.UTF_8), bytes, "seed " + seed);
      assertEquals(text, CodecBytes.read(Codecs.strings(), bytes), "seed " + seed);
    }
    assertEquals("\uFFFD", CodecBytes.roundTrip(Codecs.strings(), "\uFFFD"));
  }

  @Test
  void unpairedSurrogatesAreRefused() {
    for (String text :
        List.of(
            "ab\uD800", "\uDC00x", "\uD800\uD800", "y".repeat(500) + "\uD83D", "\uDC00\uD800")) {
      var thrown =
          assertThrows(IllegalArgumentException.class, () -> Codecs.strings().sizeOf(text));
      CodecBytes.assertSays("unpaired surrogate U+D", thrown);
    }
  }

  @Test
  void whatIsNoUtf8IsCorrupt() {
    for (String hex :
        List.of(
            "80", "c3", "c080", "c1bf", "e08080", "eda080", "f08080", "f4908080", "ff", "41e282")) {
      assertThrows(
          CorruptStoreException.class,
          () -> CodecBytes.read(Codecs.strings(), CodecBytes.hex(hex)),
          hex);
    }
  }

  @Test
  void bytesAreReadIntoAnArrayOfTheirLength() {
    var codec = Codecs.bytes();
    var source = MemorySegment.ofArray(new byte[] {9, 1, 2, 3, 9});
    byte[] fitting = new byte[3];
    assertSame(fitting, codec.readUsing(source, 1, 3, fitting));
    assertArrayEquals(new byte[] {1, 2, 3}, fitting);
    byte[] other = new byte[4];
    assertNotSame(other, codec.readUsing(source, 1, 3, other));
    assertArrayEquals(new byte[4], other);
    assertArrayEquals(new byte[] {1, 2, 3}, codec.readUsing(source, 1, 3, null));
    assertThrows(CorruptStoreException.class, () -> codec.readUsing(source, 3, 3, fitting));
  }

  private static String show(Codec<?> codec) {
    return codec.typeName() + " " + codec.fixedSize();
  }
}
