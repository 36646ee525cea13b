package io.vitrine.remote.lines;

import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireException;
import io.vitrine.remote.wire.YamlReader;
import io.vitrine.remote.wire.YamlWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lines as elements of a list in YAML: {@code - {key: a, value: 5}}. For one thread at a time.
 *
 * <p>What YAML has no form for is escaped, see {@link YamlEscapes}.
 */
final class YamlLines implements LineCodec {
  private static final FrameLimits LIMITS =
      new FrameLimits(Integer.MAX_VALUE, NESTING_MAX, Long.MAX_VALUE);

  YamlLines() {}

  @Override
  public void write(Map<String, ? extends @Nullable Object> fields, StringBuilder out) {
    out.append("- ");
    out.append(YamlWriter.write(YamlEscapes.escape(fields), NESTING_MAX));
    out.append('\n');
  }

  @Override
  public Map<?, ?> read(byte[] line) {
    Object value;
    try {
      value = YamlEscapes.unescape(YamlReader.readElement(line, LIMITS));
    } catch (WireException e) {
      throw new IllegalArgumentException(
          String.valueOf(e.getMessage()).replaceFirst("^line 1, ", ""), e);
    }
    if (value instanceof Map<?, ?> fields) {
      return fields;
    }
    throw new IllegalArgumentException("expected fields as in - {key: a, value: 5}");
  }
}
