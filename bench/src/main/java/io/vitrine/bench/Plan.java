package io.vitrine.bench;

import io.vitrine.bench.hash.HashForm;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All measurements, those that use the same files next to each other. Stateless, any thread. */
final class Plan {
  private static final int VALUE_BYTES = 64;
  private static final long SPACE_ENTRIES = 1_000_000;
  private static final long EXAMPLES_ENTRIES = 1_000_000;
  private static final int MANY_WRITERS = 64;
  private static final int IN_FLIGHT = 64;
  private static final int SUBSCRIBERS = 100;

  private final Settings settings;
  private final List<Workload> workloads = new ArrayList<>();

  private Plan(Settings settings) {
    this.settings = settings;
  }

  /** The measurements that are wanted, in the order in which they are made. */
  static List<Workload> of(Settings settings) {
    var plan = new Plan(settings);
    for (Path where : settings.folders()) {
      for (long entries : settings.entries()) {
        plan.addMain(where, entries);
      }
    }
    plan.addHashes();
    Path where = settings.folders().getFirst();
    plan.addSpecial(where, settings.entries().getFirst(), settings.entries().getLast());
    plan.workloads.removeIf(workload -> !settings.wants(workload.name()));
    return List.copyOf(plan.workloads);
  }

  /** The names of all measurements, in their order. */
  static Set<String> names(Settings settings) {
    var all =
        new Settings(
            settings.quick(),
            settings.rounds(),
            Set.of(),
            settings.peers(),
            settings.folders(),
            settings.entries());
    var names = new LinkedHashSet<String>();
    of(all).forEach(workload -> names.add(workload.name()));
    return names;
  }

  /** What is measured with every number of entries in every folder. */
  private void addMain(Path where, long entries) {
    var shape = new Shape(KeyKind.LONG, VALUE_BYTES, entries);
    for (String method : List.of("get", "getUsing", "getAll32", "put", "putAll32")) {
      add(method, method, shape, false, 1, where);
    }
    workloads.add(new InsertWorkload("insert", shape, where));
    var numbers = new Shape(KeyKind.LONG, Long.BYTES, entries);
    workloads.add(new CollectionsWorkload("collections", numbers, where));
  }

  /** What is measured once. */
  private void addSpecial(Path where, long fewest, long most) {
    var shape = new Shape(KeyKind.LONG, VALUE_BYTES, fewest);
    add("get-2-threads", "get", shape, false, 2, where);
    workloads.add(new ShareWorkload("share", shape, where, settings));
    workloads.add(new VisibilityWorkload("visibility", shape, where));
    var text = new Shape(KeyKind.STRING, VALUE_BYTES, fewest);
    add("get-string", "get", text, false, 1, where);
    add("put-string", "put", text, false, 1, where);
    workloads.add(new InsertWorkload("insert-string", text, where));
    var numbers = new Shape(KeyKind.LONG, Long.BYTES, fewest);
    add("get-compact", "get", numbers, true, 1, where);
    add("put-compact", "put", numbers, true, 1, where);
    workloads.add(new SpaceWorkload("space", Math.min(fewest, SPACE_ENTRIES), where));
    for (Path folder : settings.folders()) {
      workloads.add(new DurableWorkload("durable", 1, folder));
      workloads.add(new DurableWorkload("durable", MANY_WRITERS, folder));
    }
    workloads.add(new CodecWorkload("wire-codec", true, settings));
    workloads.add(new CodecWorkload("wire-codec", false, settings));
    addNet(where);
    addEvents(where);
    workloads.add(
        new ExamplesWorkload("examples", Math.min(fewest, EXAMPLES_ENTRIES), where, settings));
    var large = new Shape(KeyKind.LONG, VALUE_BYTES, most);
    workloads.add(new PausesWorkload("pauses", large, where));
    workloads.add(new OpenWorkload("open", large, where));
  }

  /** What goes over connections. */
  private void addNet(Path where) {
    List<Peer> all = List.of(Peer.VITRINE, Peer.NETTY, Peer.LETTUCE, Peer.JEDIS);
    List<Peer> spinning = List.of(Peer.VITRINE, Peer.NETTY);
    for (String waits : List.of(NetWorkload.SLEEPS, NetWorkload.SPINS)) {
      boolean sleeps = waits.equals(NetWorkload.SLEEPS);
      Map<String, Object> params = Map.of("waits", waits);
      workloads.add(new NetWorkload("rtt", params, sleeps ? all : spinning, where, settings));
      List<Peer> heard = List.of(Peer.VITRINE, Peer.LETTUCE, Peer.JEDIS);
      workloads.add(
          new NetWorkload(
              "subscribe", params, sleeps ? heard : List.of(Peer.VITRINE), where, settings));
    }
    workloads.add(
        new NetWorkload("rtt", Map.of("encoding", "YAML"), List.of(Peer.VITRINE), where, settings));
    List<Peer> asking = List.of(Peer.VITRINE, Peer.NETTY, Peer.LETTUCE);
    workloads.add(
        new NetWorkload("pipeline", Map.of("inFlight", IN_FLIGHT), asking, where, settings));
    List<Peer> telling = List.of(Peer.VITRINE, Peer.LETTUCE);
    workloads.add(
        new NetWorkload("fan-out", Map.of("subscribers", SUBSCRIBERS), telling, where, settings));
  }

  /** What subscribers on the same machine are told. */
  private void addEvents(Path where) {
    for (int subscribers : List.of(1, 10, SUBSCRIBERS)) {
      workloads.add(
          new EventsWorkload("events", EventsWorkload.Part.RATE, subscribers, where, settings));
    }
    for (int processes : List.of(1, 2)) {
      workloads.add(
          new EventsWorkload("events", EventsWorkload.Part.DELAY, processes, where, settings));
    }
    workloads.add(
        new EventsWorkload("events", EventsWorkload.Part.STUCK, SUBSCRIBERS, where, settings));
  }

  /** Hash functions need no map. */
  private void addHashes() {
    for (HashForm form : HashForm.values()) {
      for (String function : form.functions(settings.quick())) {
        workloads.add(new HashWorkload(function, form, settings));
      }
    }
  }

  private void add(
      String name, String method, Shape shape, boolean compact, int threads, Path where) {
    workloads.add(new CallWorkload(name, method, shape, compact, threads, where, settings));
  }
}
