package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Clients without a heartbeat, whose machine is gone without a word, are found out by TCP. */
class KeepAliveTest {
  /** In the kernel's table of connections: established, and what waits is the keep-alive timer. */
  private static final String ESTABLISHED = "01";

  private static final String KEEP_ALIVE = "02";
  private static final int TICKS_A_SECOND = 100;
  private static final int IDLE_SECONDS = 60;

  @Test
  void theSystemAsksAfterAMinuteOfSilence() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        var nc = new Telnet(server.address(), WireEncoding.YAML)) {
      assertEquals("reply: []\n", nc.ask("/", 1, "list: []"));
      String timer = timer(server.address().getPort());
      long deadline = System.nanoTime() + 60_000_000_000L;
      while (!timer.startsWith(KEEP_ALIVE)) { // until the answer is acknowledged
        assertTrue(System.nanoTime() < deadline, "the timer of the connection is " + timer);
        LockSupport.parkNanos(1_000_000);
        timer = timer(server.address().getPort());
      }
      long ticks = Long.parseLong(timer.substring(timer.indexOf(':') + 1), 16);
      assertTrue(ticks <= IDLE_SECONDS * TICKS_A_SECOND, ticks + " ticks until it asks");
    }
  }

  /** The timer of the server's end of its only connection, as the kernel (of Linux) tells it. */
  private static String timer(int port) throws IOException {
    String end = String.format(Locale.ROOT, ":%04X", port);
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(table))) {
        String[] fields = line.trim().split(" +", -1);
        if (fields[1].endsWith(end) && fields[3].equals(ESTABLISHED)) {
          return fields[5];
        }
      }
    }
    throw new AssertionError("no connection to port " + port + " in the kernel's tables");
  }
}
