package io.vitrine.remote.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Writes YAML 1.2 so that SnakeYAML Engine 3.2 reads it rightly, which takes two things otherwise:
 * it knows no {@code \L} and {@code \P} within double quotes, and takes the comma or bracket behind
 * a tag without content for a part of the tag ({@code [!a, !b]}). Stateless; any thread.
 *
 * <p>Where such a thing stands decides what it means, which only the parser knows. So it is first
 * written everywhere in a way that makes the same tokens in the same places, and the parser asked
 * where the scalars are; then only where it is meant.
 */
final class ParserGaps {
  /** Backslashes are taken with what follows, so that the second of two begins nothing. */
  private static final Pattern SUSPECT =
      Pattern.compile("\\\\(?<escape>[LP])|(?<tag>![\\w.-]*)(?=[,\\]}])|\\\\.", Pattern.DOTALL);

  /**
   * Something that may be meant.
   *
   * @param at where it is in the text
   * @param copied where it is in the copy, in code points
   * @param escape the letter of an escape, 0 for the place behind a tag
   */
  private record Suspect(int at, int copied, char escape) {}

  /** Where a scalar is in the copy, in code points. */
  private record Place(int start, int end, boolean doubleQuoted) {}

  /** Longer texts are left as they are: to look at one takes memory before its limits are asked. */
  private static final int LENGTH_MAX = 1 << 18;

  private ParserGaps() {}

  /**
   * The text itself, unless it has something in it that the parser would not read as YAML 1.2.
   *
   * @param text any text
   * @return a text that means the same; the same one where the parser cannot read it at all, or it
   *     has more than 262,144 characters
   */
  static String closed(String text) {
    if (text.length() > LENGTH_MAX) {
      return text;
    }
    if (text.indexOf('!') < 0 && !text.contains("\\L") && !text.contains("\\P")) {
      return text;
    }
    var copy = new StringBuilder(text.length() + 16);
    List<Suspect> suspects = suspects(text, copy);
    if (suspects.isEmpty()) {
      return text;
    }
    try {
      return written(text, suspects, scalars(copy.toString()));
    } catch (RuntimeException e) { // of several types for bad characters
      return text; // which is refused as well, with its own places
    }
  }

  private static List<Suspect> suspects(String text, StringBuilder copy) {
    var suspects = new ArrayList<Suspect>();
    Matcher matcher = SUSPECT.matcher(text);
    int done = 0;
    int points = 0;
    while (matcher.find()) {
      String escape = matcher.group("escape");
      boolean isTag = matcher.group("tag") != null;
      copy.append(text, done, matcher.end());
      points += text.codePointCount(done, matcher.end());
      done = matcher.end();
      if (escape != null) {
        copy.setCharAt(copy.length() - 1, 'N'); // an escape that the parser knows
        suspects.add(new Suspect(done - 1, points - 1, escape.charAt(0)));
      } else if (isTag) {
        suspects.add(new Suspect(done, points, (char) 0));
        copy.append(' ');
        points++;
      }
    }
    copy.append(text, done, text.length());
    return suspects;
  }

  private static List<Place> scalars(String text) {
    var places = new ArrayList<Place>();
    LoadSettings settings = YamlReader.settings(text);
    var parser = new ParserImpl(settings, new StreamReader(settings, text));
    while (parser.hasNext()) {
      Event event = parser.next();
      if (event instanceof ScalarEvent scalar && !scalar.getValue().isEmpty()) {
        int start = scalar.getStartMark().orElseThrow().getIndex();
        int end = scalar.getEndMark().orElseThrow().getIndex();
        places.add(new Place(start, end, scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED));
      }
    }
    return places;
  }

  /** Both lists are in the order of the text. */
  private static String written(String text, List<Suspect> suspects, List<Place> scalars) {
    var written = new StringBuilder(text.length() + 16);
    int done = 0;
    int next = 0;
    for (Suspect suspect : suspects) {
      while (next < scalars.size() && scalars.get(next).end <= suspect.copied) {
        next++;
      }
      boolean within = next < scalars.size() && scalars.get(next).start <= suspect.copied;
      if (suspect.escape == 0 ? !within : within && scalars.get(next).doubleQuoted) {
        written.append(text, done, suspect.at);
        done = suspect.at;
        if (suspect.escape == 0) {
          written.append(' ');
        } else {
          written.append(suspect.escape == 'L' ? "u2028" : "u2029");
          done++;
        }
      }
    }
    return done == 0 ? text : written.append(text, done, text.length()).toString();
  }
}
