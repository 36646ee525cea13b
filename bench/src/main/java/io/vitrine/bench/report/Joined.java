package io.vitrine.bench.report;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of several runs as one report. Immutable.
 *
 * <p>What several files have, of the same system under the same conditions, is taken from the one
 * named first. Ratios stay those within the file that a result is from, whose Vitrine ran in the
 * same hour.
 *
 * @param text the results as JSON: of a single run as they are; of several with {@code file} in
 *     each, and in {@code runs} the machine of each file
 * @param notes what to know before the results are looked at
 */
public record Joined(String text, List<String> notes) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Names of what differs between any two runs, and of what is compared or told apart. */
  private static final Set<String> EACH_ITS_OWN =
      Set.of("time", "seconds", "complete", "interrupted", "peers");

  /** A run that has no such folder has no results with it as a condition. */
  private static final String FOLDER = "folder ";

  /**
   * Joins runs.
   *
   * @param runs one or more
   * @return all results
   */
  public static Joined of(List<RunFile> runs) {
    var notes = new ArrayList<String>();
    runs.forEach(run -> notes.addAll(run.notes()));
    if (runs.size() == 1) {
      return new Joined(runs.getFirst().text(), List.copyOf(notes));
    }
    ObjectNode root = JSON.createObjectNode();
    root.set("machine", tree(runs.getFirst()).path("machine"));
    ArrayNode machines = root.putArray("runs");
    ArrayNode results = root.putArray("results");
    var known = new HashSet<Figure.Key>();
    var parts = new ArrayList<String>();
    for (RunFile run : runs) {
      JsonNode tree = tree(run);
      machines.addObject().put("file", run.file().toString()).set("machine", tree.path("machine"));
      int taken = add(run, tree.path("results"), known, results);
      int all = run.figures().size();
      parts.add((taken < all ? taken + " of " : "") + all + " results of " + run.file());
    }
    notes.add(
        "Joined: "
            + String.join(", ", parts)
            + "; what several files have is that of the first, and ratios are those within a file");
    notes.addAll(differences(runs));
    return new Joined(root.toString(), List.copyOf(notes));
  }

  private static JsonNode tree(RunFile run) {
    try {
      return JSON.readTree(run.text());
    } catch (JacksonException e) {
      throw new IllegalStateException("has been read before: file=" + run.file(), e);
    }
  }

  /** Adds what no file before has, and tells how many results that is. */
  private static int add(RunFile run, JsonNode from, Set<Figure.Key> known, ArrayNode results) {
    var own = new HashSet<Figure.Key>();
    int taken = 0;
    for (int i = 0; i < run.figures().size(); i++) {
      Figure.Key key = run.figures().get(i).key();
      if (!known.contains(key)) {
        var result = (ObjectNode) from.get(i).deepCopy();
        results.add(result.put("file", run.file().toString()));
        own.add(key);
        taken++;
      }
    }
    known.addAll(own);
    return taken;
  }

  /** Where the machines of the runs, or how they measured, are not the same. */
  static List<String> differences(List<RunFile> runs) {
    var names = new LinkedHashSet<String>();
    var systems = new LinkedHashSet<String>();
    for (RunFile run : runs) {
      names.addAll(run.machine().keySet());
      peers(run).keySet().forEach(system -> systems.add(system.toString()));
    }
    names.removeAll(EACH_ITS_OWN);
    var differences = new ArrayList<String>();
    for (String name : names) {
      List<RunFile> telling =
          name.startsWith(FOLDER)
              ? runs.stream().filter(run -> run.machine().containsKey(name)).toList()
              : runs;
      addDifference(name, telling, run -> run.machine().get(name), differences);
    }
    for (String system : systems) {
      List<RunFile> telling =
          runs.stream().filter(run -> peers(run).get(system) instanceof Map).toList();
      for (String what : List.of("version", "flags", "server")) {
        addDifference(
            what + " of " + system,
            telling,
            run -> peers(run).get(system) instanceof Map<?, ?> about ? about.get(what) : null,
            differences);
      }
    }
    return differences;
  }

  private static Map<?, ?> peers(RunFile run) {
    return run.machine().get("peers") instanceof Map<?, ?> peers ? peers : Map.of();
  }

  private static void addDifference(
      String name,
      List<RunFile> runs,
      Function<RunFile, @Nullable Object> told,
      List<String> differences) {
    Function<RunFile, String> shown =
        run -> {
          String value = Objects.requireNonNullElse(told.apply(run), "not told").toString();
          return value.isEmpty() ? "none" : value;
        };
    if (runs.stream().map(shown).distinct().count() > 1) {
      differences.add(
          runs.stream()
              .map(run -> shown.apply(run) + " in " + run.file())
              .collect(Collectors.joining(", ", "The runs differ in " + name + ": ", "")));
    }
  }
}
