package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.collections.TypeRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class RecordFormTest {
  record Sample(
      long id,
      int count,
      short small,
      byte tiny,
      double price,
      boolean open,
      String name,
      String aFieldWithAVeryLongNameIndeed) {}

  record Empty() {}

  record Other(List<String> list) {}

  private final TypeRegistry types =
      new TypeRegistry().register(Sample.class).register(Empty.class).register(Other.class);
  private final RecordForm<Sample> form = RecordForm.of(Sample.class, types);

  private static byte[] encode(Object model, WireEncoding encoding) {
    return encoding == WireEncoding.CBOR
        ? CborWriter.write(model)
        : YamlWriter.write(model).getBytes(UTF_8);
  }

  private static Sample sample(long seed) {
    var random = new Random(seed);
    var values = new RandomValues(seed);
    return new Sample(
        random.nextLong() >> random.nextInt(64),
        random.nextInt() >> random.nextInt(32),
        (short) random.nextInt(),
        (byte) random.nextInt(),
        random.nextInt(3) == 0 ? random.nextInt(100_000) / 100.0 : random.nextGaussian() * 1e9,
        random.nextBoolean(),
        values.string(),
        random.nextInt(5) == 0 ? null : values.string());
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void sameBytesAsByWayOfTheModel(WireEncoding encoding) {
    byte[] target = new byte[1 << 16];
    for (long seed = 0; seed < 5_000; seed++) {
      Sample sample = sample(seed);
      byte[] expected = encode(types.toModel(sample), encoding);
      byte[] actual = Arrays.copyOf(target, form.encode(sample, encoding, target));
      assertArrayEquals(expected, actual, () -> sample + " as " + new String(actual, UTF_8));
      assertEquals(sample, form.decode(encoding, actual), "seed " + seed);
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void otherOrdersAndFormsAreReadToo(WireEncoding encoding) {
    byte[] item =
        encode(
            YamlReader.read(
                "!Sample {name: a, id: 1, count: 2, small: 3, tiny: 4, price: 5, open: true,"
                    + " aFieldWithAVeryLongNameIndeed: x}"),
            encoding);
    assertEquals(
        new Sample(1, 2, (short) 3, (byte) 4, 5, true, "a", "x"), form.decode(encoding, item));
    byte[] wrong = encode(YamlReader.read("!Sample {id: x}"), encoding);
    assertThrows(IllegalArgumentException.class, () -> form.decode(encoding, wrong));
    assertThrows(
        WireException.class, () -> form.decode(encoding, Arrays.copyOf(item, item.length - 1)));
    var empty = RecordForm.of(Empty.class, types);
    byte[] target = new byte[64];
    byte[] written = Arrays.copyOf(target, empty.encode(new Empty(), encoding, target));
    assertArrayEquals(
        encode(types.toModel(new Empty()), encoding), Arrays.copyOf(target, written.length));
    assertEquals(new Empty(), empty.decode(encoding, encode(types.toModel(new Empty()), encoding)));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    var e =
        assertThrows(
            WireException.class, () -> form.encode(sample(1), WireEncoding.YAML, new byte[20]));
    assertEquals(ErrorCode.TOO_LARGE, e.code());
    assertThrows(IllegalArgumentException.class, () -> RecordForm.of(Other.class, types));
    assertThrows(
        IllegalArgumentException.class, () -> RecordForm.of(Empty.class, new TypeRegistry()));
  }
}
