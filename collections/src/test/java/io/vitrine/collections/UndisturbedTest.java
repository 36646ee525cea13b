package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a subscriber leaves behind of an interrupt, and what of those that were there before. */
class UndisturbedTest {
  @AfterEach
  void forget() {
    boolean _ = Thread.interrupted();
  }

  private static final class Interrupting implements Subscriber<String> {
    int calls;

    private boolean leave() {
      calls++;
      Thread.currentThread().interrupt();
      return true;
    }

    @Override
    public void onNext(String item, long revision) {
      boolean _ = leave();
    }

    @Override
    public boolean sharesItems() {
      return true;
    }

    @Override
    public boolean onShared(List<? extends String> items) {
      return leave();
    }

    @Override
    public void onBurst(boolean waits) {
      boolean _ = leave();
    }

    @Override
    public boolean isReady() {
      return leave();
    }

    @Override
    public void awaitReady() {
      boolean _ = leave();
    }

    @Override
    public void onBurstEnd() {
      boolean _ = leave();
    }

    @Override
    public void onEvent(CollectionEvent event) {
      boolean _ = leave();
    }

    @Override
    public void onBootstrapped(long revision) {
      boolean _ = leave();
    }

    @Override
    public void onResync(long revision) {
      boolean _ = leave();
    }

    @Override
    public void onFiltered(long revision) {
      boolean _ = leave();
    }

    @Override
    public void onProgress(long revision) {
      boolean _ = leave();
    }

    @Override
    public void onCancelled(String reason) {
      boolean _ = leave();
    }

    @Override
    public void onError(Throwable failure) {
      boolean _ = leave();
    }
  }

  private static List<Consumer<Subscriber<String>>> calls() {
    return List.of(
        s -> s.onNext("a", 8),
        s -> assertTrue(s.onShared(List.of("a"))),
        s -> s.onBurst(true),
        s -> assertTrue(s.isReady()),
        Subscriber::awaitReady,
        Subscriber::onBurstEnd,
        s -> s.onEvent(new CollectionEvent.Published("e", 8, 1L)),
        s -> s.onBootstrapped(8),
        s -> s.onResync(8),
        s -> s.onFiltered(8),
        s -> s.onProgress(8),
        s -> s.onCancelled("over"),
        s -> s.onError(new IllegalStateException("made by a test")));
  }

  @Test
  void noCallLeavesAnInterruptBehind() {
    var interrupting = new Interrupting();
    var subscriber = new Undisturbed<>(interrupting);
    assertTrue(subscriber.sharesItems());
    for (Consumer<Subscriber<String>> call : calls()) {
      call.accept(subscriber);
      assertFalse(Thread.currentThread().isInterrupted());
    }
    assertEquals(calls().size(), interrupting.calls);
  }

  @Test
  void anInterruptOfBeforeStays() {
    var subscriber = new Undisturbed<>(new Interrupting());
    for (Consumer<Subscriber<String>> call : calls()) {
      Thread.currentThread().interrupt();
      call.accept(subscriber);
      assertTrue(Thread.interrupted());
    }
  }

  @Test
  void whoFailsLeavesNoneBehind() {
    var subscriber =
        new Undisturbed<String>((_, _) -> {
          Thread.currentThread().interrupt();
          throw new IllegalStateException("made by a test");
        });
    assertThrows(IllegalStateException.class, () -> subscriber.onNext("a", 8));
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @Test
  void theNextItemIsToldWithoutIt() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      var map = vitrine.map("m", String.class, Long.class);
      var found = new CompletableFuture<Boolean>();
      boolean[] any = {false};
      map.subscribe(
          SubscriptionOptions.<String, Long>all().withoutBootstrap(),
          (MapEvent<String, Long> event, long _) -> {
            any[0] |= Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            if (event.key().equals("last")) {
              found.complete(any[0]);
            }
          });
      map.putAll(Map.of("a", 1L, "b", 2L, "c", 3L));
      map.put("last", 4L);
      assertFalse(found.get(60, TimeUnit.SECONDS));
    }
  }
}
