package io.vitrine.remote.lines;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lines as objects of JSON: {@code {"key":"a","value":5}}. For one thread at a time.
 *
 * <p>What JSON has no form for is an object with one name, a tag of YAML:
 *
 * <pre>
 * bytes                                   {"!!binary":"AQI="}
 * NaN and the infinities                  {"!!float":".nan"}, ".inf", "-.inf"
 * typed value                             {"!Airport":{"iata":"JFK"}}
 * map with keys that are not all strings,
 * or whose only key begins with !         {"!!map":[[1,"one"],[2,"two"]]}
 * </pre>
 */
final class JsonLines implements LineCodec {
  static final String BINARY = "!!binary";
  static final String FLOAT = "!!float";
  static final String MAP = "!!map";

  JsonLines() {}

  @Override
  public void write(Map<String, ? extends @Nullable Object> fields, StringBuilder out) {
    new JsonWriter(out).value(fields);
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
    if (new JsonReader(text).read() instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new IllegalArgumentException("expected an object as in {\"key\":\"a\",\"value\":5}");
  }
}
