package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.Vitrine;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is left of connections that asked for a page. */
class HttpLeavesNothingTest {
  private static final int CONNECTIONS = 20;

  @Test
  void whenTheyAreClosed() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      var seen = new ArrayList<WeakReference<Connection>>();
      var gone = new ReferenceQueue<Connection>();
      for (int i = 0; i < CONNECTIONS; i++) {
        try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
          byte[] request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
          socket.getOutputStream().write(request, 0, request.length - 2);
          int before = seen.size();
          Await.until(() -> noteNew(server, seen, gone) > before, "a connection");
          socket.getOutputStream().write(request, request.length - 2, 2);
          while (socket.getInputStream().read() >= 0) {
            // To the end.
          }
        }
      }
      assertTrue(seen.size() >= CONNECTIONS, seen.size() + " were seen");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(6); // below the time for a request
      while (System.nanoTime() < end && seen.stream().anyMatch(each -> each.get() != null)) {
        System.gc();
        var _ = gone.remove(100);
      }
      long left = seen.stream().filter(each -> each.get() != null).count();
      assertTrue(left <= 1, left + " of " + seen.size() + " are held"); // one may be on a stack
    }
  }

  /** Notes connections that were not seen yet: one that is closing may be there besides. */
  private static int noteNew(
      VitrineServer server, List<WeakReference<Connection>> seen, ReferenceQueue<Connection> gone) {
    server
        .context()
        .connections()
        .forEach(c -> {
          if (seen.stream().noneMatch(each -> each.refersTo(c))) {
            seen.add(new WeakReference<>(c, gone));
          }
        });
    return seen.size();
  }
}
