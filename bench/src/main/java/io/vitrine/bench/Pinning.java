package io.vitrine.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Keeps the two ends of a connection that spin apart: what comes before the command of either, so
 * that the server has the first half of the processors and the client the other. Left to itself the
 * system puts both loops on one of two processors as soon as somebody sleeps on the other, where
 * they wait for each other. Immutable, for any thread.
 *
 * @param server what comes before the server's command; nothing where it cannot be pinned
 * @param client what comes before the client's
 */
record Pinning(List<String> server, List<String> client) {
  static final String PROGRAM = "taskset";

  /** Wherever the system likes. */
  static final Pinning NONE = new Pinning(List.of(), List.of());

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** With what this machine has: {@link #NONE} with one processor, or without the program. */
  static Pinning here() throws IOException {
    Path program = Programs.find(PROGRAM);
    if (program == null || !Files.isReadable(STATUS)) {
      return NONE;
    }
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(ALLOWED)) {
        return of(program, line.substring(ALLOWED.length()).strip());
      }
    }
    return NONE;
  }

  /**
   * For the processors of a list as the system writes it.
   *
   * @param program where {@value #PROGRAM} is
   * @param allowed for example {@code 0-3,8}
   */
  static Pinning of(Path program, String allowed) {
    var processors = new ArrayList<Integer>();
    for (String range : allowed.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
        processors.add(i);
      }
    }
    int half = processors.size() / 2;
    if (half == 0) {
      return NONE;
    }
    return new Pinning(
        prefix(program, processors.subList(0, half)),
        prefix(program, processors.subList(half, processors.size())));
  }

  private static List<String> prefix(Path program, List<Integer> processors) {
    String list = processors.stream().map(String::valueOf).collect(Collectors.joining(","));
    return List.of(program.toString(), "--cpu-list", list);
  }

  /** For who reads results. */
  @Override
  public String toString() {
    return server.isEmpty()
        ? "no: this takes " + PROGRAM + " and two processors"
        : "server on " + server.getLast() + ", client on " + client.getLast();
  }
}
