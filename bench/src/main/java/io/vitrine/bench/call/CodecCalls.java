package io.vitrine.bench.call;

import io.vitrine.bench.codec.Codec;
import io.vitrine.bench.codec.Codecs;
import io.vitrine.bench.peer.Peer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One message to bytes and back. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecCalls {
  /** For JMH. */
  public CodecCalls() {}

  /** Text. */
  @State(Scope.Thread)
  public static class Text {
    /** Name of the system, set by {@link CallRun}. */
    @Param("vitrine")
    public String peer = "";

    @SuppressWarnings("NullAway.Init") // Set before the calls begin.
    private Codec codec;

    /** Makes the codec. */
    @Setup
    public void make() {
      codec = Codecs.of(Peer.of(peer), true);
    }
  }

  /** Binary. */
  @State(Scope.Thread)
  public static class Binary {
    /** Name of the system, set by {@link CallRun}. */
    @Param("vitrine")
    public String peer = "";

    @SuppressWarnings("NullAway.Init") // Set before the calls begin.
    private Codec codec;

    /** Makes the codec. */
    @Setup
    public void make() {
      codec = Codecs.of(Peer.of(peer), false);
    }
  }

  /**
   * To text.
   *
   * @param text the codec
   * @return bytes
   */
  @Benchmark
  public int encodeText(Text text) {
    return text.codec.encode();
  }

  /**
   * Of text.
   *
   * @param text the codec
   * @return the message
   */
  @Benchmark
  public Object decodeText(Text text) {
    return text.codec.decode();
  }

  /**
   * To binary.
   *
   * @param binary the codec
   * @return bytes
   */
  @Benchmark
  public int encodeBinary(Binary binary) {
    return binary.codec.encode();
  }

  /**
   * Of binary.
   *
   * @param binary the codec
   * @return the message
   */
  @Benchmark
  public Object decodeBinary(Binary binary) {
    return binary.codec.decode();
  }
}
