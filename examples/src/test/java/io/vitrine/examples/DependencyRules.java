package io.vitrine.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks that the page on dependencies tells those of the build. Stateless, for any thread. */
final class DependencyRules {
  private static final Pattern PINNED =
      Pattern.compile(
          "<artifactId>([^<]+)</artifactId>"
              + "<version>([^<]+)</version>"
              + "(<type>pom</type>)?");
  private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

  private DependencyRules() {}

  /**
   * Returns the libraries and plugins that the page does not name with their version.
   *
   * @param file how the messages name the page
   * @param page its content
   * @param pom the parent's pom.xml, which pins all versions
   * @return the messages
   */
  static List<String> check(String file, String page, String pom) {
    var errors = new ArrayList<String>();
    var pinned = PINNED.matcher(pom);
    while (pinned.find()) {
      String version = resolve(pinned.group(2), pom);
      boolean listsOthers = pinned.group(3) != null;
      if (!listsOthers && !version.startsWith("$") && !names(page, pinned.group(1), version)) {
        String what = pinned.group(1) + " " + version;
        errors.add(file + ":1: error: is silent about " + what + ", which pom.xml has");
      }
    }
    return errors;
  }

  private static boolean names(String page, String artifact, String version) {
    var name = Pattern.compile("[`:]" + Pattern.quote(artifact) + "`");
    return page.lines().anyMatch(line -> name.matcher(line).find() && line.contains(version));
  }

  private static String resolve(String version, String pom) {
    var property = PROPERTY.matcher(version);
    if (!property.matches()) {
      return version;
    }
    String tag = Pattern.quote(property.group(1));
    var value = Pattern.compile("<" + tag + ">([^<]+)</" + tag + ">").matcher(pom);
    return value.find() ? value.group(1) : version;
  }
}
