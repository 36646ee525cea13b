package io.vitrine.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * The results of one run, read from the JSON that it wrote. Immutable.
 *
 * @param file where they were
 * @param text the JSON itself
 * @param machine where and with what they were measured
 * @param figures the results, in their order
 */
public record RunFile(Path file, String text, Map<String, Object> machine, List<Figure> figures) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Reads a file that {@code vitrine bench --json} wrote.
   *
   * @param file the file
   * @return what it holds
   * @throws NotResultsException if it holds anything else
   * @throws IOException if it cannot be read
   */
  public static RunFile read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      String what =
          Files.isDirectory(file)
              ? ": is a folder, expected a file"
              : Files.exists(file) ? ": is no plain file" : ": there is no such file";
      throw new NotResultsException(file + what);
    }
    return parse(file, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
  }

  /**
   * Takes results that a run is about to write.
   *
   * @param file where they are or will be
   * @param text the JSON
   * @return what it holds
   * @throws NotResultsException if it holds anything else
   */
  public static RunFile parse(Path file, String text) {
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JacksonException e) {
      throw new NotResultsException(
          file
              + (e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr())
              + ": not JSON, expected a file that --json wrote: "
              + e.getOriginalMessage());
    }
    JsonNode machine = root.path("machine");
    JsonNode results = root.path("results");
    if (!machine.isObject() || !results.isArray()) {
      throw new NotResultsException(
          file + ": no results of the bench, expected an object of \"machine\" and \"results\"");
    }
    var figures = new ArrayList<Figure>();
    for (JsonNode node : results) {
      figures.add(figure(file, figures.size() + 1, node));
    }
    return new RunFile(file, text, mapOf(machine), List.copyOf(figures));
  }

  /**
   * Whether the run came to its end; files of before do not tell, which are of such runs.
   *
   * @return false if it was interrupted
   */
  public boolean isComplete() {
    return !Boolean.FALSE.equals(machine.get("complete"));
  }

  /**
   * What to know before the results are looked at.
   *
   * @return sentences, none of a run that came to its end
   */
  public List<String> notes() {
    return isComplete()
        ? List.of()
        : List.of(
            file
                + " is not complete: the run was interrupted "
                + machine.getOrDefault("interrupted", "before its end"));
  }

  private static Figure figure(Path file, int number, JsonNode node) {
    String place = file + ", result " + number;
    double value = number(place, node, "value");
    return new Figure(
        text(place, node, "bench"),
        text(place, node, "system"),
        mapOf(field(place, node, "params", JsonNode::isObject, "an object")),
        text(place, node, "unit"),
        value,
        number(place, node, "low"),
        number(place, node, "high"),
        node.path("samples").asInt(1),
        forks(place, node),
        node.path("allocated").asDouble(Double.NaN),
        node.path("ratio").asDouble(Double.NaN));
  }

  /** Files of before have none. */
  private static List<Double> forks(String place, JsonNode node) {
    if (!node.has("forks")) {
      return List.of();
    }
    var forks = new ArrayList<Double>();
    for (JsonNode fork : field(place, node, "forks", JsonNode::isArray, "a list of numbers")) {
      forks.add(fork.asDouble(Double.NaN));
    }
    return List.copyOf(forks);
  }

  private static String text(String place, JsonNode node, String name) {
    return field(place, node, name, JsonNode::isString, "a text").asString();
  }

  /** What could not be measured is null in the file. */
  private static double number(String place, JsonNode node, String name) {
    return field(place, node, name, found -> found.isNumber() || found.isNull(), "a number")
        .asDouble(Double.NaN);
  }

  private static JsonNode field(
      String place,
      JsonNode node,
      String name,
      java.util.function.Predicate<JsonNode> fits,
      String expected) {
    JsonNode found = node.get(name);
    if (found == null || !fits.test(found)) {
      throw new NotResultsException(
          place + ": \"" + name + "\" is " + found + ", expected " + expected);
    }
    return found;
  }

  @SuppressWarnings("unchecked") // What a JSON object becomes.
  private static Map<String, Object> mapOf(JsonNode object) {
    return (Map<String, Object>) JSON.convertValue(object, LinkedHashMap.class);
  }
}
