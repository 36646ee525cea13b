package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Filter;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TopologyEvent.Kind;
import io.vitrine.collections.TypeRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What came and went while nobody was told is told by what is there now. */
@SuppressWarnings("NullAway") // A null that is refused.
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

  @Test
  void aFilterThatIsChangedIsTold() throws Exception {
    var filtered = new CompletableFuture<Long>();
    Set<String> asked = ConcurrentHashMap.newKeySet();
    var subscription =
        client.subscribeTopology(
            "/maps/",
            new Subscriber<TopologyEvent>() {
              @Override
              public void onNext(TopologyEvent event, long revision) {
                notes.onNext(event, revision);
              }

              @Override
              public void onBootstrapped(long revision) {
                notes.onBootstrapped(revision);
              }

              @Override
              public void onFiltered(long revision) {
                filtered.complete(revision);
              }
            });
    assertThrows(NullPointerException.class, () -> subscription.setFilter(null));
    subscription.setFilter(path -> { // waits for the first state, too
      asked.add(path);
      return path.endsWith("b");
    });
    server.awaitSubscriptions(1);
    server.collection(0, "Existing", "/sets/a", 10);
    server.collection(0, "Existing", "/maps/a", 10);
    server.collection(0, "Existing", "/maps/b", 10);
    server.bootstrapped(0, 10);
    assertEquals(10L, filtered.get(10, TimeUnit.SECONDS));
    assertEquals(Set.of("/maps/a", "/maps/b"), asked);
    assertEquals(
        List.of(
            of(Kind.EXISTING, "/maps/a", 10),
            of(Kind.EXISTING, "/maps/b", 10),
            "bootstrapped",
            of(Kind.REMOVED, "/maps/a", 10)),
        notes.calls());
  }

  @Test
  void anInterruptThatASubscriberLeavesBehindEndsNothing() throws Exception {
    client.subscribeTopology(
        "/maps/",
        new Subscriber<TopologyEvent>() {
          @Override
          public void onNext(TopologyEvent event, long revision) {
            notes.onNext(event, revision);
            Thread.currentThread().interrupt();
          }

          @Override
          public void onBootstrapped(long revision) {
            notes.onBootstrapped(revision);
            Thread.currentThread().interrupt();
          }

          @Override
          public void onCancelled(String reason) {
            notes.onCancelled(reason);
          }
        });
    begin();
    server.collection(0, "Added", "/maps/c", 11);
    notes.awaitLast(of(Kind.ADDED, "/maps/c", 11));
    server.collection(0, "Added", "/maps/d", 12);
    notes.awaitLast(of(Kind.ADDED, "/maps/d", 12));
  }

  @Test
  void aFilterIsToldAlsoWhereItIsInForceAlready() throws Exception {
    var filtered = new Semaphore(0);
    var subscription =
        client.subscribeTopology(
            "/maps/",
            new Subscriber<TopologyEvent>() {
              @Override
              public void onNext(TopologyEvent event, long revision) {
                notes.onNext(event, revision);
              }

              @Override
              public void onBootstrapped(long revision) {
                notes.onBootstrapped(revision);
              }

              @Override
              public void onFiltered(long revision) {
                filtered.release();
              }
            });
    begin();
    Filter<String> filter = path -> path.endsWith("a");
    for (int i = 0; i < 3; i++) {
      subscription.setFilter(filter);
      assertTrue(filtered.tryAcquire(60, TimeUnit.SECONDS), "answer to request " + i);
    }
    assertEquals(of(Kind.REMOVED, "/maps/b", 10), notes.awaitSize(4).getLast());
  }
}
