package io.vitrine.chronicle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/**
 * Runs one import for each line of arguments, separated by tabs, that it is sent; so that not every
 * test needs a JVM of its own. What an import prints goes back in three lines.
 */
final class ImportServer {
  private ImportServer() {}

  public static void main(String[] args) throws IOException {
    System.setProperty("chronicle.analytics.disable", "true");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var answers = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      var out = new StringWriter();
      var err = new StringWriter();
      int code =
          ImportMain.run(
              new PrintWriter(out, true), new PrintWriter(err, true), line.split("\t", -1));
      answers.println(code);
      answers.println(out.toString().replace('\n', '\t'));
      answers.println(err.toString().replace('\n', '\t'));
    }
  }
}
