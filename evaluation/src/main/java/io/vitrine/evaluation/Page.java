package io.vitrine.evaluation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The page with pictures: one file that holds its figures, its script and the library that draws,
 * so that it needs no network. Stateless, for any thread.
 */
final class Page {
  private Page() {}

  static String of(Map<String, Object> result) throws IOException {
    return text("page.html")
        .replace("/*LIBRARY*/", text("echarts.min.js"))
        .replace("/*SCRIPT*/", text("charts.js") + text("page.js"))
        .replace("/*STYLE*/", text("page.css"))
        .replace("/*FIGURES*/", Json.of(result));
  }

  private static String text(String name) throws IOException {
    try (InputStream in = KeyFile.resource(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
