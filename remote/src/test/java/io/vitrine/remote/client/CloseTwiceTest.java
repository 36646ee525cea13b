package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that two threads close at once. */
@Timeout(120)
class CloseTwiceTest {
  @Test
  void nothingIsInDoubtThatWasConfirmed() throws IOException, InterruptedException {
    var failures = new ConcurrentLinkedQueue<RuntimeException>();
    try (var loopback = new Loopback(WireEncoding.CBOR)) {
      for (long i = 1; i <= 100; i++) {
        VitrineClient client =
            loopback.client(loopback.options().withFailureListener(failures::add));
        client.map("m", String.class, Long.class).set("a", i);
        var together = new CyclicBarrier(2);
        Runnable close =
            () -> {
              try {
                together.await();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              client.close();
            };
        var threads = List.of(Thread.ofPlatform().start(close), Thread.ofPlatform().start(close));
        for (Thread each : threads) {
          each.join();
        }
        assertEquals(List.of(), List.copyOf(failures));
        assertEquals(i, loopback.vitrine.map("m", String.class, Long.class).get("a"));
      }
    }
  }
}
