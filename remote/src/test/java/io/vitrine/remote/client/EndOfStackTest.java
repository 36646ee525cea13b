package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.EndOfStack;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call that met the end of its thread's stack fails by itself: others go on. */
@Timeout(300)
class EndOfStackTest {
  private static final int FRAMES = 240;

  @Test
  void theConnectionGoesOn() throws Exception {
    ClientOptions options = ClientOptions.DEFAULT.withMillis(15_000, 30_000);
    int failures = 0;
    try (Vitrine store = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(store, ServerOptions.DEFAULT);
        Vitrine client =
            VitrineClient.connect(
                "127.0.0.1", server.address().getPort(), new TypeRegistry(), options)) {
      ObservableMap<String, Long> map = client.map("m", String.class, Long.class);
      for (long i = 0; i < 2_000; i++) { // so that what is called is compiled, as in a real process
        map.put("warm", i);
      }
      for (int frames = 20; frames < FRAMES; frames++) {
        long value = frames;
        failures += EndOfStack.run(frames, () -> map.put("k", value)) == null ? 0 : 1;
        map.put("other", value);
        assertEquals(value, map.get("other"), () -> value + " frames from the end");
      }
    }
    assertTrue(failures > 0, "there was always stack enough");
  }
}
