package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folders and JVMs for measurements; removes and ends them all when it is closed. For one thread,
 * but for closing it.
 */
final class Lab implements AutoCloseable {
  /** Maps that several measurements use. */
  private record Prepared(Path where, Shape shape, boolean compact) {}

  private final Map<Path, Path> roots = new HashMap<>();
  private final Map<Peer, Path> maps = new HashMap<>();
  private final Set<ForkProcess> processes = ConcurrentHashMap.newKeySet();
  private final Path log;
  private @Nullable Prepared prepared;
  private int folders;

  Lab(List<Path> wheres) throws IOException {
    log = Files.createTempFile("vitrine-bench", ".log");
    for (Path where : wheres) {
      Files.createDirectories(where);
      roots.put(where, Files.createTempDirectory(where, "vitrine-bench"));
    }
  }

  /** Takes what JVMs print besides their results. */
  Path log() {
    return log;
  }

  /** A folder that is not there yet. */
  Path fresh(Path where) throws IOException {
    Path root = roots.get(where);
    if (root == null) {
      throw new IllegalArgumentException(where + " was not announced");
    }
    return Files.createDirectory(root.resolve("f" + folders++));
  }

  /**
   * A folder with a map that has all its entries. It stays until one of another shape is asked for.
   */
  Path prepared(Peer peer, Path where, Shape shape, boolean compact)
      throws IOException, InterruptedException {
    var wanted = new Prepared(where, shape, compact);
    if (!wanted.equals(prepared)) {
      removePrepared();
      prepared = wanted;
    }
    Path folder = maps.get(peer);
    if (folder == null) {
      folder = fresh(where);
      if (peer != Peer.HASH_MAP && peer != Peer.MACHINE) {
        Map<String, Object> options = options(folder, shape);
        options.put("compact", compact);
        try (ForkProcess fork = fork(peer, "prepare", options)) {
          fork.results();
        }
      }
      maps.put(peer, folder);
    }
    return folder;
  }

  void removePrepared() {
    maps.values().forEach(Lab::delete);
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
    var process = new ForkProcess(peer, task, options, log);
    processes.add(process);
    return process;
  }

  /** Starts a JVM and waits for its results. */
  Map<String, Double> measure(Peer peer, String task, Map<String, Object> options)
      throws IOException, InterruptedException {
    try (ForkProcess fork = fork(peer, task, options)) {
      return fork.results();
    }
  }

  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> paths = new ArrayList<>();
    try (Stream<Path> found = Files.walk(folder)) {
      found.sorted(Comparator.reverseOrder()).forEach(paths::add);
      for (Path path : paths) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    processes.forEach(ForkProcess::close);
    roots.values().forEach(Lab::delete);
  }
}
