package io.vitrine.remote.lines;

/** How the lines are written. Immutable. */
public enum LineFormat {
  /** Each line is an element of one list: the whole is a YAML document. */
  YAML,

  /** Each line is an object of JSON. */
  JSON;

  LineCodec newCodec() {
    return this == YAML ? new YamlLines() : new JsonLines();
  }
}
