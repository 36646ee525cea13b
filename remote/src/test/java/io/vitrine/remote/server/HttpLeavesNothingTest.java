package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.Vitrine;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is left of connections that asked for a page. */
class HttpLeavesNothingTest {
  @Test
  void whenTheyAreClosed() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      var seen = new ArrayList<WeakReference<Connection>>();
      for (int i = 0; i < 20; i++) {
        try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
          byte[] request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
          socket.getOutputStream().write(request, 0, request.length - 2);
          Await.until(() -> server.connections() > 0, "a connection");
          server.context().connections().forEach(c -> seen.add(new WeakReference<>(c)));
          socket.getOutputStream().write(request, request.length - 2, 2);
          while (socket.getInputStream().read() >= 0) {
            // To the end.
          }
        }
      }
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(6); // below the time for a request
      while (System.nanoTime() < end && seen.stream().anyMatch(each -> each.get() != null)) {
        System.gc();
        Thread.sleep(100);
      }
      long left = seen.stream().filter(each -> each.get() != null).count();
      assertTrue(left <= 1, left + " of " + seen.size() + " are held"); // one may be on a stack
    }
  }
}
