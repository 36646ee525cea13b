package io.vitrine.bench;

import io.vitrine.bench.hash.HashForm;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All measurements, those that use the same files next to each other. Stateless, any thread. */
final class Plan {
  private static final long SPACE_ENTRIES = 300_000;
  private static final long QUICK_SPACE_ENTRIES = 50_000;
  private static final long EXAMPLES_ENTRIES = 1_000_000;
  private static final long PAUSES_ENTRIES = 3_000_000;
  private static final long LIMITS_ENTRIES = 10_000_000;
  private static final long QUICK_ELEMENTS = 50_000;
  private static final long RATE = 200_000;

  /** As many as go, and so many a second. */
  private static final List<Long> JOURNAL_RATES = List.of(0L, 1_000_000L, 100_000L);

  private static final List<Integer> WRITERS = List.of(1, 8, 64);

  /** What a short run leaves out unless somebody asks for it. */
  private static final Set<String> LEFT_TO_LONG =
      Set.of(
          "getMiss",
          "put-2-threads",
          "put-string",
          "insert-string",
          "get-values",
          "put-values",
          "get-compact",
          "put-compact",
          "mixed95",
          "removePut",
          "putAll32",
          "scale",
          "getUsing",
          "getChained",
          "getAll32",
          "get-2-threads",
          "get-string",
          "addAndGet",
          "open",
          "hash-bytes",
          "pipeline",
          "fan-out",
          "examples");

  private static final List<Integer> QUICK_WRITERS = List.of(1, 64);

