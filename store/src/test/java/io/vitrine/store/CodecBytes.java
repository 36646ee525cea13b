package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;

/** Encodes and decodes for tests, at an odd offset and between bytes that nobody may touch. */
final class CodecBytes {
  private static final int MARGIN = 3;
  private static final byte GUARD = 0x5A;

  private CodecBytes() {}

  static <T> byte[] write(Codec<T> codec, T value) {
    int size = Math.toIntExact(codec.sizeOf(value));
    byte[] whole = new byte[size + 2 * MARGIN];
    Arrays.fill(whole, GUARD);
    codec.write(value, MemorySegment.ofArray(whole), MARGIN);
    for (int i = 0; i < MARGIN; i++) {
      if (whole[i] != GUARD || whole[whole.length - 1 - i] != GUARD) {
        throw new AssertionError(codec + " wrote beyond its " + size + " bytes");
      }
    }
    return Arrays.copyOfRange(whole, MARGIN, MARGIN + size);
  }

  static <T> T read(Codec<T> codec, byte[] bytes) {
    byte[] whole = new byte[bytes.length + 2 * MARGIN];
    Arrays.fill(whole, GUARD);
    MemorySegment source = MemorySegment.ofArray(whole);
    MemorySegment.copy(bytes, 0, source, ValueLayout.JAVA_BYTE, MARGIN, bytes.length);
    return codec.read(source, MARGIN, bytes.length);
  }

  static <T> T roundTrip(Codec<T> codec, T value) {
    return read(codec, write(codec, value));
  }

  static void assertSays(String part, Throwable thrown) {
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains(part), message);
  }

  static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
