package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Keys whose hashes collide are refused before they cost much, and honest ones never. */
@Timeout(180) // To hang is what these keys are for.
class KeyWorkTest {
  private static final int MANY = 20_000;
  private static final FrameLimits LIMITS = new FrameLimits(64 << 20, 64, 60_000);

  /** All of them have the same hash: 31 a + b is the same. */
  private static List<Object> colliding(int i) {
    return List.of((long) i, 31L * (MANY - i));
  }

  /** Longs with the hash of a number below 2^31; in turns with strings of that hash. */
  private static Object mixed(int i) {
    int hash = "Aa".repeat(18).hashCode();
    if (i % 2 == 0) {
      long high = i / 2;
      return (high << 32) | ((hash ^ (int) high) & 0xFFFF_FFFFL);
    }
    var text = new StringBuilder();
    for (int bit = 0; bit < 18; bit++) {
      text.append(((i / 2) >> bit) % 2 == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private static Map<Object, Object> map(IntFunction<Object> keys, int count) {
    // Told by a table that looks at identities, since an ordinary one is what is attacked.
    var pairs = new java.util.IdentityHashMap<Object, Object>();
    for (int i = 0; i < count; i++) {
      pairs.put(keys.apply(i), null);
    }
    return pairs;
  }

  @Test
  void theExamplesDoCollide() {
    assertEquals(colliding(0).hashCode(), colliding(17).hashCode());
    assertEquals(mixed(0).hashCode(), mixed(1).hashCode());
    assertEquals(mixed(1).hashCode(), mixed(12_346).hashCode());
  }

  @Test
  void collidingKeysOfAMapAreRefused() {
    byte[] binary = CborWriter.write(map(KeyWorkTest::mixed, MANY));
    isRefused(() -> CborReader.read(binary, LIMITS));
    Map<Object, Object> map = map(KeyWorkTest::colliding, MANY);
    byte[] lists = CborWriter.write(map);
    isRefused(() -> CborReader.read(lists, LIMITS));
    isRefused(() -> YamlReader.readAll("# any YAML\n" + YamlWriter.write(map), LIMITS));
    byte[] line = ("- " + YamlWriter.write(map(KeyWorkTest::mixed, MANY))).getBytes(UTF_8);
    isRefused(() -> YamlReader.readElement(line, LIMITS));
  }

  @Test
  void collidingKeysOfJsonAreRefused() {
    for (IntFunction<Object> keys :
        List.<IntFunction<Object>>of(i -> colliding(i), i -> mixed(i))) {
      var pairs = new ArrayList<Object>();
      for (int i = 0; i < MANY; i++) {
        pairs.add(List.of(keys.apply(i), true));
      }
      var json = new StringBuilder();
      new JsonWriter(json, Long.MAX_VALUE).value(pairs);
      byte[] message = ("{\"data\": {\"put\": {\"!!map\": " + json + "}}}").getBytes(UTF_8);
      isRefused(() -> new TextMessages(LIMITS, new NameCache()).read(message));
    }
  }

  @Test
  void stringsOfOneHashAreRead() {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < 100_000; i++) {
      map.put(mixed(2 * i + 1), 1L);
    }
    assertEquals(1, map.keySet().stream().map(Object::hashCode).distinct().count());
    byte[] binary = CborWriter.write(map);
    assertEquals(map, CborReader.read(binary, LIMITS));
    String text = YamlWriter.write(map);
    assertEquals(map, YamlReader.readElement(("- " + text).getBytes(UTF_8), LIMITS));
    assertEquals(List.of(map), YamlReader.readAll("# any YAML\n" + text, LIMITS));
    String json = text.replaceAll("([AaB]+):", "\"$1\":");
    assertEquals(map, new JsonReader(json, 64, 100).read());
  }

  @Test
  void bytesAndEntriesOfOneHashAreRefused() {
    var bytes = new KeyWork();
    isRefused(() -> {
      for (int i = 0; i < MANY; i++) {
        String backwards = new StringBuilder((String) mixed(2 * i + 1)).reverse().toString();
        bytes.add(List.of(), ByteBuffer.wrap(backwards.getBytes(UTF_8)));
      }
    });
    var entries = new KeyWork();
    isRefused(() -> {
      for (int i = 0; i < 1_000; i++) {
        entries.add(List.of(), Map.entry(colliding(i), Collections.nCopies(100, 1L)));
      }
    });
  }

  @Test
  void keysWithinKeysAreHashedOnlySoOften() {
    var out = new ByteArrayOutputStream();
    out.writeBytes("\u00a1".repeat(60).getBytes(ISO_8859_1));
    int elements = 4_000_000;
    out.write(0x9A);
    out.writeBytes(ByteBuffer.allocate(4).putInt(elements).array());
    out.writeBytes(new byte[elements]);
    out.writeBytes(new byte[60]);
    isRefused(() -> CborReader.read(out.toByteArray(), LIMITS));
  }

  private static void isRefused(Executable reading) {
    var e = assertThrows(WireException.class, reading);
    assertEquals(ErrorCode.LIMIT_EXCEEDED, e.code(), e.getMessage());
  }

  @Test
  void honestKeysAreRead() {
    var grid = new LinkedHashMap<Object, Object>();
    for (long x = 0; x < 300; x++) {
      for (long y = 0; y < 100; y++) {
        grid.put(List.of(x, y), x * y);
      }
    }
    assertEquals(grid, CborReader.read(CborWriter.write(grid), LIMITS));
    var mixed = new LinkedHashMap<Object, Object>();
    for (long i = 0; i < 20_000; i++) {
      mixed.put(i, i);
      mixed.put("key-" + i, i);
      mixed.put(i + 0.5, i);
    }
    assertEquals(mixed, CborReader.read(CborWriter.write(mixed), LIMITS));
  }
}
