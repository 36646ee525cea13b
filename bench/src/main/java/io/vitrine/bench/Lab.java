package io.vitrine.bench;

import io.vitrine.bench.call.CallRun;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Folders and processes for measurements; removes and ends them all when it is closed, or when the
 * program is told to end. For one thread.
 */
final class Lab implements AutoCloseable {
  /** Bytes of an entry besides its value, and how often some system needs that while it fills. */
  private static final long ENTRY_BYTES = 60;

  private static final int ROOM = 3;

  private final Map<Path, Path> roots = new HashMap<>();
  private final Map<Peer, Path> maps = new HashMap<>();
  private final List<Path> begun = new ArrayList<>();
  private final Traces traces = new Traces();
  private final Path log;
  private @Nullable Prepared prepared;
  private int folders;

  Lab(List<Path> wheres) throws IOException {
    try {
      log = traces.make(() -> Files.createTempFile("vitrine-bench", ".log"));
      traces.make(() -> CallRun.ownLog(log));
      for (Path where : wheres) {
        Files.createDirectories(where);
        roots.put(where, traces.make(() -> Files.createTempDirectory(where, "vitrine-bench")));
      }
    } catch (IOException | RuntimeException e) {
      traces.close();
      throw e;
    }
  }

  /** Takes what JVMs print besides their results; goes in the end as all the rest does. */
  Path log() {
    return log;
  }

  /** Leaves the log to who wants to know why something failed. */
  void keepLog() {
    traces.keep(log);
  }

  /** What has to be gone in the end. */
  Traces traces() {
    return traces;
  }

  /** A folder that is not there yet. */
  Path fresh(Path where) throws IOException {
    Path root = roots.get(where);
    if (root == null) {
      throw new IllegalArgumentException(where + " was not announced");
    }
    traces.check();
    Path folder = Files.createDirectory(root.resolve("f" + folders++));
    begun.add(folder);
    return folder;
  }

  /**
   * Removes what a measurement has left, as one that failed does, and of maps those that are not
   * whole. No process may use it any more.
   */
  void removeLeft() throws IOException {
    begun.removeAll(maps.values());
    for (Path folder : begun) {
      delete(folder);
    }
    begun.clear();
  }

  /**
   * A folder with a map that has all its entries. It stays until one of another shape is asked for,
   * or until there is no room for that of another system.
   */
  Path prepared(Peer peer, Prepared wanted) throws IOException, InterruptedException {
    if (!wanted.equals(prepared)) {
      removePrepared();
      prepared = wanted;
    }
    Path folder = maps.get(peer);
    if (folder == null) {
      makeRoom(wanted);
      folder = fresh(wanted.where());
      if (!peer.isOnHeap() && peer != Peer.MACHINE) {
        Map<String, Object> options = options(folder, wanted.shape());
        options.put("compact", wanted.compact());
        try (ForkProcess fork = fork(peer, "prepare", options)) {
          fork.results();
        }
      }
      maps.put(peer, folder);
    }
    return folder;
  }

  /** Removes the maps of other systems where they could leave too little room for the next. */
  private void makeRoom(Prepared wanted) throws IOException {
    Shape shape = wanted.shape();
    long bytes = ROOM * shape.entries() * (shape.valueBytes() + ENTRY_BYTES);
    if (Files.getFileStore(wanted.where()).getUsableSpace() < bytes) {
      removePrepared();
    }
  }

  void removePrepared() throws IOException {
    for (Path folder : maps.values()) {
      delete(folder);
    }
    maps.clear();
  }

  /** What a task about a map has to know. */
  static Map<String, Object> options(Path folder, Shape shape) {
    var options = new LinkedHashMap<String, Object>();
    options.put("folder", folder);
    options.put("key", shape.key().name());
    options.put("value", shape.valueBytes());
    options.put("entries", shape.entries());
    return options;
  }

  /** Starts a JVM. */
  ForkProcess fork(Peer peer, String task, Map<String, Object> options) throws IOException {
    return fork(List.of(), peer, task, options);
  }

  /** Starts a JVM with something before its command, see {@link Pinning}. */
  ForkProcess fork(List<String> prefix, Peer peer, String task, Map<String, Object> options)
      throws IOException {
    return new ForkProcess(prefix, peer, task, options, this);
  }

  /** Starts a JVM and waits for its results. */
  Map<String, Double> measure(Peer peer, String task, Map<String, Object> options)
      throws IOException, InterruptedException {
    return measure(List.of(), peer, task, options);
  }

  /** Starts a JVM with something before its command, and waits for its results. */
  Map<String, Double> measure(
      List<String> prefix, Peer peer, String task, Map<String, Object> options)
      throws IOException, InterruptedException {
    try (ForkProcess fork = fork(prefix, peer, task, options)) {
      return fork.results();
    }
  }

  static void delete(Path folder) throws IOException {
    Traces.delete(folder);
  }

  @Override
  public void close() throws IOException {
    traces.close();
  }
}
