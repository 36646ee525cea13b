package io.vitrine.hashing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** {@code crc32c} against the JDK's, and against the value that its catalogue has. */
class Crc32cTest {
  private static final long SEED = 0x1EDC6F41;

  private final HashStrategy crc32c = HashStrategies.crc32c();

  @Test
  void shouldEqualTheJdkAtAllLengths() {
    var random = new Random(SEED);
    try (Arena arena = Arena.ofConfined()) {
      for (int length = 0; length <= 7_000; length += 1 + length / 100) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        var reference = new CRC32C();
        reference.update(bytes);
        assertEquals(reference.getValue(), crc32c.hash(bytes, 0, length), "length=" + length);
        MemorySegment segment = arena.allocate(Math.max(1, length));
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, segment, 0, length);
        assertEquals(reference.getValue(), crc32c.hash(segment, 0, length), "length=" + length);
      }
    }
  }

  @Test
  void shouldHashAsPublished() {
    assertEquals(0xE306_9283L, crc32c.hash("123456789".getBytes(US_ASCII), 0, 9));
    assertEquals(0, crc32c.hash(""));
  }
}
