package io.vitrine.bench;

import io.vitrine.bench.report.Numbers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints results as a table and as JSON. For one thread. */
final class Report {
  private final PrintWriter out;

  Report(PrintWriter out) {
    this.out = out;
  }

  /** Prints where the measurements are made. */
  void machine(Map<String, Object> machine) {
    machine.forEach((name, value) -> {
      if (value instanceof Map<?, ?> peers) {
        peers.forEach((peer, about) ->
            out.printf(
                "%-23s %s%n", peer, about instanceof Map<?, ?> map ? map.get("version") : about));
      } else {
        out.printf("%-23s %s%n", name, value);
      }
    });
    out.flush();
  }

  /** Prints results, those that can be compared below one heading. */
  void table(List<Result> results) {
    String last = "";
    for (Result result : results) {
      String heading = heading(result);
      if (!heading.equals(last)) {
        out.println();
        out.println(heading);
        last = heading;
      }
      out.println(line(result));
    }
    out.flush();
  }

  private static String heading(Result result) {
    var parts = new ArrayList<String>();
    result.params().forEach((name, value) -> parts.add(name + " " + value));
    return result.bench() + ": " + String.join(", ", parts);
  }

  private static String line(Result result) {
    var line = new StringBuilder();
    line.append(
        String.format(
            Locale.ROOT,
            "  %-23s %11s %-8s [%s .. %s]",
            result.peer().label(),
            Numbers.shown(result.value()),
            result.unit(),
            Numbers.shown(result.low()),
            Numbers.shown(result.high())));
    if (!Double.isNaN(result.ratio())) {
      line.append(String.format(Locale.ROOT, "  x %.2f", result.ratio()));
    }
    if (!Double.isNaN(result.allocated())) {
      line.append(String.format(Locale.ROOT, "  %.0f B allocated", result.allocated()));
    }
    return line.toString();
  }

  /** The results as JSON. */
  static String json(Map<String, Object> machine, List<Result> results) {
    List<Object> list = new ArrayList<>();
    for (Result result : results) {
      var fields = new LinkedHashMap<String, Object>();
      fields.put("bench", result.bench());
      fields.put("system", result.peer().label());
      fields.put("params", result.params());
      fields.put("unit", result.unit());
      fields.put("value", result.value());
      fields.put("low", result.low());
      fields.put("high", result.high());
      fields.put("samples", result.samples());
      fields.put("forks", result.forks());
      if (!Double.isNaN(result.allocated())) {
        fields.put("allocated", result.allocated());
      }
      if (!Double.isNaN(result.ratio())) {
        fields.put("ratio", result.ratio());
      }
      list.add(fields);
    }
    return "{\"machine\": " + Json.of(machine) + ",\n\"results\": " + Json.of(list) + "}\n";
  }
}
