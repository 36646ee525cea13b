package io.vitrine.remote.server;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.ClientOptions;
import io.vitrine.remote.client.VitrineClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** What a test runs within a {@link RecordingLoader}; told and answers in classes of the JDK. */
public final class WithinLoader {
  private WithinLoader() {}

  /**
   * Serves a map.
   *
   * @param port told the port
   * @return closes the server
   */
  public static AutoCloseable serve(java.util.function.IntConsumer port) throws IOException {
    Vitrine vitrine = Vitrine.inMemory(new TypeRegistry());
    vitrine.map("/maps/p", String.class, Object.class).put("a", 1L);
    VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    port.accept(server.address().getPort());
    return () -> {
      server.close();
      vitrine.close();
    };
  }

  /**
   * Asks a server for everything that an answer may hold types in.
   *
   * @param port where it is
   * @return what each call gave or threw
   */
  public static List<String> ask(int port) throws IOException {
    var outcomes = new ArrayList<String>();
    var options = ClientOptions.DEFAULT.withMillis(20_000, 1_000);
    try (VitrineClient client =
        VitrineClient.connect("127.0.0.1", port, new TypeRegistry(), options)) {
      var map = client.map("m", String.class, Object.class);
      for (Callable<Object> call :
          List.<Callable<Object>>of(
              () -> map.get("a"),
              () -> map.put("a", 1L),
              () -> map.size(),
              () -> map.getAll(List.of("a")),
              () -> List.copyOf(map.keySet()),
              () -> map.getVersioned("a"),
              () -> client.list("/"))) {
        try {
          outcomes.add(String.valueOf(call.call()));
        } catch (Exception e) {
          outcomes.add(e.toString());
        }
      }
    }
    return outcomes;
  }
}
