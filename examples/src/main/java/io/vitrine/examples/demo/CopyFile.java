package io.vitrine.examples.demo;

import io.vitrine.collections.Bookmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The file of a copy: what was seen and up to which revision, replaced as a whole, so that a
 * process that is killed leaves one that was complete. Stateless.
 *
 * <pre>
 * line  fields, separated by tabs
 *    1  epoch, revision, events, missed, problems, the first problem, delays
 *    2  an entry's eleven fields, and so on
 * </pre>
 */
final class CopyFile {
  private static final String TAB = "\t";

  private CopyFile() {}

  /**
   * Loads a copy.
   *
   * @param file its file
   * @param epoch epoch of the store that is watched
   * @return the copy, empty where there is no file
   */
  static Copy load(Path file, long epoch) throws IOException {
    if (!Files.exists(file)) {
      return Copy.empty(epoch);
    }
    List<String> lines = Files.readAllLines(file);
    String[] head = lines.getFirst().split(TAB, -1);
    var place = new Bookmark(Long.parseLong(head[0]), Long.parseLong(head[1]));
    var problems = new Problems(Long.parseLong(head[4]), head[5]);
    Copy copy =
        Copy.of(
            place,
            Long.parseLong(head[2]),
            Long.parseLong(head[3]),
            DelayHistogram.ofText(head[6]),
            problems);
    lines.stream().skip(1).map(CopyFile::entry).forEach(copy::restore);
    return copy;
  }

  /** Saves a copy in the place of the one before. */
  static void save(Copy copy, Path file) throws IOException {
    var lines = new ArrayList<String>();
    lines.add(
        join(
            copy.bookmark().epoch(),
            copy.bookmark().revision(),
            copy.events(),
            copy.missed(),
            copy.problems().count(),
            copy.problems().first().replaceAll("\\s", " "),
            DelayHistogram.toText(copy.delays())));
    copy.entries().values().forEach(airport -> lines.add(line(airport)));
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.write(next, lines);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static String line(AirportStats airport) {
    return join(
        airport.iata(),
        airport.name(),
        airport.city(),
        airport.state(),
        airport.departures(),
        airport.arrivals(),
        airport.totalDelay(),
        airport.worstDelay(),
        airport.lastFlight(),
        airport.lastEmbedded(),
        airport.lastRemote());
  }

  private static AirportStats entry(String line) {
    String[] f = line.split(TAB, -1);
    return new AirportStats(
        f[0],
        f[1],
        f[2],
        f[3],
        Long.parseLong(f[4]),
        Long.parseLong(f[5]),
        Long.parseLong(f[6]),
        Integer.parseInt(f[7]),
        f[8],
        Long.parseLong(f[9]),
        Long.parseLong(f[10]));
  }

  private static String join(Object... fields) {
    var joined = new StringBuilder();
    for (Object field : fields) {
      joined.append(joined.isEmpty() ? "" : TAB).append(field);
    }
    return joined.toString();
  }
}
