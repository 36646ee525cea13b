package io.vitrine.evaluation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The page with pictures: one file that holds its figures, its script and the library that draws,
 * so that it needs no network. Stateless, for any thread.
 */
final class Page {
  private Page() {}

  static String of(Map<String, Object> result) throws IOException {
    return text("page.html")
        .replace("/*NOTES*/", notes(result))
        .replace("/*LIBRARY*/", text("echarts.min.js"))
        .replace("/*SCRIPT*/", text("charts.js") + text("page.js"))
        .replace("/*STYLE*/", text("page.css"))
        .replace("/*FIGURES*/", Json.of(result));
  }

  private static String notes(Map<String, Object> result) {
    return ((List<?>) result.getOrDefault("notes", List.of()))
        .stream()
            .map(
                note -> "<p>" + note.toString().replace("&", "&amp;").replace("<", "&lt;") + "</p>")
            .collect(Collectors.joining("\n"));
  }

  private static String text(String name) throws IOException {
    try (InputStream in = KeyFile.resource(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
