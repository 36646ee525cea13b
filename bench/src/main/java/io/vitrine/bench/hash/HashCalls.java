package io.vitrine.bench.hash;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One hash after the other of keys of one length, another length in each iteration; the parameters
 * are set by {@link io.vitrine.bench.call.CallRun}. One JVM does all lengths, so that a function is
 * compiled as in a program that has keys of any.
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

  /** Its lengths, separated by blanks. */
  @Param("16")
  public String lengths = "";

  private final List<HashCall> calls = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // Set before the calls begin.
  private HashCall call;

  private int iteration;

  /**
   * Makes the keys.
   *
   * @throws IOException if those of a file cannot be written
   */
  @Setup
  public void make() throws IOException {
    for (String length : lengths.split(" ", -1)) {
      HashForm of = HashForm.valueOf(form.toUpperCase(Locale.ROOT));
      var keys = new HashKeys(of, Integer.parseInt(length));
      calls.add(
          switch (Peer.of(peer)) {
            case VITRINE -> OwnHashes.of(function, of, keys);
            case HASH4J -> Hash4jHashes.of(function, of, keys);
            case ZERO_ALLOCATION -> ZeroAllocationHashes.of(function, of, keys);
            case JDK -> JdkHashes.of(function, of, keys);
            case MACHINE -> NoHash.of(of, keys);
            default -> throw new IllegalArgumentException(peer + " has no hash functions");
          });
    }
  }

  /** Takes the next length. */
  @Setup(Level.Iteration)
  public void next() {
    call = calls.get(iteration++ % calls.size());
  }

  /**
   * Hashes all keys, one after the other, as a program does that fills a map. So what JMH adds to a
   * call of its own, about a nanosecond, is spread over all of them.
   *
   * @return a sum of the hashes
   */
  @Benchmark
  @OperationsPerInvocation(HashKeys.COUNT)
  public long hash() {
    HashCall each = call;
    long sum = 0;
    for (int key = 0; key < HashKeys.COUNT; key++) {
      sum += each.hash(key);
    }
    return sum;
  }

  /**
   * Hashes the key that the hash before leads to, so many times.
   *
   * @return the last hash
   */
  @Benchmark
  @OperationsPerInvocation(HashKeys.COUNT)
  public long chained() {
    HashCall each = call;
    long hash = 0;
    for (int i = 0; i < HashKeys.COUNT; i++) {
      hash = each.hash((int) hash + i & HashKeys.COUNT - 1);
    }
    return hash;
  }
}