  /** What only who asks for hashes wants to know. */
  private static final Set<HashForm> SIDE_FORMS =
      EnumSet.of(
          HashForm.BYTES_CHAINED,
          HashForm.STRING_16,
          HashForm.STRING_TO_UTF8,
          HashForm.STRING_LATIN1,
          HashForm.STRING_UTF16_TO_UTF8,
          HashForm.SEGMENT_HEAP,
          HashForm.SEGMENT_MAPPED);

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
    Path where = settings.folders().getFirst();
    plan.addMaps(where);
    plan.addCollections(where);
    plan.addHashes();
    plan.addSpecial(where, settings.entries().getFirst());
    boolean brief = settings.isBrief();
    plan.workloads.removeIf(workload -> !settings.wants(workload));
    if (brief) {
      plan.workloads.removeIf(workload -> LEFT_TO_LONG.contains(workload.name()));
    }
    return List.copyOf(plan.workloads);
  }

  /** The names of all measurements and groups of them, in their order. */
  static Set<String> names(Settings settings) {
    var names = new LinkedHashSet<String>();
    for (Workload workload : of(settings.withUsualCalls().withAll())) {
      names.add(workload.group());
      names.add(workload.name());
    }
    names.add(CallPlan.SCALE); // where --entries has the same numbers, a whole run leaves it out
    SIDE_FORMS.forEach(form -> names.add("hash-" + form.label())); // no part of a whole run
    return names;
  }

  /** Of these names the ones that somebody asks for; of a group all that is in it. */
  static Set<String> listed(Settings settings) {
    if (settings.only().isEmpty()) {
      return names(settings);
    }
    var listed = new LinkedHashSet<String>();
    for (Workload workload : of(settings)) {
      if (settings.only().contains(workload.group())) {
        listed.add(workload.group());
      }
      listed.add(workload.name());
    }
    return listed;
  }

  /** Calls on maps of all systems, and what else uses the same maps. */
  private void addMaps(Path where) {
    var calls = new CallPlan(settings);
    long fewest = settings.entries().getFirst();
    long most = settings.entries().getLast();
    var shape = new Shape(KeyKind.LONG, Matrix.VALUE_BYTES, fewest);
    workloads.addAll(calls.addMain(fewest).addThreads().take());
    workloads.add(new ShareWorkload("share", shape, where, settings));
    workloads.add(new VisibilityWorkload("visibility", shape, where, settings.leastWarmUpMillis()));
    workloads.add(new LatencyWorkload("latency", RATE, shape, where, settings));
    for (long entries : settings.entries().stream().skip(1).toList()) {
      workloads.addAll(calls.addMain(entries).take());
    }
    var large = new Shape(KeyKind.LONG, Matrix.VALUE_BYTES, most);
    boolean whole = settings.only().isEmpty();
    List<Peer> opening =
        (whole ? Peer.FAST_MAPS : Peer.MAPS).stream().filter(peer -> !peer.isOnHeap()).toList();
    workloads.add(new OpenWorkload("open", large, where, opening));
    long pauses = whole ? Math.min(most, PAUSES_ENTRIES) : most;
    var filled = new Shape(KeyKind.LONG, Matrix.VALUE_BYTES, pauses);
    workloads.add(new PausesWorkload("pauses", filled, where, settings.leastWarmUpMillis()));
    if (!settings.quick() || !whole) {
      Shape few = whole ? shape : filled;
      workloads.add(new PauseCausesWorkload("pause-causes", few, where));
    }
    workloads.addAll(calls.addOther().addScale().take());
    if (!settings.quick()) {
      for (Path other : settings.folders().stream().skip(1).toList()) {
        workloads.addAll(calls.addElsewhere(other).take());
      }
    }
  }

  /** Lists and sets of the smallest size; of all sizes for who asks for them. */
  private void addCollections(Path where) {
    List<Long> sizes = settings.entries();
    if (settings.only().isEmpty()) {
      sizes = List.of(settings.quick() ? QUICK_ELEMENTS : sizes.getFirst());
    }
    for (long elements : sizes) {
      var numbers = new Shape(KeyKind.LONG, Long.BYTES, elements);
      workloads.add(new CollectionsWorkload("collections", numbers, where, settings));
    }
  }

  /** What is measured once. */
  private void addSpecial(Path where, long fewest) {
    long entries = settings.quick() ? QUICK_SPACE_ENTRIES : SPACE_ENTRIES;
    boolean all = !settings.quick() || !settings.only().isEmpty();
    List<Peer> peers = all ? Peer.MAPS : Peer.FAST_MAPS;
    List<Long> sizes =
        settings.namesEntries() ? settings.entries() : List.of(Math.min(fewest, entries));
    sizes.forEach(size -> workloads.add(new SpaceWorkload("space", size, where, peers)));
    settings.entries().stream()
        .map(count -> !settings.only().isEmpty() ? count : Math.min(count, LIMITS_ENTRIES))
        .distinct()
        .forEach(count -> workloads.add(new LimitsWorkload("limits", count, where, settings)));
    if (all) {
      (settings.only().isEmpty() ? List.of(fewest) : settings.entries())
          .forEach(count -> workloads.add(new BareUpdatesWorkload("bare-updates", count, where)));
      settings.folders().forEach(folder -> workloads.add(new FilesWorkload("files", folder)));
    }
    // The last folder is that of a disk where it was not told otherwise.
    Path disk = settings.folders().getLast();
    for (int writers : all ? WRITERS : QUICK_WRITERS) {
      workloads.add(new DurableWorkload("durable", writers, disk, settings));
    }
    if (!settings.isBrief()) {
      workloads.add(new CodecWorkload("wire-codec", true, settings));
    }
    workloads.add(new CodecWorkload("wire-codec", false, settings));
    addNet(where);
    addEvents(where);
    boolean brief = settings.isBrief();
    for (long rate : brief ? JOURNAL_RATES.subList(0, 1) : JOURNAL_RATES) {
      workloads.add(new JournalWorkload("journal", rate, where, settings));
    }
    workloads.add(
        new ExamplesWorkload("examples", Math.min(fewest, EXAMPLES_ENTRIES), where, settings));
  }

  /** What goes over connections. */
  private void addNet(Path where) {
    boolean brief = settings.isBrief();
    List<Peer> all =
        new ArrayList<>(List.of(Peer.VITRINE, Peer.MACHINE, Peer.NETTY, Peer.LETTUCE, Peer.JEDIS));
    List<Peer> heard =
        new ArrayList<>(List.of(Peer.VITRINE, Peer.MACHINE, Peer.LETTUCE, Peer.JEDIS));
    if (brief) { // one client of Redis, the faster one at this
      all.remove(Peer.LETTUCE);
      heard.remove(Peer.LETTUCE);
    }
    List<Peer> spinning = List.of(Peer.VITRINE, Peer.MACHINE, Peer.NETTY);
    // Where both ends spin is for who asks: few users have processors to spare for it.
    List<String> ways =
        settings.quick() || settings.only().isEmpty()
            ? List.of(NetWorkload.SLEEPS)
            : List.of(NetWorkload.SLEEPS, NetWorkload.SPINS);
    for (String waits : ways) {
      boolean sleeps = waits.equals(NetWorkload.SLEEPS);
      Map<String, Object> params = Map.of("waits", waits);
      workloads.add(new NetWorkload("rtt", params, sleeps ? all : spinning, where, settings));
      List<Peer> heardSpinning = List.of(Peer.VITRINE, Peer.MACHINE);
      workloads.add(
          new NetWorkload("subscribe", params, sleeps ? heard : heardSpinning, where, settings));
    }
    if (!brief) {
      workloads.add(
          new NetWorkload(
              "rtt", Map.of("encoding", "YAML"), List.of(Peer.VITRINE), where, settings));
    }
    List<Peer> asking =
        brief ? List.of(Peer.VITRINE, Peer.NETTY) : List.of(Peer.VITRINE, Peer.NETTY, Peer.LETTUCE);
    workloads.add(
        new NetWorkload("pipeline", Map.of("inFlight", IN_FLIGHT), asking, where, settings));
    if (!settings.only().isEmpty()) {
      addByThread(where);
    }
    List<Peer> telling = List.of(Peer.VITRINE, Peer.LETTUCE);
    workloads.add(
        new NetWorkload("fan-out", Map.of("subscribers", SUBSCRIBERS), telling, where, settings));
  }

  /** What it costs not to be called by the event loop, for who asks. */
  private void addByThread(Path where) {
    String who = NetWorkload.BY_THREAD;
    List<Peer> alone = List.of(Peer.VITRINE);
    workloads.add(
        new NetWorkload("subscribe", Map.of(NetWorkload.CALLBACKS, who), alone, where, settings));
    workloads.add(
        new NetWorkload(
            "pipeline",
            Map.of("inFlight", IN_FLIGHT, NetWorkload.CALLBACKS, who),
            alone,
            where,
            settings));
  }

  /** What subscribers on the same machine are told. */
  private void addEvents(Path where) {
    boolean brief = settings.isBrief();
    for (int subscribers : brief ? List.of(1) : List.of(1, 10, SUBSCRIBERS)) {
      workloads.add(
          new EventsWorkload("events", EventsWorkload.Part.RATE, subscribers, where, settings));
    }
    for (int processes : brief ? List.of(2) : List.of(1, 2)) {
      workloads.add(
          new EventsWorkload("events", EventsWorkload.Part.DELAY, processes, where, settings));
    }
    if (!brief) {
      workloads.add(
          new EventsWorkload("events", EventsWorkload.Part.STUCK, SUBSCRIBERS, where, settings));
    }
  }

  /** Hash functions need no map. */
  private void addHashes() {
    Set<HashForm> forms = EnumSet.allOf(HashForm.class);
    if (settings.only().isEmpty()) {
      forms.removeAll(SIDE_FORMS);
    }
    for (HashForm form : forms) {
      for (String function : form.functions(settings.isBrief())) {
        workloads.add(new HashWorkload(function, form, settings));
      }
    }
  }
}
