package io.vitrine.bench;

import io.vitrine.bench.call.BatchCalls;
import io.vitrine.bench.call.CallRun;
import io.vitrine.bench.call.LongCalls;
import io.vitrine.bench.call.NumberCalls;
import io.vitrine.bench.call.TextCalls;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The same call over and over on random entries of a map that is there. Immutable.
 *
 * @param name what the command line calls it
 * @param method the call
 * @param prepared the map
 * @param threads how many threads call
 * @param peers the systems
 * @param settings how long to measure
 */
record CallWorkload(
    String name, String method, Prepared prepared, int threads, List<Peer> peers, Settings settings)
    implements Workload {
  /** A lookup of what is not there is a lookup as any other, of other keys. */
  private static final String MISS = "getMiss";

  /** How long to measure each time where nothing presses and values live on the heap. */
  private static final long WITH_COLLECTIONS_MILLIS = 500;

  @Override
  public Conditions conditions() {
    return Conditions.ofCalls(prepared.shape(), threads);
  }

  @Override
  public List<Peer> peers() {
    return Peer.withRoomFor(prepared.shape().entries(), peers);
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.prepared(peer, prepared);
    Shape shape = prepared.shape();
    var run =
        new CallRun(
            calls(),
            method.equals(MISS) ? "get" : method,
            threads,
            1,
            settings.warmUpMillis(shape.entries()),
            iterations(peer),
            iterationMillis(peer),
            settings.counters());
    return Reading.ofCalls(method, params(), run.run(peer, target(folder), lab.log()));
  }

  @Override
  public boolean takesCounters() {
    return true;
  }

  @Override
  public double seconds(Peer peer) {
    long entries = prepared.shape().entries();
    double measuring = settings.warmUpMillis(entries) + iterations(peer) * iterationMillis(peer);
    double filling = peer.isOnHeap() ? Budget.toFill(peer, entries) : 0;
    return Budget.START + filling + measuring / 1000;
  }

  /*
   * Whoever allocates values has a collection now and then, one for each half of a million updates:
   * each figure needs its share of them. So those who keep them on the heap are measured in one
   * piece, as long as all of the others' are, and in longer ones for who names what he wants.
   */

  private boolean inOnePiece(Peer peer) {
    return peer.needsHeap() && (settings.quick() || settings.only().isEmpty());
  }

  private int iterations(Peer peer) {
    return inOnePiece(peer) ? 1 : settings.iterations();
  }

  private long iterationMillis(Peer peer) {
    if (inOnePiece(peer)) {
      return settings.iterations() * settings.iterationMillis();
    }
    return peer.needsHeap() ? WITH_COLLECTIONS_MILLIS : settings.iterationMillis();
  }

  private Map<String, String> target(Path folder) {
    Shape shape = prepared.shape();
    return Map.of(
        "folder", folder.toString(),
        "entries", Long.toString(shape.entries()),
        "first", Long.toString(method.equals(MISS) ? shape.entries() : 0),
        "valueBytes", Integer.toString(shape.valueBytes()));
  }

  private Class<?> calls() {
    if (method.endsWith("32")) {
      return BatchCalls.class;
    }
    if (prepared.compact()) {
      return NumberCalls.class;
    }
    return prepared.shape().key() == KeyKind.LONG ? LongCalls.class : TextCalls.class;
  }

  private Map<String, Object> params() {
    Map<String, Object> params = Reading.with(prepared.shape().params(), "threads", threads);
    if (prepared.compact()) {
      params.put("layout", "compact");
    }
    params.put("where", prepared.where().toString());
    return params;
  }
}
