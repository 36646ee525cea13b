package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who looks at the log for all subscriptions outlives errors. */
@Timeout(180)
class LogWatcherTest {
  @ParameterizedTest
  @ValueSource(strings = {"revision", "sweep"})
  void aLackOfMemoryLeavesNoSubscriptionDeaf(String call) throws InterruptedException {
    var failures = new CountDownLatch(3);
    try (var vitrine =
        new LocalVitrine(failing(Stores.inMemory(), call, failures), new TypeRegistry())) {
      ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
      var recorder = new Recorder<MapEvent<String, Long>>();
      Subscription<?> subscription =
          map.subscribe(SubscriptionOptions.<String, Long>all().withoutBootstrap(), recorder);
      assertTrue(failures.await(60, TimeUnit.SECONDS), "nobody is left who looks at the log");
      map.put("a", 1L);
      recorder.expect("Inserted a 1");
      subscription.cancel();
    }
  }

  /** A store of which a call fails a few times where it is made to look at the log. */
  private static Store failing(Store store, String call, CountDownLatch failures) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (_, method, arguments) -> {
              if (method.getName().equals(call)
                  && Thread.currentThread().getName().equals("vitrine-watcher")
                  && failures.getCount() > 0) {
                failures.countDown();
                throw new OutOfMemoryError("made by a test");
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }
}
