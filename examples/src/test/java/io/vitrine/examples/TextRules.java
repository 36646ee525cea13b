package io.vitrine.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rules that hold for every line of text in the project. Stateless, for any thread. */
final class TextRules {
  /* The words are put together here, since these sources are checked like all others. */
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(" + String.join("|", "TO" + "DO", "FIX" + "ME", "X" + "XX") + ")\\b");
  private static final Pattern WEAK_TEST =
      Pattern.compile(String.join("|", "@" + "Disabled\\b", "@" + "Ignore\\b"));

  private TextRules() {}

  /**
   * Returns what is wrong with a file, one message each.
   *
   * @param file how the messages name it
   * @param text its content
   * @return the messages, in the order of the lines
   */
  static List<String> check(String file, String text) {
    var errors = new ArrayList<String>();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      String error = file + ":" + (i + 1) + ": error: ";
      if (!line.equals(line.stripTrailing())) {
        errors.add(error + "blanks at the end of the line");
      }
      if (line.indexOf('\t') >= 0) {
        errors.add(error + "a tab: indent with blanks, write \\t in strings");
      }
      var word = UNFINISHED.matcher(line);
      if (word.find()) {
        errors.add(error + "'" + word.group() + "' marks unfinished work: finish it or file it");
      }
      if (file.endsWith(".java") && WEAK_TEST.matcher(line).find()) {
        errors.add(error + "a test that is switched off: mend it or remove it");
      }
    }
    if (text.isEmpty() || !text.endsWith("\n")) {
      errors.add(file + ":" + lines.length + ": error: no newline at the end of the file");
    } else if (text.endsWith("\n\n")) {
      errors.add(file + ":" + (lines.length - 1) + ": error: empty lines at the end of the file");
    }
    return errors;
  }
}
