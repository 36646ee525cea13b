package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.vitrine.collections.AsyncMap;
import io.vitrine.collections.AsyncSet;
import io.vitrine.collections.Callback;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which threads are told of calls that do not wait, where the answer is known from the first. */
@Timeout(180)
class AsyncThreadsTest {
  private final CountDownLatch gate = new CountDownLatch(1);
  private final CompletableFuture<Thread> lane = new CompletableFuture<>();
  private final CompletableFuture<Thread> told = new CompletableFuture<>();
  private Loopback loopback;
  private VitrineClient client;
  private AsyncMap<String, String> map;
  private AsyncSet<String> set;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(WireEncoding.CBOR);
    client = loopback.client(loopback.options().withFrame(new FrameLimits(64 << 10, 64, 60_000)));
    map = client.map("m", String.class, String.class).async();
    set = client.set("s", String.class).async();
  }

  @AfterEach
  void stop() throws IOException {
    gate.countDown();
    client.close();
    loopback.close();
  }

  private static <T> T of(CompletableFuture<T> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  private void close() {
    var _ =
        map.<Boolean>call(_ -> {
          lane.complete(Thread.currentThread());
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return true;
        });
  }

  private void assertToldByAnother() throws Exception {
    assertNotSame(Thread.currentThread(), of(told));
    assertEquals(true, of(told).isVirtual());
  }

  @Test
  void whatIsRefusedInItsTurnIsToldByAnotherThanTheLane() throws Exception {
    close();
    var refused = map.put("k", "x".repeat(100_000));
    var _ = refused.whenComplete((_, _) -> told.complete(Thread.currentThread()));
    gate.countDown();
    assertToldByAnother();
    assertNotSame(of(lane), of(told));
    var failure = of(refused.handle((_, e) -> e));
    assertEquals("TooLarge", assertInstanceOf(RemoteException.class, failure).code());
  }

  private <R extends @Nullable Object> Callback<R> callback() {
    return (_, _) -> told.complete(Thread.currentThread());
  }

  @Test
  void nothingPutIsToldByAnotherThanTheCaller() throws Exception {
    map.putAll(Map.of(), callback());
    assertToldByAnother();
  }

  @Test
  void nothingAskedForIsToldByAnotherThanTheCaller() throws Exception {
    map.getAll(List.of(), callback());
    assertToldByAnother();
  }

  @Test
  void nothingAddedIsToldByAnotherThanTheCaller() throws Exception {
    set.addAll(List.of(), callback());
    assertToldByAnother();
  }

  @Test
  void whatCannotBeThereIsToldByAnotherThanTheCaller() throws Exception {
    map.get(1L, callback());
    assertToldByAnother();
  }

  @Test
  void whatIsRefusedAtOnceIsToldByAnotherThanTheCaller() throws Exception {
    map.put("k", "x".repeat(100_000), callback());
    assertToldByAnother();
  }

  @Test
  void aFutureThatIsDoneIsToldByAnotherThanTheCaller() throws Exception {
    Callback.when(CompletableFuture.completedFuture("done"), callback());
    assertToldByAnother();
  }

  @Test
  void aFutureThatIsCompletedIsToldByAnotherThanWhoCompletesIt() throws Exception {
    var future = new CompletableFuture<String>();
    Callback.when(future, callback());
    future.complete("done");
    assertToldByAnother();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatACallbackThrowsGoesToTheHandlerOfItsThread(boolean inPlace) throws Exception {
    try (var other = loopback.client(loopback.options().withCallbacksInPlace(inPlace))) {
      var heard = new CompletableFuture<Throwable>();
      var thrown = new ArithmeticException("of a callback");
      other
          .map("m", String.class, String.class)
          .async()
          .get(
              "k",
              (_, _) -> {
                Thread.currentThread().setUncaughtExceptionHandler((_, e) -> heard.complete(e));
                throw thrown;
              });
      assertSame(thrown, of(heard));
    }
  }
}
