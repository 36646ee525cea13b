package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What has come over all connections counts until it is done. */
@Timeout(180)
class FrameTotalTest {
  private static final String SLOW = "/maps/slow";

  /** So little that its connection is still read, and so notices its end. */
  private static final int WAITING = 200_000;

  private static final int UNFINISHED = 900_000;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch gate = new CountDownLatch(1);

  private boolean holdUp(String path) {
    if (path.equals(SLOW)) {
      asked.countDown();
      try {
        assertTrue(gate.await(60, TimeUnit.SECONDS), "the test did not end");
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    return true;
  }

  @Test
  void whatAConnectionLeavesBehindCountsUntilItIsDone() throws IOException, InterruptedException {
    var limits = ServerLimits.DEFAULT.with("frameTotalBytes", 1_000_000);
    var options =
        ServerOptions.DEFAULT
            .withLimits(limits.with("silenceMillis", 10_000))
            .withSecurity(null, (_, path, _) -> holdUp(path));
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, options)) {
      var map = vitrine.map("m", String.class, String.class);
      try (var leaving = new Socket(server.address().getAddress(), server.address().getPort())) {
        send(
            leaving,
            "--- !!meta-data {csp: /, tid: 1}\n--- !!data {describe: " + SLOW + "}\n...\n");
        assertTrue(asked.await(60, TimeUnit.SECONDS), "nothing was asked");
        String put = "{put: [late, \"" + "x".repeat(WAITING) + "\"]}";
        send(leaving, "--- !!meta-data {csp: /maps/m, tid: 2}\n--- !!data " + put + "\n...\n");
        Await.until(() -> queued(server) == 2, "both requests to be there");
        leaving.setSoLinger(true, 0); // to be gone, and not to wait for answers
      }
      Await.until(() -> server.connections() == 0, "the connection to be closed");
      try (var other = new Telnet(server.address(), WireEncoding.YAML)) {
        other.type("--- !!data\nput: [a, \"" + "y".repeat(UNFINISHED));
        assertEquals("LimitExceeded", other.read().code());
      }
      gate.countDown();
      Await.until(() -> map.containsKey("late"), "what was sent before to be done");
      Await.until(() -> isTaken(server), "room for others");
    } finally {
      gate.countDown();
    }
  }

  private static boolean isTaken(VitrineServer server) {
    try (var later = new Telnet(server.address(), WireEncoding.YAML)) {
      later.send("/maps/m", 1L, "put: [b, \"" + "z".repeat(UNFINISHED) + "\"]");
      return String.valueOf(later.readText()).contains("reply: null");
    } catch (IOException e) {
      return false; // it was refused while it sent
    }
  }

  private static int queued(VitrineServer server) {
    return server.context().connections().stream().mapToInt(Connection::queued).sum();
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }
}
