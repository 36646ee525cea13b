package io.vitrine.torture.subscribe;

import io.vitrine.torture.subscribe.Line.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The validator of what becomes of single keys: what a visitor does is one update a call, and what
 * expires or is cleared is one removal a key. Stateless.
 */
final class Ordinary {
  /** Keys of counters, to which visitors add 1. */
  static final String COUNTER = "n";

  private Ordinary() {}

  /** Judges what a subscriber that is told everything was told of single keys. */
  static void judge(List<Line> tape) {
    Map<String, Long> copy = new HashMap<>();
    for (Line line : tape) {
      if (line.kind() == Kind.LIFE && line.revision() < 0) {
        copy.clear();
      }
      if (!line.isItem() || line.kind() == Kind.PUBLISHED) {
        continue;
      }
      Long before = copy.get(line.text());
      if (line.timed() && line.kind() == Kind.REMOVED && before == null) {
        throw Promise.ORDINARY.broken("a removal of what is not there: " + line);
      }
      Long after = line.value();
      if (line.timed()
          && line.text().startsWith(COUNTER)
          && line.kind() == Kind.UPDATED
          && !Objects.equals(after, Objects.requireNonNull(line.old()) + 1)) {
        throw Promise.ORDINARY.broken("visitors add 1 a change: " + line);
      }
      if (after == null) {
        copy.remove(line.text());
      } else {
        copy.put(line.text(), after);
      }
    }
  }
}
