package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a listener hears, and who hears what it throws. */
class ListeningTest {
  @Test
  void whatAListenerThrows_goesToTheHandlerOfItsThread() throws Exception {
    var heard = new CompletableFuture<Throwable>();
    var thrown = new ArithmeticException("of a listener");
    var listening =
        new Listening<Integer>(_ -> {
          throw thrown;
        });
    Thread.ofPlatform()
        .uncaughtExceptionHandler((_, failure) -> heard.complete(failure))
        .start(() -> {
          try {
            listening.onNext(1, 1);
          } catch (ArithmeticException e) {
            listening.onError(e);
          }
        });
    assertSame(thrown, heard.get(60, TimeUnit.SECONDS));
  }

  @Test
  void events_areHandedOn() {
    var sum = new int[1];
    var listening = new Listening<Integer>(n -> sum[0] += n);
    listening.onNext(3, 1);
    listening.onNext(4, 2);
    assertEquals(7, sum[0]);
    assertThrows(NullPointerException.class, () -> new Listening<Integer>(null));
  }
}
