package io.vitrine.bench.codec;

import io.vitrine.bench.peer.Peer;

/** The codecs by their systems. Stateless. */
public final class Codecs {
  private Codecs() {}

  /**
   * Makes a codec that has encoded the message once and decodes it right.
   *
   * @param peer the system
   * @param text whether text, otherwise binary
   * @return the codec
   */
  public static Codec of(Peer peer, boolean text) {
    Codec codec =
        switch (peer) {
          case VITRINE -> new VitrineCodec(text);
          case CHRONICLE_WIRE -> new ChronicleCodec(text);
          case JACKSON -> new JacksonCodec(text);
          case SNAKEYAML -> new SnakeCodec();
          default -> throw new IllegalArgumentException(peer + " encodes nothing");
        };
    codec.encode();
    MyDataType decoded = codec.decoded();
    if (!decoded.equals(MyDataType.SAMPLE)) {
      throw new IllegalStateException(
          peer + " decodes " + decoded + ", expected " + MyDataType.SAMPLE);
    }
    return codec;
  }
}
