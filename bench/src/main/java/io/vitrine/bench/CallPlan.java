package io.vitrine.bench;

import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The measurements of single calls. All combinations of system, call, key, value, threads, entries
 * and folder would take a day: a whole run takes those that decide, who asks for a name gets all
 * its systems, and who asks for conditions gets each combination. For one thread.
 */
final class CallPlan {
  /** Lookups in maps of many sizes. */
  static final String SCALE = "scale";

  /** Those that leave the map worse to read come last. */
  private static final List<String> METHODS =
      List.of(
          "get",
          "getUsing",
          "getChained",
          "getMiss",
          "getAll32",
          "mixed95",
          "put",
          "putAll32",
          "removePut");

  /** What even a short run measures with each system. */
  private static final Set<String> DECISIVE = Set.of("get", "put");

  /** Those that a short run measures all the rest with. */
  private static final List<Peer> QUICK_MAPS = List.of(Peer.VITRINE, Peer.CHRONICLE_MAP);

  /** What is measured with more entries, too. */
  private static final Set<String> LARGE = Set.of("get", "put", "insert");

  /** What is measured with a log that tells of every change, too. */
  private static final Set<String> LOGGED = Set.of("put", "put-2-threads", "put-compact", "insert");

  /** What is measured in a compact map of arrays, too. */
  private static final Set<String> COMPACT =
      Set.of(
          "get",
          "getUsing",
          "getChained",
          "getAll32",
          "put",
          "putAll32",
          "get-2-threads",
          "put-2-threads");

  /** What of it a whole run leaves out. */
  private static final Set<String> COMPACT_ASKED_FOR = Set.of("getUsing");

  /** What a whole run measures with the systems that are near. */
  private static final Set<String> FAST_ONLY = Set.of("putAll32", "getChained");

  private static final List<Integer> OTHER_VALUES = List.of(8, 1 << 10);
  private static final int QUICK_PART = 10;

  private final Settings settings;
  private final Path where;
  private final boolean whole;
  private final List<Workload> workloads = new ArrayList<>();

  CallPlan(Settings settings) {
    this.settings = settings;
    this.where = settings.folders().getFirst();
    this.whole = settings.only().isEmpty();
  }

  /** Whether even a short run measures it with each system. */
  static boolean isDecisive(String name) {
    return DECISIVE.contains(name);
  }

  /** What was added since the last call. */
  List<Workload> take() {
    List<Workload> taken = List.copyOf(workloads);
    workloads.clear();
    return taken;
  }

  /** Every call, on a map of the smallest size asked for or of a larger one. */
  CallPlan addMain(long entries) {
    Matrix matrix = settings.matrix();
    if (!matrix.isGiven()) {
      var shape = new Shape(KeyKind.LONG, Matrix.VALUE_BYTES, entries);
      boolean large = entries > settings.entries().getFirst();
      addAll(shape, 1, large);
      return this;
    }
    for (KeyKind key : matrix.keysOrDefault()) {
      for (int value : matrix.valuesOrDefault()) {
        for (int threads : matrix.threadsOrDefault()) {
          addAll(new Shape(key, value, entries), threads, false);
        }
      }
    }
    for (int threads : matrix.threadsOrDefault()) {
      addNumbers("addAndGet", "addAndGet", entries, threads);
    }
    return this;
  }

  private void addAll(Shape shape, int threads, boolean large) {
    var prepared = new Prepared(where, shape, false);
    for (String method : METHODS) {
      // Calls with many keys at once are made with numbers, by one thread.
      boolean possible = !method.endsWith("32") || (shape.key() == KeyKind.LONG && threads == 1);
      if (possible && (!whole || !large || LARGE.contains(method))) {
        add(method, method, prepared, threads, peers(method, large));
      }
    }
    if (threads == 1) {
      List<Peer> peers = withLogged("insert", shape, peers("insert", large));
      // To fill a large map takes longer than the compilers do.
      int warmUp = large ? settings.leastWarmUpMillis() : settings.fillWarmUpMillis();
      workloads.add(new InsertWorkload("insert", shape, where, peers, warmUp));
    }
  }

  /** In a whole run systems are left out where their figure tells nothing more. */
  private List<Peer> peers(String method, boolean large) {
    if (!whole) {
      return Peer.MAPS;
    }
    if (settings.quick()) {
      return DECISIVE.contains(method) ? Peer.MAPS : few(method);
    }
    return large || FAST_ONLY.contains(method) ? Peer.FAST_MAPS : Peer.MAPS;
  }

  /** The fewest that tell anything. */
  private List<Peer> few(String method) {
    return settings.quick() && !method.equals("insert") ? QUICK_MAPS : Peer.FAST_MAPS;
  }

