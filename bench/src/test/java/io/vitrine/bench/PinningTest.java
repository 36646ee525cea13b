package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PinningTest {
  private static final Path PROGRAM = Path.of("/usr/bin/taskset");

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0-1; 0; 1",
        "0-2; 0; 1,2",
        "0-3,8; 0,1; 2,3,8",
        "5,7; 5; 7",
        "2-3,6-7; 2,3; 6,7",
      })
  void shouldGiveEachEndAHalf(String allowed, String server, String client) {
    Pinning pinning = Pinning.of(PROGRAM, allowed);
    assertEquals(List.of(PROGRAM.toString(), "--cpu-list", server), pinning.server());
    assertEquals(List.of(PROGRAM.toString(), "--cpu-list", client), pinning.client());
    assertEquals("server on " + server + ", client on " + client, pinning.toString());
  }

  @Test
  void shouldNotPinToOne() {
    assertEquals(Pinning.NONE, Pinning.of(PROGRAM, "3"));
    assertEquals("no: this takes taskset and two processors", Pinning.NONE.toString());
  }

  @Test
  void shouldStartProcessesWhereTheyBelong() throws Exception {
    Pinning here = Pinning.here();
    assumeTrue(Programs.find(Pinning.PROGRAM) != null, "taskset is not installed");
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "there is one processor");
    String server = allowed(here.server());
    String client = allowed(here.client());
    assertNotEquals(server, client);
    assertTrue(allowed(List.of()).length() >= server.length());
  }

  /** Where a process that is started so may run. */
  private static String allowed(List<String> prefix) throws Exception {
    var command = new ArrayList<>(prefix);
    command.addAll(List.of("grep", "Cpus_allowed_list", "/proc/self/status"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
    assertEquals(0, process.waitFor(), said);
    return said.substring(said.indexOf(':') + 1).strip();
  }
}
