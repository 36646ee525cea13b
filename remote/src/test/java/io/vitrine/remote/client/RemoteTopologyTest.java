package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TopologyEvent.Kind;
import io.vitrine.collections.TypeRegistry;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What came and went while nobody was told is told by what is there now. */
class RemoteTopologyTest {
  private ScriptedServer server;
  private VitrineClient client;
  private final Notes<TopologyEvent> notes = new Notes<>();

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedServer();
    client =
        VitrineClient.connect(
            "127.0.0.1", server.port(), new TypeRegistry(), ClientOptions.DEFAULT);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  private static String of(Kind kind, String path, long revision) {
    return new TopologyEvent(kind, path, revision).toString();
  }

  private void begin() throws Exception {
    server.awaitSubscriptions(1);
    server.collection(0, "Existing", "/maps/a", 10);
    server.collection(0, "Existing", "/maps/b", 10);
    server.bootstrapped(0, 10);
    notes.awaitLast("bootstrapped");
  }

  @Test
  void whatWasDroppedBeforeAResyncIsTold() throws Exception {
    client.subscribeTopology("/maps/", notes);
    begin();
    server.resync(0, 20);
    server.collection(0, "Existing", "/maps/b", 20);
    server.collection(0, "Existing", "/maps/c", 20);
    server.bootstrapped(0, 20);
    server.collection(0, "Added", "/maps/a", 25);
    assertEquals(
        List.of(
            of(Kind.EXISTING, "/maps/a", 10),
            of(Kind.EXISTING, "/maps/b", 10),
            "bootstrapped",
            of(Kind.EXISTING, "/maps/c", 20),
            of(Kind.REMOVED, "/maps/a", 20),
            "bootstrapped",
            of(Kind.ADDED, "/maps/a", 25)),
        notes.awaitLast(of(Kind.ADDED, "/maps/a", 25)));
  }

  @Test
  void aFilterThatIsChangedMeanwhileWaitsForTheState() throws Exception {
    var subscription = client.subscribeTopology("/maps/", notes);
    begin();
    server.resync(0, 20);
    server.collection(0, "Existing", "/maps/c", 20);
    notes.awaitLast(of(Kind.EXISTING, "/maps/c", 20));
    subscription.setFilter(path -> path.endsWith("c"));
    server.collection(0, "Existing", "/maps/a", 20);
    server.bootstrapped(0, 20);
    assertEquals(
        List.of(of(Kind.REMOVED, "/maps/b", 20), "bootstrapped", of(Kind.REMOVED, "/maps/a", 20)),
        notes.awaitLast(of(Kind.REMOVED, "/maps/a", 20)).subList(4, 7));
  }
}
