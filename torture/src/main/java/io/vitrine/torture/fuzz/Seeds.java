package io.vitrine.torture.fuzz;

import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.TypedValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Inputs to begin with: messages that hold one of everything. Stateless. */
final class Seeds {
  private static final int WORD_BYTES = 4;

  private Seeds() {}

  static void write(Path folder) throws IOException {
    Object value =
        Arrays.asList(
            null,
            true,
            -5L,
            1.5,
            1e300,
            BigInteger.TWO.pow(70),
            "word",
            "a \u00e9 \"quoted\"\n",
            "\ud800",
            new byte[] {1, 2},
            Map.of("field", new TypedValue("Add", Map.of("amount", 10L))));
    Message message = Message.of(Routing.to("/maps/prices", 7L), "put", value);
    byte[] text = WireEncoding.YAML.codec(FrameLimits.DEFAULT).encode(message);
    byte[] binary = WireEncoding.CBOR.codec(FrameLimits.DEFAULT).encode(message);
    int meta = WORD_BYTES + (binary[0] & 0xFF);
    input(folder, "text", 0, Arrays.copyOf(text, text.length - WORD_BYTES));
    input(folder, "binary", 1, Arrays.copyOfRange(binary, meta + WORD_BYTES, binary.length));
    for (String line :
        List.of(
            "- {a: [1, -0.5, .nan, !T {b: \"\\u00e9\"}], \"k 1\": !!binary \"AQI=\"}",
            "- a # b",
            "- 'it''s'",
            "- [0x1F, 1e3, ~, yes, .5]")) {
      input(folder, "line" + line.length(), 2, line.getBytes(StandardCharsets.UTF_8));
    }
    for (String frame :
        List.of(
            "# hi\n--- !meta-data {csp: /, tid: 1}\n--- !data-not-complete\nreply:\n- 1\n- a: b\n",
            "a: |\n text\n more\nb: >-\n x\n y\n",
            "? long\n: 1\n'b': \"\\x41\\U0001F600\"\n")) {
      input(folder, "text" + frame.length(), 0, frame.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void input(Path folder, String name, int kind, byte[] rest) throws IOException {
    var out = new ByteArrayOutputStream();
    out.write(kind);
    out.writeBytes(rest);
    Files.write(folder.resolve("seed-" + name), out.toByteArray());
  }
}
