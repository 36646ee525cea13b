package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The limits that a server has where nobody sets them are those of {@code docs/wire.md}. */
class DefaultLimitsTest {
  /** Each limit, what it is, and how the page says it. */
  private static final String DEFAULTS =
      """
      frameBytes          | 16777216 | 16 MiB, of a message
      nesting             | 64       | 64 levels
      silenceMillis       | 60000    | 60 s in text
      binarySilenceMillis | 10000    | 10 s in binary
      messageMillis       | 600000   | 10 min from the first to the last byte
      unanswered          | 10000    | 10,000 requests of a connection
      writeBytes          | 8388608  | 8 MiB waiting
      stallMillis         | 60000    | 60 s in which a client takes nothing
      subscriptions       | 1000     | 1,000 of a connection
      cursors             | 100      | 100 of a session
      cursorMillis        | 60000    | unused for 60 s
      connections         | 10000    | 10,000
      helloMillis         | 10000    | 10 s to a good `hello`
      helloBytes          | 65536    | 64 KiB, of a message before that
      helloMessages       | 100      | 100 messages before that
      strangers           | 1000     | 1,000 connections without a good `hello`
      outcomes            | 10000    | 10,000 remembered of a session
      sessionMillis       | 120000   | 120 s, in which nobody has a session
      outcomeBytes        | 67108864 | 64 MiB of outcomes of all sessions
      writeTotalBytes     | heap/4   | a quarter of the heap waiting
      frameTotalBytes     | heap/8   | an eighth of the heap
      """;

  private static String section() throws IOException {
    String page = Files.readString(Path.of("../docs/wire.md").toAbsolutePath().normalize());
    return page.substring(page.indexOf("\n## Limits\n"), page.indexOf("\n## Security\n"));
  }

  @Test
  void areThoseOfThePage() throws IOException {
    String section = section();
    Set<String> names = new HashSet<>();
    for (String row : DEFAULTS.lines().toList()) {
      String[] cells = row.split("\\|", -1);
      String name = cells[0].strip();
      long value = value(cells[1].strip());
      assertEquals(ServerLimits.DEFAULT, ServerLimits.DEFAULT.with(name, value), name);
      String said = said(section, name);
      assertTrue(said.contains(cells[2].strip()), "docs/wire.md says of " + name + ": " + said);
      names.add(name);
    }
    assertEquals(Set.copyOf(ServerLimits.NAMES), names);
    assertEquals(ServerLimits.DEFAULT, ServerOptions.DEFAULT.limits());
  }

  private static long value(String said) {
    return said.startsWith("heap/")
        ? Runtime.getRuntime().maxMemory() / Long.parseLong(said.substring("heap/".length()))
        : Long.parseLong(said);
  }

  /** The second cell of the row whose first one has the name. */
  private static String said(String section, String name) {
    return section
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split(" \\| ", -1))
        .filter(cells -> cells[0].contains("`" + name + "`"))
        .map(cells -> cells[1])
        .findFirst()
        .orElse("nothing");
  }

  @Test
  void aVisitorHasTheTimeOfThePage() throws IOException {
    assertTrue(section().contains("\nA visitor of the application has 2 s, then"));
    assertEquals(2_000, VisitBudget.MILLIS);
  }
}
