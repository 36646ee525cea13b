package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.EndOfStack;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who closes a client at the end of the stack can close it once more, and then it is closed. */
@Timeout(300)
class CloseAtEndOfStackTest {
  private static final long LAST = 257;

  @Test
  void whatFailedGoesOn() throws Exception {
    int failures = 0;
    try (Vitrine store = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(store, ServerOptions.DEFAULT)) {
      for (int frames = 20; frames <= LAST; frames += 3) {
        Vitrine client =
            VitrineClient.connect(
                "127.0.0.1",
                server.address().getPort(),
                new TypeRegistry(),
                ClientOptions.DEFAULT.withMillis(15_000, 30_000));
        ObservableMap<String, Long> map = client.map("m", String.class, Long.class);
        map.put("k", (long) frames);
        map.set("unconfirmed", (long) frames);
        failures += EndOfStack.run(frames, client::close) == null ? 0 : 1;
        client.close();
        assertThrows(IllegalStateException.class, () -> map.get("k"));
      }
      Await.until(() -> server.connections() == 0, "all connections to end");
      assertEquals(LAST, store.map("m", String.class, Long.class).get("k"));
    }
    assertTrue(failures > 0, "there was always stack enough");
  }
}
