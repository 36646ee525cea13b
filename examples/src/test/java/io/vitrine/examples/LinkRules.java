package io.vitrine.examples;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Checks that links between the pages lead somewhere. Stateless, for any thread. */
final class LinkRules {
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("^[a-z][a-z+.-]*:.*");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");

  private LinkRules() {}

  /**
   * Returns the links of a Markdown page that lead nowhere, one message each.
   *
   * @param page the file
   * @return the messages, in the order of the lines
   * @throws IOException if a page cannot be read
   */
  static List<String> check(Path page) throws IOException {
    var errors = new ArrayList<String>();
    int number = 0;
    for (String line : withoutCode(Files.readAllLines(page))) {
      number++;
      var link = LINK.matcher(line);
      while (link.find()) {
        String target = link.group(1);
        if (!ELSEWHERE.matcher(target).matches() && !resolves(page, target)) {
          String place = ProjectFiles.named(page) + ":" + number;
          errors.add(place + ": error: the link leads nowhere: " + target);
        }
      }
    }
    return errors;
  }

  private static boolean resolves(Path page, String target) throws IOException {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = page;
    if (!path.isEmpty()) {
      file = page.resolveSibling(URLDecoder.decode(path, StandardCharsets.UTF_8)).normalize();
    }
    if (!file.startsWith(ProjectFiles.ROOT) || !Files.exists(file)) {
      return false;
    }
    return hash < 0 || !file.toString().endsWith(".md") || hasHeading(file, target, hash + 1);
  }

  private static boolean hasHeading(Path page, String target, int start) throws IOException {
    String anchor = target.substring(start);
    return withoutFences(Files.readAllLines(page)).stream()
        .filter(line -> line.startsWith("#"))
        .anyMatch(line -> anchorOf(line).equals(anchor));
  }

  /** The anchor that the usual renderers give a heading: `## One & two` gives `one--two`. */
  private static String anchorOf(String heading) {
    return heading
        .replaceFirst("^#+", "")
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
        .replace(' ', '-');
  }

  private static List<String> withoutCode(List<String> lines) {
    return withoutFences(lines).stream().map(l -> CODE.matcher(l).replaceAll("`code`")).toList();
  }

  /** Empties the lines of fenced code, so that the others keep their numbers. */
  private static List<String> withoutFences(List<String> lines) {
    var result = new ArrayList<String>();
    boolean fenced = false;
    for (String line : lines) {
      boolean fence = line.strip().startsWith("```");
      result.add(fenced || fence ? "" : line);
      fenced ^= fence;
    }
    return result;
  }
}
