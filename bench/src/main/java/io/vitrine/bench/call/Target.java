package io.vitrine.bench.call;

import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Which map is called; the parameters are set by {@link CallRun}. */
@State(Scope.Benchmark)
public class Target {
  /** How many values the updates draw from. */
  private static final int VALUES = 16;

  /** Name of the system. */
  @Param("hash-map")
  public String peer = "";

  /** The folder with its files. */
  @Param(".")
  public String folder = "";

  /** Number of entries. */
  @Param("1000000")
  public long entries;

  /** Number of the first entry that calls draw: with that of the entries they meet none. */
  @Param("0")
  public long first;

  /** Size of a value in bytes. */
  @Param("64")
  public int valueBytes;

  Peer peer() {
    return Peer.of(peer);
  }

  Path folder() {
    return Path.of(folder);
  }

  Shape shape(KeyKind key) {
    return new Shape(key, valueBytes, entries);
  }

  /** Only what lives on the heap has to be filled by each JVM. */
  boolean mustFill() {
    return peer().isOnHeap();
  }

  byte[][] values() {
    byte[][] values = new byte[VALUES][];
    for (int i = 0; i < VALUES; i++) {
      values[i] = Fill.value(-1L - i, valueBytes);
    }
    return values;
  }
}
