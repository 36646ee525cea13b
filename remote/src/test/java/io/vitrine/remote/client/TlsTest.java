package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.pkitesting.X509Bundle;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.Authenticator;
import io.vitrine.remote.server.ServerLimits;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.ServerTls;
import io.vitrine.remote.server.Verb;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that nobody else can read, and clients that show certificates. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class TlsTest {
  @Parameter private WireEncoding encoding;
  @TempDir private Path folder;

  private Certificates certificates;
  private X509Bundle authority;
  private Vitrine vitrine;

  @BeforeEach
  void start() throws Exception {
    certificates = new Certificates(folder);
    authority = certificates.authority("ca");
    certificates.server("server", authority);
    vitrine = Vitrine.inMemory();
    vitrine.map("/maps/p", String.class, Object.class).put("a", 1L);
  }

  @AfterEach
  void stop() {
    vitrine.close();
  }

  private ServerTls tls() {
    return new ServerTls(certificates.file("server"), certificates.key("server"));
  }

  private VitrineServer serve(ServerOptions options) throws IOException {
    return VitrineServer.start(vitrine, options);
  }

  private VitrineClient connect(VitrineServer server, @Nullable ClientTls tls) throws IOException {
    return VitrineClient.connect(
        "127.0.0.1",
        server.address().getPort(),
        new TypeRegistry(),
        ClientOptions.DEFAULT.withEncoding(encoding).withTls(tls));
  }

  private String refused(VitrineServer server, @Nullable ClientTls tls) {
    return String.valueOf(
        assertThrows(IOException.class, () -> connect(server, tls).close()).getMessage());
  }

  @Test
  void certificatesThatChangeAreReadAgain() throws Exception {
    X509Bundle next = certificates.authority("next");
    try (VitrineServer server = serve(ServerOptions.DEFAULT.withTls(tls()));
        VitrineClient before = connect(server, ClientTls.trusting(certificates.file("ca")))) {
      var map = before.map("p", String.class, Object.class);
      assertEquals(1L, map.get("a"));
      certificates.server("server", next);
      awaitTrusted(server, ClientTls.trusting(certificates.file("next")));
      refused(server, ClientTls.trusting(certificates.file("ca")));
      assertEquals(1L, map.get("a"), "the connection that was there stays");
    }
  }

  @Test
  void whoEncryptsWhereTheServerDoesNotIsTold() throws Exception {
    try (VitrineServer server = serve(ServerOptions.DEFAULT);
        VitrineClient other = connect(server, null)) {
      String told = refused(server, ClientTls.trusting(certificates.file("ca")));
      assertTrue(told.endsWith("what answers there does not encrypt"), told);
      assertEquals(1L, other.map("p", String.class, Object.class).get("a"));
    }
  }

  @Test
  void theServerTellsWhyClientsDoNotGetIn() throws Exception {
    var log = Logger.getLogger("io.vitrine.remote.server.TlsRefusals");
    var told = new LinkedBlockingQueue<String>();
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            told.add(entry.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    log.addHandler(handler);
    ServerTls tls = tls().withClients(certificates.file("ca"), false);
    try (VitrineServer server = serve(ServerOptions.DEFAULT.withTls(tls))) {
      String expected = "Empty client certificate chain";
      refused(server, ClientTls.trusting(certificates.file("ca")));
      String seen = String.valueOf(told.poll(100, TimeUnit.MILLISECONDS));
      for (int i = 0; i < 600 && !seen.contains(expected); i++) {
        // One a second is told, and another test's may have been that one.
        refused(server, ClientTls.trusting(certificates.file("ca")));
        seen = String.valueOf(told.poll(100, TimeUnit.MILLISECONDS));
      }
      assertTrue(seen.startsWith("no TLS with the client at /127.0.0.1:"), seen);
      assertTrue(seen.contains(expected), seen);
    } finally {
      log.removeHandler(handler);
    }
  }

  @Test
  void whoDoesNotFinishTheHandshakeIsCutOff() throws Exception {
    ServerLimits limits = ServerLimits.DEFAULT.with("helloMillis", 300);
    byte[] half = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xFC, 3, 3}; // of a ClientHello of 512 bytes
    try (VitrineServer server = serve(ServerOptions.DEFAULT.withTls(tls()).withLimits(limits))) {
      var sockets = new ArrayList<Socket>();
      for (int length : new int[] {0, 1, half.length}) {
        var socket = new Socket(server.address().getAddress(), server.address().getPort());
        socket.setSoTimeout(60_000);
        sockets.add(socket);
        try {
          socket.getOutputStream().write(half, 0, length);
        } catch (SocketException e) {
          // It took longer to come to this than the server waits.
        }
      }
      for (Socket socket : sockets) {
        try (socket) {
          while (socket.getInputStream().read() >= 0) {
            // An alert may come before the end.
          }
        } catch (SocketException e) {
          // A reset, which is an end, too: what came too late was left unread.
        }
      }
    }
  }

  private void awaitTrusted(VitrineServer server, ClientTls tls) throws IOException {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (true) {
      try {
        connect(server, tls).close();
        return;
      } catch (IOException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }

  @Test
  void ownAuthorityIsTrustedAndNoOther() throws Exception {
    certificates.authority("other");
    try (VitrineServer server = serve(ServerOptions.DEFAULT.withTls(tls()))) {
      try (VitrineClient client = connect(server, ClientTls.trusting(certificates.file("ca")))) {
        var map = client.map("p", String.class, Object.class);
        assertEquals(1L, map.get("a"));
        String large = "x".repeat(3 << 20);
        map.put("large", large);
        assertEquals(large, map.get("large"));
      }
      String other = refused(server, ClientTls.trusting(certificates.file("other")));
      assertTrue(other.startsWith("no TLS with 127.0.0.1:"), other);
      String jvm = refused(server, ClientTls.DEFAULT);
      assertTrue(jvm.startsWith("no TLS with 127.0.0.1:"), jvm);
      // Who speaks without TLS gets nothing, and harms nobody.
      String plain = refused(server, null);
      assertTrue(plain.contains("perhaps it wants TLS"), plain);
      assertSaysNothing(server);
      connect(server, ClientTls.trusting(certificates.file("ca"))).close();
    }
  }

  private static void assertSaysNothing(VitrineServer server) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      socket
          .getOutputStream()
          .write(
              "--- !!meta-data\ncsp: /maps/p\ntid: 1\n--- !!data\nget: a\n...\n"
                  .getBytes(StandardCharsets.UTF_8));
      byte[] answer = socket.getInputStream().readAllBytes();
      assertFalse(new String(answer, StandardCharsets.ISO_8859_1).contains("reply"));
    } catch (SocketException e) {
      // It may also be a reset.
    }
  }

  @Test
  void theNameMustBeThatOfTheCertificate() throws Exception {
    try (VitrineServer server = serve(ServerOptions.DEFAULT.withTls(tls()))) {
      var e =
          assertThrows(
              IOException.class,
              () ->
                  VitrineClient.connect(
                          "localhost",
                          server.address().getPort(),
                          new TypeRegistry(),
                          ClientOptions.DEFAULT.withTls(
                              ClientTls.trusting(certificates.file("ca"))))
                      .close());
      assertTrue(e.getMessage().contains("localhost"), e.getMessage());
    }
  }

  @Test
  void certificatesShowWhoAClientIs() throws Exception {
    X509Bundle clients = certificates.authority("clients");
    X509Bundle strangers = certificates.authority("strangers");
    certificates.client("ada", clients);
    certificates.client("bob", clients);
    certificates.client("eve", strangers);
    var options =
        ServerOptions.DEFAULT
            .withTls(tls().withClients(certificates.file("clients"), false))
            .withSecurity(
                new Authenticator() {
                  @Override
                  public @Nullable String principalOf(@Nullable String token) {
                    return null;
                  }

                  @Override
                  public @Nullable String principalOf(
                      @Nullable String token, @Nullable X500Principal certificate) {
                    return certificate == null ? null : certificate.getName();
                  }
                },
                (who, _, verb) -> "CN=ada".equals(who) || verb == Verb.READ);
    ClientTls trusting = ClientTls.trusting(certificates.file("ca"));
    try (VitrineServer server = serve(options)) {
      try (VitrineClient ada = connect(server, shown(trusting, "ada"));
          VitrineClient bob = connect(server, shown(trusting, "bob"))) {
        ada.map("p", String.class, Object.class).put("a", 2L);
        var map = bob.map("p", String.class, Object.class);
        assertEquals(2L, map.get("a"));
        var e = assertThrows(SecurityException.class, () -> map.put("a", 3L));
        assertTrue(String.valueOf(e.getMessage()).contains("CN=bob may not write /maps/p"));
      }
      refused(server, shown(trusting, "eve"));
      refused(server, trusting);
    }
  }

  private ClientTls shown(ClientTls tls, String name) {
    return tls.withCertificate(certificates.file(name), certificates.key(name));
  }

  @Test
  void clientsWithCertificateMayBindAnywhere() throws Exception {
    X509Bundle clients = certificates.authority("clients");
    certificates.client("ada", clients);
    var anywhere = ServerOptions.DEFAULT.withAddress("0.0.0.0", 0);
    assertThrows(IllegalArgumentException.class, () -> serve(anywhere.withTls(tls())).close());
    var optional = tls().withClients(certificates.file("clients"), true);
    assertThrows(IllegalArgumentException.class, () -> serve(anywhere.withTls(optional)).close());
    var required = tls().withClients(certificates.file("clients"), false);
    try (VitrineServer server = serve(anywhere.withTls(required))) {
      ClientTls trusting = ClientTls.trusting(certificates.file("ca"));
      connect(server, shown(trusting, "ada")).close();
      refused(server, trusting);
    }
  }

  @Test
  void aLostConnectionIsHadAgain() throws Exception {
    try (VitrineServer server = serve(ServerOptions.DEFAULT.withTls(tls()))) {
      int port = server.address().getPort();
      try (VitrineClient client = connect(server, ClientTls.trusting(certificates.file("ca")))) {
        var map = client.map("p", String.class, Object.class);
        server.close();
        try (VitrineServer _ =
            serve(ServerOptions.DEFAULT.withTls(tls()).withAddress("127.0.0.1", port))) {
          assertEquals(1L, map.get("a"));
        }
      }
    }
  }

  @Test
  void badFilesAreNamed() throws Exception {
    Path nonsense = Files.writeString(folder.resolve("nonsense.pem"), "nonsense");
    fails("nonsense.pem", new ServerTls(nonsense, certificates.key("server")));
    fails("nonsense.pem", new ServerTls(certificates.file("server"), nonsense));
    fails("nothing.pem", new ServerTls(folder.resolve("nothing.pem"), nonsense));
    fails("nonsense.pem", tls().withClients(nonsense, false));
    certificates.server("another", certificates.authority("further"));
    var mixed = new ServerTls(certificates.file("server"), certificates.key("another"));
    fails("another.key: they do not belong together", mixed);
    try (VitrineServer server = serve(ServerOptions.DEFAULT.withTls(tls()))) {
      String message = refused(server, ClientTls.trusting(nonsense));
      assertTrue(message.contains("nonsense.pem"), message);
    }
    assertThrows(
        IllegalArgumentException.class, () -> new ClientTls(null, certificates.file("ca"), null));
  }

  private void fails(String name, ServerTls tls) {
    var e =
        assertThrows(IOException.class, () -> serve(ServerOptions.DEFAULT.withTls(tls)).close());
    assertTrue(String.valueOf(e.getMessage()).contains(name), e.getMessage());
  }
}
