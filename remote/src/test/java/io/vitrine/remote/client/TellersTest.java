package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class TellersTest {
  private static final int ROUNDS = 200_000;

  /** A thread that is about to begin is not one to wait for yet, nor one to fail at. */
  @Test
  void itMayBeJoinedWhileThreadsBegin() throws Exception {
    var tellers = new Tellers(() -> false);
    var ended = new AtomicBoolean();
    var joining =
        CompletableFuture.runAsync(
            () -> {
              while (!ended.get()) {
                tellers.join();
              }
            },
            task -> Thread.ofPlatform().start(task));
    for (int i = 0; i < ROUNDS && !joining.isDone(); i++) {
      tellers.start("teller", () -> {}, () -> false);
    }
    ended.set(true);
    joining.get(60, TimeUnit.SECONDS);
    assertTrue(joining.isDone());
  }
}