  /** Two threads, other keys, other values, and numbers; with the fewest entries. */
  CallPlan addThreads() {
    if (!settings.matrix().isGiven()) {
      long entries = settings.entries().getFirst();
      var shape = new Shape(KeyKind.LONG, Matrix.VALUE_BYTES, entries);
      var prepared = new Prepared(where, shape, false);
      add("get-2-threads", "get", prepared, 2, other("get"));
      add("put-2-threads", "put", prepared, 2, other("put"));
    }
    return this;
  }

  CallPlan addOther() {
    if (settings.matrix().isGiven()) {
      return this;
    }
    long entries = settings.entries().getFirst();
    var text = new Shape(KeyKind.STRING, Matrix.VALUE_BYTES, entries);
    var texts = new Prepared(where, text, false);
    add("get-string", "get", texts, 1, other("get"));
    add("put-string", "put", texts, 1, other("put"));
    workloads.add(
        new InsertWorkload(
            "insert-string", text, where, other("insert"), settings.leastWarmUpMillis()));
    for (int bytes : OTHER_VALUES) {
      if (!settings.quick() || bytes > Matrix.VALUE_BYTES) {
        long count = settings.quick() ? Math.max(1, entries / QUICK_PART) : entries;
        var values = new Prepared(where, new Shape(KeyKind.LONG, bytes, count), false);
        add("get-values", "get", values, 1, other("get"));
        add("put-values", "put", values, 1, other("put"));
      }
    }
    addNumbers("get-compact", "get", entries, 1);
    addNumbers("put-compact", "put", entries, 1);
    addNumbers("addAndGet", "addAndGet", entries, 1);
    return this;
  }

  /** Systems of a call under a condition that a whole run has besides the main one. */
  private List<Peer> other(String method) {
    return whole ? few(method) : Peer.MAPS;
  }

  private void addNumbers(String name, String method, long entries, int threads) {
    var numbers = new Shape(KeyKind.LONG, Long.BYTES, entries);
    boolean all = !whole || (name.equals("addAndGet") && !settings.quick());
    add(name, method, new Prepared(where, numbers, true), threads, all ? Peer.MAPS : few(method));
  }

  /** A lookup in maps that grow; what another measurement tells already is left out. */
  CallPlan addScale() {
    boolean hasGet = whole || (settings.only().contains("get") && !settings.matrix().isGiven());
    for (long entries : settings.matrix().scale()) {
      if (!hasGet || !settings.entries().contains(entries)) {
        var shape = new Shape(KeyKind.LONG, Matrix.VALUE_BYTES, entries);
        List<Peer> peers = !whole ? Peer.MAPS : Peer.FAST_MAPS;
        add(SCALE, "get", new Prepared(where, shape, false), 1, peers);
      }
    }
    return this;
  }

  /** The calls that matter most, with files in another folder. */
  CallPlan addElsewhere(Path other) {
    Matrix matrix = settings.matrix();
    long entries = settings.entries().getFirst();
    List<Peer> peers = whole ? Peer.FAST_MAPS : Peer.MAPS;
    for (KeyKind key : matrix.keysOrDefault()) {
      for (int value : matrix.valuesOrDefault()) {
        var shape = new Shape(key, value, entries);
        var prepared = new Prepared(other, shape, false);
        for (int threads : matrix.threadsOrDefault()) {
          add("get", "get", prepared, threads, peers);
          add("put", "put", prepared, threads, peers);
        }
        if (matrix.threadsOrDefault().contains(1)) {
          workloads.add(
              new InsertWorkload("insert", shape, other, peers, settings.leastWarmUpMillis()));
        }
      }
    }
    return this;
  }

  private void add(String name, String method, Prepared prepared, int threads, List<Peer> peers) {
    boolean isHere = prepared.where().equals(where);
    List<Peer> all = isHere ? withLogged(name, prepared.shape(), peers) : peers;
    if (!prepared.compact()) {
      all = withCompact(name, prepared.shape(), all);
    }
    workloads.add(new CallWorkload(name, method, prepared, threads, all, settings));
  }

  /** The same with ours, besides, in a compact map, where there can be one. */
  private List<Peer> withCompact(String name, Shape shape, List<Peer> peers) {
    boolean isLeftOut = whole && COMPACT_ASKED_FOR.contains(name);
    boolean fits = shape.key() == KeyKind.LONG && shape.valueBytes() == Matrix.VALUE_BYTES;
    if (settings.quick() || !COMPACT.contains(name) || isLeftOut || !fits) {
      return peers;
    }
    var all = new ArrayList<>(peers);
    all.add(1, Peer.COMPACT);
    return all;
  }

  /** The same with ours, besides, whose log tells of every change, where that tells something. */
  private List<Peer> withLogged(String name, Shape shape, List<Peer> peers) {
    boolean isMain = shape.entries() == settings.entries().getFirst();
    if (settings.quick() || !LOGGED.contains(name) || !isMain) {
      return peers;
    }
    var all = new ArrayList<>(peers);
    all.add(1, Peer.LOGGED);
    return all;
  }
}
