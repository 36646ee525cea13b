package io.vitrine.bench.fork;

import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.Vitrine;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongPredicate;

/** Updates of an observable map, of which a subscriber is told. */
final class SubscriptionChannel implements Channel {
  private final Vitrine vitrine;
  private final ObservableMap<Long, Long> map;
  private final Long key = 7L;

  SubscriptionChannel(Path folder) {
    vitrine = Vitrine.open(folder);
    map = vitrine.map("events", Long.class, Long.class);
  }

  @Override
  public void set(long number) {
    map.set(key, number);
  }

  @Override
  public void receive(Runnable begun, LongPredicate seen) throws InterruptedException {
    var over = new CountDownLatch(1);
    var subscription =
        map.subscribe(
            SubscriptionOptions.<Long, Long>all().withoutBootstrap(),
            (MapEvent<Long, Long> event, long _) -> {
              Long number = event.value();
              if (number != null && !seen.test(number)) {
                over.countDown();
              }
            });
    begun.run();
    over.await();
    subscription.cancel();
  }

  @Override
  public void close() {
    vitrine.close();
  }
}
