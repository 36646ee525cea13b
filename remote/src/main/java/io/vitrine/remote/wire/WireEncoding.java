package io.vitrine.remote.wire;

import org.jspecify.annotations.Nullable;

/** The encodings that a connection may have; its client chooses with the first byte. */
public enum WireEncoding {
  /** Text: YAML, for people and every language that has a library for it. */
  YAML("yaml"),
  /** Binary: CBOR, for speed. */
  CBOR("cbor");

  private final String wireName;

  WireEncoding(String wireName) {
    this.wireName = wireName;
  }

  /**
   * The name as it stands on the wire.
   *
   * @return {@code yaml} or {@code cbor}
   */
  public String wireName() {
    return wireName;
  }

  /**
   * Finds an encoding.
   *
   * @param name as it stands on the wire
   * @return the encoding, or null
   */
  public static @Nullable WireEncoding of(String name) {
    for (WireEncoding encoding : values()) {
      if (encoding.wireName.equals(name)) {
        return encoding;
      }
    }
    return null;
  }

  /**
   * A codec of this encoding.
   *
   * @param limits what a message may be
   * @return the codec
   */
  public WireCodec codec(FrameLimits limits) {
    return switch (this) {
      case YAML -> new TextCodec(limits);
      case CBOR -> new BinaryCodec(limits);
    };
  }
}
