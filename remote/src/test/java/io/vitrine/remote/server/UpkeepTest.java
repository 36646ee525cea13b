package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Upkeep outlives errors. */
class UpkeepTest {
  @Test
  void aLackOfMemoryEndsNoUpkeep() throws InterruptedException {
    var tries = new CountDownLatch(2);
    try (var upkeep = new Upkeep()) {
      upkeep.start(
          "test-upkeep",
          1,
          () -> {
            tries.countDown();
            throw new OutOfMemoryError("made by a test");
          });
      assertTrue(tries.await(60, TimeUnit.SECONDS), "tried once and never again");
    }
  }
}
