package io.vitrine.bench;

import io.vitrine.bench.net.Redis;
import io.vitrine.bench.peer.Peer;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A server in a process of its own and a client in another, over loopback. Immutable.
 *
 * @param name what the command line calls it, and the task of the client
 * @param params what is measured, for the report and for the client
 * @param peers the systems that can do it, those of Redis among them
 * @param where a folder for what the processes tell each other
 * @param settings how long to measure
 */
record NetWorkload(
    String name, Map<String, Object> params, List<Peer> peers, Path where, Settings settings)
    implements Workload {
  /** Systems that need a server of Redis. */
  static final List<Peer> REDIS = List.of(Peer.LETTUCE, Peer.JEDIS);

  /**
   * A connection is as fast as it gets once both its ends are compiled, for which the compilers of
   * two JVMs need the processors that the connection keeps busy. Lookups that follow each other are
   * there first, since they are many and short.
   */
  private static final long WARM_UP_MILLIS = 8_000;

  private static final long LOOKUPS_WARM_UP_MILLIS = 5_000;

  /**
   * One change at a time is seldom, so that what it calls is compiled late: for some 9 s. A whole
   * run has no time to wait for that.
   */
  private static final long CHANGES_WARM_UP_MILLIS = 14_000;

  private static final long QUICK_WARM_UP_MILLIS = 1_000;

  static final String SPINS = "spins";
  static final String SLEEPS = "sleeps";

  /** Who completes futures and tells subscribers of Vitrine; of the others it is the event loop. */
  static final String CALLBACKS = "callbacks";

  static final String IN_PLACE = "in place";
  static final String BY_THREAD = "virtual thread";

  /** Without those whose server is not installed. */
  @Override
  public List<Peer> peers() {
    var there = new ArrayList<>(peers);
    if (!RedisServer.isThere()) {
      there.removeAll(REDIS);
    }
    return there;
  }

  @Override
  public int figures() {
    return name.equals("rtt") || name.equals("subscribe") ? 2 : 1;
  }

  @Override
  public double seconds(Peer peer) {
    return 3 * Budget.START + (warmUpMillis() + measuredMillis()) / 1000.0;
  }

  private long warmUpMillis() {
    if (settings.quick()) {
      return QUICK_WARM_UP_MILLIS;
    }
    if (name.equals("subscribe") && !settings.only().isEmpty()) {
      return CHANGES_WARM_UP_MILLIS;
    }
    // Where both sides spin, on two processors, compilers only get what those that spin leave.
    boolean spins = SPINS.equals(params.get("waits"));
    return name.equals("rtt") && !spins ? LOOKUPS_WARM_UP_MILLIS : WARM_UP_MILLIS;
  }

  private long measuredMillis() {
    return 2L * settings.iterations() * settings.iterationMillis();
  }

  @Override
  public List<Reading> run(Peer peer, Lab lab) throws Exception {
    Path folder = lab.fresh(where);
    if (REDIS.contains(peer)) {
      try (var server = new RedisServer(folder, lab)) {
        Redis.fill(server.port());
        return measure(peer, server.port(), lab, Pinning.NONE);
      }
    }
    Path port = folder.resolve("port");
    Map<String, Object> options = options();
    options.put("port", port);
    Pinning pinning = pinning();
    try (ForkProcess server = lab.fork(pinning.server(), peer, "net-server", options)) {
      server.awaitReady();
      return measure(peer, Integer.parseInt(Files.readString(port)), lab, pinning);
    }
  }

  /** Only who spins has to be kept from where the other end does. */
  private Pinning pinning() throws IOException {
    return SPINS.equals(params.get("waits")) ? Pinning.here() : Pinning.NONE;
  }

  private Map<String, Object> options() {
    var options = new LinkedHashMap<String, Object>(params);
    options.putIfAbsent("waits", SLEEPS);
    options.putIfAbsent(CALLBACKS, IN_PLACE);
    options.putIfAbsent("encoding", WireEncoding.CBOR.name());
    options.put("warmUp", 0); // A server has none.
    options.put("millis", measuredMillis());
    return options;
  }

  private List<Reading> measure(Peer peer, int port, Lab lab, Pinning pinning) throws Exception {
    Map<String, Object> options = options();
    options.put("warmUp", warmUpMillis());
    options.put("port", port);
    Map<String, Double> found = lab.measure(pinning.client(), peer, name, options);
    var readings = new ArrayList<Reading>();
    for (String what : Reading.names(found)) {
      boolean rate = what.equals("rate");
      Map<String, Object> closed = closed();
      Map<String, Object> all = rate ? closed : Reading.with(closed, "percentile", what);
      readings.add(Reading.told(name, all, rate ? Reading.RATE : "ns", found, what));
    }
    readings.sort(java.util.Comparator.comparing(reading -> reading.params().toString()));
    return readings;
  }

  /**
   * The conditions, with the loop: the next lookup or change waits for the one before, where many
   * are on their way for one of them.
   */
  Map<String, Object> closed() {
    return Reading.with(params, "loop", "closed");
  }
}
