package io.vitrine.bench.hash;

import io.vitrine.bench.peer.Peer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One hash after the other of keys of one length; the parameters are set by {@link
 * io.vitrine.bench.call.CallRun}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HashCalls {
  /** Name of the system. */
  @Param("vitrine")
  public String peer = "";

  /** Name of the function. */
  @Param("rapid")
  public String function = "";

  /** Name of what is hashed. */
  @Param("BYTES")
  public String form = "";

  /** Its length. */
  @Param("16")
  public int length;

  @SuppressWarnings("NullAway.Init") // Set before the calls begin.
  private HashCall call;

  private int turn;

  /** Makes the keys. */
  @Setup
  public void make() {
    var keys = new HashKeys(length);
    HashForm of = HashForm.valueOf(form.toUpperCase(Locale.ROOT));
    call =
        switch (Peer.of(peer)) {
          case VITRINE -> OwnHashes.of(function, of, keys);
          case HASH4J -> Hash4jHashes.of(function, of, keys);
          case ZERO_ALLOCATION -> ZeroAllocationHashes.of(function, of, keys);
          case JDK -> JdkHashes.of(function, of, keys);
          default -> throw new IllegalArgumentException(peer + " has no hash functions");
        };
  }

  /**
   * Hashes the next key.
   *
   * @return its hash
   */
  @Benchmark
  public long hash() {
    return call.hash(turn++ & HashKeys.COUNT - 1);
  }
}
