package io.vitrine.bench.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.ObjectMapper;

/**
 * The page with charts: one file that holds the results, its script and the library that draws, so
 * that it needs no network. Stateless, for any thread.
 */
public final class Page {
  private Page() {}

  /**
   * Makes the page.
   *
   * @param json the results as {@code --json} writes them
   * @param notes sentences to stand above them
   * @return the page
   * @throws IOException if a part of it is not on the class path
   */
  public static String of(String json, List<String> notes) throws IOException {
    return text("bench.html")
        .replace("/*LIBRARY*/", text("echarts.min.js"))
        .replace("/*SCRIPT*/", text("charts.js") + text("bench.js"))
        .replace("/*STYLE*/", text("page.css") + text("bench.css"))
        .replace("/*NOTES*/", inScript(new ObjectMapper().writeValueAsString(notes)))
        .replace("/*FIGURES*/", inScript(json.strip()));
  }

  /** Nothing that was measured ends the script. */
  private static String inScript(String json) {
    return json.replace("<", "\\u003c");
  }

  private static String text(String name) throws IOException {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name + " is not on the class path; build again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
