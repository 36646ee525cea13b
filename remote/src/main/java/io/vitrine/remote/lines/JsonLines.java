package io.vitrine.remote.lines;

import io.vitrine.remote.wire.JsonReader;
import io.vitrine.remote.wire.JsonWriter;
import io.vitrine.remote.wire.WireException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lines as objects of JSON: {@code {"key":"a","value":5}}. For one thread at a time.
 *
 * <p>What JSON has no form for is written as {@link io.vitrine.remote.wire.JsonForm} says.
 */
final class JsonLines implements LineCodec {
  /** Digits of the largest integer that a codec of the store takes, and some more. */
  private static final int DIGITS_MAX = 20_000;

  JsonLines() {}

  @Override
  public void write(Map<String, ? extends @Nullable Object> fields, StringBuilder out) {
    new JsonWriter(out, Long.MAX_VALUE).value(fields);
    out.append('\n');
  }

  @Override
  public Map<?, ?> read(byte[] line) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("expected text in UTF-8, found other bytes", e);
    }
    try {
      if (new JsonReader(text, NESTING_MAX, DIGITS_MAX).read() instanceof Map<?, ?> fields) {
        return fields;
      }
    } catch (WireException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    throw new IllegalArgumentException("expected an object as in {\"key\":\"a\",\"value\":5}");
  }
}
