package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * About how long measurements take, from what each of them says of itself and the maps that have to
 * be filled for them. Stateless, for any thread.
 */
final class Budget {
  /** Seconds from the start of a JVM to the first call, and from the last to its end. */
  static final double START = 0.5;

  /** From so many entries on the caches of the processor hold nothing that is wanted. */
  private static final long LARGE = 2_000_000;

  private Budget() {}

  /**
   * Adds up.
   *
   * @param workloads the measurements in their order
   * @param settings the systems and how often each is measured
   * @return seconds
   */
  static double seconds(List<Workload> workloads, Settings settings) {
    return byName(workloads, settings).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The same for each name on the command line, in their order. */
  static Map<String, Double> byName(List<Workload> workloads, Settings settings) {
    var seconds = new LinkedHashMap<String, Double>();
    @Nullable Prepared there = null;
    Set<Peer> filled = new HashSet<>();
    for (Workload workload : workloads) {
      Prepared prepared = workload.prepared();
      if (prepared != null && !prepared.equals(there)) {
        there = prepared;
        filled.clear();
      }
      double sum = 0;
      List<Peer> peers = new ArrayList<>(workload.peers());
      peers.retainAll(settings.peers());
      for (Peer peer : peers) {
        sum += workload.rounds(settings.rounds()) * workload.seconds(peer);
        if (prepared != null && filled.add(peer)) {
          sum += toPrepare(peer, prepared.shape());
        }
      }
      seconds.merge(workload.name(), sum, Double::sum);
    }
    return seconds;
  }

  /** The time to fill a map with so many entries in random order, from empty. */
  static double toFill(Peer peer, long entries) {
    return entries / 1e6 * secondsPerMillion(peer, entries);
  }

  private static double toPrepare(Peer peer, Shape shape) {
    return peer.isOnHeap() ? 0 : START + toFill(peer, shape.entries());
  }

  private static double secondsPerMillion(Peer peer, long entries) {
    boolean large = entries > LARGE;
    return switch (peer) {
      case VITRINE, LOGGED, COMPACT, CHRONICLE_MAP -> 0.5;
      case MAPDB -> large ? 6 : 3;
      case LMDB -> large ? 5 : 2;
      case ROCKSDB -> large ? 5 : 4;
      case MVSTORE -> large ? 5 : 2;
      default -> large ? 0.9 : 0.7;
    };
  }
}
