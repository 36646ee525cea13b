package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link Overflow#DISCONNECT} where the log moves on over a subscriber that asks for no more. */
class TooSlowTest {
  private static final SubscriptionOptions<String, Long> DISCONNECTING =
      SubscriptionOptions.<String, Long>all().withOverflow(Overflow.DISCONNECT).withRequest(1);

  @TempDir private Path folder;
  private Store store;
  private LocalVitrine vitrine;
  private ObservableMap<String, Long> map;
  private final Recorder<MapEvent<String, Long>> recorder = new Recorder<>();

  @BeforeEach
  void open() {
    store = Stores.open(folder, new StoreOptions(1 << 20));
    vitrine = new LocalVitrine(store, new TypeRegistry());
    map = vitrine.map("m", String.class, Long.class);
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  /** Lets the log begin behind a revision, by changes of another map. */
  private void moveLogOver(long revision) {
    var filler = vitrine.map("filler", Long.class, byte[].class);
    Await.until(
        () -> {
          filler.set(0L, new byte[60_000]);
          return store.oldestRevision() > revision;
        },
        () -> "the log, which begins behind " + store.oldestRevision() + ", to pass " + revision);
  }

  @Test
  void whoseChangesHaveLeftTheLogIsToldSoThoughItAsksForNothing() {
    map.subscribe(DISCONNECTING.withoutBootstrap(), recorder);
    map.set("a", 0L);
    recorder.await(() -> recorder.items().size() == 1, "what it asked for");
    for (long i = 1; i < 1_000; i++) {
      map.set("a", i);
    }
    moveLogOver(store.revision());
    recorder.awaitCall(call -> call.startsWith("cancelled: Too slow: changes after revision "));
    assertEquals(2, recorder.calls().size());
  }

  @Test
  void whoIsStillBeingToldTheStateIsToldSo() {
    map.set("a", 1L);
    map.set("b", 2L);
    map.subscribe(DISCONNECTING, recorder);
    recorder.await(() -> recorder.items().size() == 1, "what it asked for");
    moveLogOver(store.revision());
    recorder.awaitCall(call -> call.startsWith("cancelled: Too slow: changes after revision "));
  }

  /** Also where the log stands still from then on, and others wait for it. */
  @Test
  void allWhoAreTooSlowAreToldSo() {
    map.set("a", 1L);
    map.set("b", 2L);
    for (int i = 0; i < 3; i++) {
      map.subscribe(SubscriptionOptions.all(), new Recorder<MapEvent<String, Long>>());
    }
    List<Recorder<MapEvent<String, Long>>> recorders = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      var one = new Recorder<MapEvent<String, Long>>();
      recorders.add(one);
      map.subscribe(DISCONNECTING, one);
      one.await(() -> one.items().size() == 1, "what it asked for");
    }
    moveLogOver(store.revision());
    for (Recorder<MapEvent<String, Long>> one : recorders) {
      one.awaitCall(call -> call.startsWith("cancelled: Too slow: changes after revision "));
    }
  }

  @Test
  void whoIsNotTooSlowGoesOn() {
    Subscription<?> subscription = map.subscribe(DISCONNECTING.withoutBootstrap(), recorder);
    for (long i = 0; i < 1_000; i++) {
      map.set("a", i);
    }
    recorder.await(() -> recorder.items().size() == 1, "what it asked for");
    subscription.request(Long.MAX_VALUE);
    recorder.await(() -> recorder.items().size() == 1_000, "all that was changed");
    assertTrue(recorder.calls().stream().noneMatch(call -> call.startsWith("cancelled")));
  }
}
