package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** What a WebSocket may have a server keep. */
class WebSocketRoomTest {
  private static Socket webSocket(VitrineServer server) throws IOException {
    var socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(20_000);
    socket
        .getOutputStream()
        .write(
            ("GET /wire HTTP/1.1\r\n"
                    + "Host: 127.0.0.1\r\n"
                    + "Upgrade: websocket\r\n"
                    + "Connection: Upgrade\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    + "Sec-WebSocket-Version: 13\r\n"
                    + "\r\n")
                .getBytes(US_ASCII));
    var head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int b = socket.getInputStream().read();
      if (b < 0) {
        throw new IOException("end within " + head);
      }
      head.append((char) b);
    }
    return socket;
  }

  private static byte[] frame(int first, byte[] payload) {
    var out = new ByteArrayOutputStream();
    out.write(first);
    if (payload.length < 126) {
      out.write(0x80 | payload.length);
    } else if (payload.length < 65536) {
      out.write(0x80 | 126);
      out.write(payload.length >> 8);
      out.write(payload.length);
    }
    out.writeBytes(new byte[4]); // a mask that changes nothing
    out.writeBytes(payload);
    return out.toByteArray();
  }

  @Test
  void ofAStrangerIsLittleInWhateverParts() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server =
            VitrineServer.start(
                vitrine, ServerOptions.DEFAULT.withSecurity(token -> token, (_, _, _) -> true));
        Socket socket = webSocket(server)) {
      byte[] part = new byte[60_000];
      java.util.Arrays.fill(part, (byte) '#');
      OutputStream out = socket.getOutputStream();
      out.write(frame(0x01, part));
      out.write(frame(0x00, part)); // nor is this the last one
      out.flush();
      var told = new ByteArrayOutputStream();
      for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read()) {
        told.write(b);
      }
      assertTrue(told.toString(US_ASCII).contains("TooLarge"), told.toString(US_ASCII));
    }
  }

  @Test
  void pongsThatNobodyTakesDoNotAddUp() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Socket socket = webSocket(server)) {
      var many = new ByteArrayOutputStream();
      for (int i = 0; i < 1_000; i++) {
        many.writeBytes(frame(0x89, new byte[125]));
      }
      for (int i = 0; i < 300; i++) {
        socket.getOutputStream().write(many.toByteArray()); // 40 MB
      }
      byte[] last = {42};
      socket.getOutputStream().write(frame(0x89, last));
      // More than the buffers of the sockets was not kept, and the last ping is answered.
      long taken = 0;
      int before = 0;
      int head = 0;
      var in = new BufferedInputStream(socket.getInputStream());
      for (int b = in.read(); ; b = in.read()) {
        assertTrue(b >= 0, "the server closed the connection");
        taken++;
        if (b == 42 && before == 1 && head == 0x8A) {
          break;
        }
        head = before;
        before = b;
      }
      assertTrue(taken < 20_000_000, "the server kept " + taken + " bytes of pongs");
    }
  }
}
