package io.vitrine.chronicle;

import java.util.ArrayList;
import java.util.List;

/** Copies all entries and then compares all of them. For the main thread. */
final class Transfer {
  private static final int SHOWN = 5;

  private final ChronicleFile source;
  private final Target target;
  private final Progress progress;
  private long entries;

  Transfer(ChronicleFile source, Target target, Progress progress) {
    this.source = source;
    this.target = target;
    this.progress = progress;
  }

  /**
   * Does it.
   *
   * @return how many entries there are
   * @throws ImportException if one cannot be imported, or is another one afterwards
   */
  long run() {
    copy();
    compare();
    return entries;
  }

  private void copy() {
    progress.begin("imported", source.size());
    source.forEach((key, value) -> {
      try {
        target.put(key, value);
      } catch (RuntimeException e) { // from here on nothing is the fault of the file's reader
        String why = e.getMessage() == null ? e.toString() : e.getMessage();
        throw new ImportException(
            "entry %s=%s cannot be imported: %s; %d entries were"
                .formatted(Shapes.describe(key), Shapes.describe(value), why, entries),
            e);
      }
      entries++;
      progress.step();
    });
    progress.end();
  }

  private void compare() {
    progress.begin("compared", entries);
    var different = new ArrayList<String>();
    long[] counts = new long[2];
    source.forEach((key, value) -> {
      counts[0]++;
      if (!target.has(key, value)) {
        counts[1]++;
        if (different.size() < SHOWN) {
          different.add(Shapes.describe(key));
        }
      }
      progress.step();
    });
    progress.end();
    requireSame(counts[0], counts[1], different);
  }

  private void requireSame(long compared, long wrong, List<String> different) {
    if (wrong > 0) {
      throw new ImportException(
          "%d of %d entries are not what was imported, with the keys %s: was something else"
                  .formatted(wrong, compared, different)
              + " written to the file or to the map meanwhile, or do keys become equal?");
    }
    if (source.size() != compared) {
      throw new ImportException(
          "%d entries were found, expected the %d that the file says it has: copy it anew, or open"
                  .formatted(compared, source.size())
              + " it once with ChronicleMapBuilder.recoverPersistedTo, and import again");
    }
    if (compared != entries || (target.onlyThese() && target.size() != entries)) {
      throw new ImportException(
          "%d entries were imported, afterwards the file has %d and the map %d"
              .formatted(entries, compared, target.size()));
    }
  }
}
