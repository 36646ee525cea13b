package io.vitrine.remote.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.ClientOptions;
import io.vitrine.remote.client.VitrineClient;
import io.vitrine.remote.server.Authorizer;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.FileRecorder;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections made visible: tap, recordings of a server, conversion. */
class TapTest {
  private static final String SECRET = "s3cret-token";

  @TempDir private Path folder;

  private static VitrineServer serve(Vitrine vitrine, ServerOptions options) throws IOException {
    return VitrineServer.start(
        vitrine,
        options.withSecurity(token -> SECRET.equals(token) ? "ada" : null, Authorizer.ALLOW_ALL));
  }

  private static void use(int port, WireEncoding encoding) throws IOException {
    try (var client =
        VitrineClient.connect(
            "127.0.0.1",
            port,
            new TypeRegistry(),
            ClientOptions.DEFAULT.withToken(SECRET).withEncoding(encoding))) {
      var map = client.map("prices", String.class, Double.class);
      map.put("EURUSD", 1.1);
      assertEquals(1.1, map.get("EURUSD"));
    }
  }

  private static void await(StringWriter out, String text) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!out.toString().contains(text)) {
      assertTrue(System.nanoTime() < deadline, () -> "no " + text + " in " + out);
      Thread.onSpinWait();
    }
  }

  private static void shows(String text) {
    assertTrue(text.contains("from: client}\n--- !!meta-data\ncsp: /maps/prices\ntid: "), text);
    assertTrue(text.contains("--- !!data\ngetAndPut: [EURUSD, 1.1]\n...\n"), text);
    assertTrue(text.contains("from: server}\n--- !!meta-data\ntid: "), text);
    assertTrue(text.contains("--- !!data\nreply: 1.1\n...\n"), text);
    assertTrue(text.contains("token: \"***\""), text);
    assertFalse(text.contains(SECRET), text);
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void tapShowsBothSidesInWhateverEncoding(WireEncoding encoding) throws IOException {
    var out = new StringWriter();
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = serve(vitrine, ServerOptions.DEFAULT);
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var _ = new Tap(listener, server.address(), new PrintWriter(out), () -> {})) {
      use(listener.getLocalPort(), encoding);
      await(out, "connection 1: what the server sends is at its end");
    }
    shows(out.toString());
    String shown = "# listening on 127.0.0.1:1 for 127.0.0.1:2\n\n" + out + "# the end";
    Path tapped = Files.writeString(folder.resolve("tapped.yaml"), shown);
    Path binary = folder.resolve("tapped.cbor");
    run(0, "wire", "convert", tapped.toString(), binary.toString());
    String again = run(0, "wire", "convert", binary.toString());
    assertEquals(shown.replaceAll("(?m)^(#.*)?\n|^#.*", ""), again);
  }

  @Test
  void commentsAndBlankLinesMayStandBetweenMessages() throws IOException {
    String mark = "--- !!recorded {at: \"2026-01-31T12:00:00Z\", connection: 1, from: client}\n";
    Path in = folder.resolve("in.yaml");
    Files.writeString(
        in,
        " # indented\r\n\n"
            + mark
            + "# here\n--- !!meta-data\n# and here\ncsp: /maps/p\n--- !!data\nget: a # so\n...\n"
            + "\n\n# between\n"
            + mark
            + "--- !!data\nget: b\n...\n# at the end\n\n");
    Path out = folder.resolve("out.cbor");
    assertTrue(
        run(0, "wire", "convert", in.toString(), out.toString())
            .startsWith("converted 2 messages"));
    String shown = run(0, "wire", "convert", out.toString());
    assertTrue(shown.contains("get: a\n...\n") && shown.contains("get: b\n...\n"), shown);
    Files.writeString(in, "# a comment\n" + mark + "--- !!data\nget: [a\n...\n");
    String failure = run(1, "wire", "convert", in.toString(), out.toString());
    assertTrue(failure.contains("message 1: line "), failure);
    Files.writeString(in, "# a comment\n" + mark + "--- !!data\nget: a\n");
    run(1, "wire", "convert", in.toString(), out.toString()); // it is cut
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void tapShowsWebSockets(WireEncoding encoding) throws Exception {
    var out = new StringWriter();
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = serve(vitrine, ServerOptions.DEFAULT);
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var _ = new Tap(listener, server.address(), new PrintWriter(out), () -> {});
        var http = HttpClient.newHttpClient()) {
      vitrine.map("prices", String.class, Double.class);
      WebSocket socket =
          http.newWebSocketBuilder()
              .buildAsync(
                  URI.create("ws://127.0.0.1:" + listener.getLocalPort() + "/wire"),
                  new WebSocket.Listener() {})
              .join();
      WireCodec codec = encoding.codec(FrameLimits.DEFAULT);
      for (Message message :
          List.of(
              Message.of(Routing.answer(1L), "hello", Map.of("token", SECRET)),
              Message.of(Routing.to("/maps/prices", 2L), "getAndPut", List.of("EURUSD", 1.1)),
              Message.of(Routing.to("/maps/prices", 3L), "get", "EURUSD"))) {
        byte[] bytes = codec.encode(message);
        if (encoding == WireEncoding.CBOR) {
          socket.sendBinary(ByteBuffer.wrap(bytes), true).join();
        } else {
          String text = new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
          socket.sendText(text.substring(0, 9), false).join(); // in two parts, without an end
          socket.sendText(text.substring(9, text.length() - 5), true).join();
        }
      }
      await(out, "reply: 1.1");
      socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
      await(out, "what the server sends is at its end");
      assertFalse(out.toString().contains("cannot be read"), out::toString);
    }
    shows(out.toString());
  }

  /** Whoever is accepted while the tap closes is not served for ever. */
  @Test
  void connectionsThatJustComeAreClosedWithTheTap() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      var out = new PrintWriter(new StringWriter());
      for (int i = 0; i < 500; i++) {
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var tap = new Tap(listener, server.address(), out, () -> {});
        try (var socket = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
          socket.setSoTimeout(60_000);
          LockSupport.parkNanos(i * 1_000L); // so that some are accepted just before
          tap.close();
          assertEquals(-1, socket.getInputStream().read(), "connection " + i);
        } catch (SocketException e) {
          // It was closed before it was accepted.
        }
      }
    }
  }

  @Test
  void tapHandsOnWhatItCannotRead() throws IOException {
    var out = new StringWriter();
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var _ = new Tap(listener, server.address(), new PrintWriter(out), () -> {});
        var socket = new Socket(listener.getInetAddress(), listener.getLocalPort())) {
      socket.setSoTimeout(60_000);
      socket
          .getOutputStream()
          .write("get: [\n...\nget: a\n...\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
      String answer =
          new String(
              socket.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      assertTrue(answer.contains("exception: !Malformed"), answer);
      await(out, "what the client sends cannot be read from here on: line ");
      await(out, "exception: !Malformed");
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void recordingOfAServerIsConvertedEitherWay(WireEncoding encoding) throws IOException {
    Path text = folder.resolve("recording.yaml");
    Path binary = folder.resolve("recording.cbor");
    Path recorded = encoding == WireEncoding.YAML ? text : binary;
    Path other = encoding == WireEncoding.YAML ? binary : text;
    try (Vitrine vitrine = Vitrine.inMemory();
        var recorder = FileRecorder.open(recorded, FrameLimits.DEFAULT);
        VitrineServer server = serve(vitrine, ServerOptions.DEFAULT.withRecorder(recorder))) {
      for (WireEncoding spoken : WireEncoding.values()) {
        use(server.address().getPort(), spoken);
      }
    }
    assertTrue(
        run(0, "wire", "convert", recorded.toString(), other.toString())
            .matches("converted \\d+ messages to .*\n"));
    shows(Files.readString(text));
    Path again = folder.resolve("again" + (encoding == WireEncoding.YAML ? ".yaml" : ".cbor"));
    run(0, "wire", "convert", other.toString(), again.toString());
    assertEquals(-1, Files.mismatch(recorded, again));
    assertEquals(Files.readString(text), run(0, "wire", "convert", binary.toString()));
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void aRecordingThatIsCutIsConvertedAsFarAsItIsWhole(WireEncoding encoding) throws IOException {
    boolean text = encoding == WireEncoding.YAML;
    Path in = folder.resolve(text ? "in.yaml" : "in.cbor");
    Path out = folder.resolve(text ? "out.cbor" : "out.yaml");
    var message = Message.of(Routing.to("/maps/p", 1L), "get", "a");
    long whole;
    try (var recorder = FileRecorder.open(in, FrameLimits.DEFAULT)) {
      recorder.record(1, true, message);
    }
    whole = Files.size(in);
    try (var recorder = FileRecorder.open(in, FrameLimits.DEFAULT)) {
      recorder.record(1, true, message);
    }
    byte[] bytes = Files.readAllBytes(in);
    Files.write(in, Arrays.copyOf(bytes, bytes.length - 9));
    String told = run(1, "wire", "convert", in.toString(), out.toString());
    assertTrue(told.contains("converted 1 messages to " + out), told);
    assertTrue(told.contains("begins at byte " + whole + "; its "), told);
    String shown = run(1, "wire", "convert", in.toString());
    assertTrue(shown.contains("get: a"), shown);
    run(0, "wire", "convert", out.toString());
  }

  @Test
  void conversionThatFailsLeavesNothing() throws IOException {
    Path in = folder.resolve("in.yaml");
    Path out = folder.resolve("out.cbor");
    Files.writeString(in, "get: a\n...\nget: [a\n...\n");
    String failure = run(1, "wire", "convert", in.toString(), out.toString());
    assertTrue(failure.contains(in + ": message 2: line "), failure);
    assertTrue(
        run(1, "wire", "convert", folder.resolve("none").toString(), out.toString())
            .contains("there is no file "));
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  private static String run(int code, String... args) {
    var out = new StringWriter();
    int actual = Main.run(new PrintWriter(out, true), new PrintWriter(out, true), args);
    assertEquals(code, actual, out.toString());
    return out.toString();
  }
}
