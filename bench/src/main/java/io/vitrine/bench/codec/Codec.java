package io.vitrine.bench.codec;

/** One system's way to make bytes of the message, and the message of bytes. For one thread. */
public abstract class Codec {
  /** For subclasses. */
  protected Codec() {}

  /**
   * Encodes the message into a buffer that is used again.
   *
   * @return how many bytes it takes
   */
  public abstract int encode();

  /**
   * Decodes what {@link #encode} made.
   *
   * @return an object with the fields
   */
  public abstract Object decode();

  /**
   * Whether decoding gives what was encoded.
   *
   * @return the fields as a record
   */
  public abstract MyDataType decoded();
}
