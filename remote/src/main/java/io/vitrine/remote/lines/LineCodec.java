package io.vitrine.remote.lines;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes and reads one line. For one thread at a time. */
interface LineCodec {
  /** How deep values may be nested: more than any that a codec of the store takes. */
  int NESTING_MAX = 500;

  /**
   * Appends a line with its end.
   *
   * @param fields values of the data model by name
   */
  void write(Map<String, ? extends @Nullable Object> fields, StringBuilder out);

  /**
   * Reads a line without its end.
   *
   * @throws IllegalArgumentException if it is none; the message says where and what was found
   */
  Map<?, ?> read(byte[] line);
}
