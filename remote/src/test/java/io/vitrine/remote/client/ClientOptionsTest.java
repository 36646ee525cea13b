package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import org.junit.jupiter.api.Test;

/** Times and sizes that a client is given. */
class ClientOptionsTest {
  private static ClientOptions of(long call, long connect, long reconnect, long silence) {
    ClientOptions standard = ClientOptions.DEFAULT;
    return new ClientOptions(
        call,
        connect,
        reconnect,
        standard.unconfirmedBytesMax(),
        standard.pageElements(),
        standard.token(),
        standard.frame(),
        standard.failureListener(),
        standard.encoding(),
        standard.tls(),
        standard.busyPoll(),
        silence,
        standard.callbacksInPlace(),
        standard.connectionListener());
  }

  private static void refused(String message, long call, long connect, long reconnect, long quiet) {
    var e = assertThrows(IllegalArgumentException.class, () -> of(call, connect, reconnect, quiet));
    assertEquals(message, e.getMessage());
  }

  @Test
  void lessThanMayBeIsRefused() {
    refused("callMillis is -1, expected 0 or more", -1, 1, 0, 4);
    refused("connectMillis is 0, expected 1 or more", 0, 0, 0, 4);
    refused("reconnectMillis is -1, expected 0 or more", 0, 1, -1, 4);
    refused("silence is 3 ms, expected 4 to 3600000", 0, 1, 0, 3);
    refused("silence is 3600001 ms, expected 4 to 3600000", 0, 1, 0, 3_600_001);
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> ClientOptions.DEFAULT.withPageElements(0));
    assertEquals("pageElements is 0, expected 1 or more", e.getMessage());
  }

  @Test
  @SuppressWarnings("NullAway") // what is to be refused
  void whatIsNeededIsNotNull() {
    ClientOptions standard = ClientOptions.DEFAULT;
    assertThrows(NullPointerException.class, () -> standard.withFrame(null));
    assertThrows(NullPointerException.class, () -> standard.withEncoding(null));
    assertThrows(NullPointerException.class, () -> standard.withFailureListener(null));
    assertThrows(NullPointerException.class, () -> standard.withConnectionListener(null));
    ServerOptions server = ServerOptions.DEFAULT;
    assertThrows(NullPointerException.class, () -> server.withAddress(null, 0));
    assertThrows(NullPointerException.class, () -> server.withLimits(null));
    assertThrows(NullPointerException.class, () -> server.withRecorder(null));
    assertThrows(NullPointerException.class, () -> server.withWeb(null));
    assertThrows(NullPointerException.class, () -> server.withSecurity(null, null));
  }

  @Test
  void toConnectMayTakeForEver() throws Exception {
    for (long connect : new long[] {1L << 31, 1L << 32, Long.MAX_VALUE}) {
      try (Vitrine store = Vitrine.inMemory();
          VitrineServer server = VitrineServer.start(store, ServerOptions.DEFAULT);
          VitrineClient client =
              VitrineClient.connect(
                  "127.0.0.1",
                  server.address().getPort(),
                  new TypeRegistry(),
                  of(Long.MAX_VALUE, connect, Long.MAX_VALUE, 20_000))) {
        client.map("m", String.class, Long.class).put("a", connect);
        assertEquals(connect, store.map("m", String.class, Long.class).get("a"));
      }
    }
  }
}
