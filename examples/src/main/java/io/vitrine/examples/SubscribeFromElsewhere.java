package io.vitrine.examples;

import io.vitrine.collections.Filters;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.Vitrine;
import java.util.concurrent.CountDownLatch;

/** Watches the prices over 100 on a server: those that are there, then every change. */
final class SubscribeFromElsewhere {
  private SubscribeFromElsewhere() {}

  static void main(String[] args) throws InterruptedException {
    var left = new CountDownLatch(Integer.parseInt(args[1]));
    Subscriber<MapEvent<String, Double>> printer =
        (event, revision) -> {
          System.out.println(
              switch (event) {
                case MapEvent.Existing<String, Double>(var key, var value, _) ->
                    key + " is " + value;
                case MapEvent.Inserted<String, Double>(var key, var value, _, _, _, _) ->
                    key + " comes in at " + value;
                case MapEvent.Updated<String, Double>(var key, var old, var value, _, _, _, _) ->
                    key + " goes from " + old + " to " + value;
                case MapEvent.Removed<String, Double>(var key, var old, _, _, _, _) ->
                    key + " leaves, it was " + old;
              });
          left.countDown();
        };
    try (Vitrine vitrine = Vitrine.connect("127.0.0.1", Integer.parseInt(args[0]))) {
      ObservableMap<String, Double> prices =
          vitrine.map("/maps/prices", String.class, Double.class);
      SubscriptionOptions<String, Double> overHundred =
          SubscriptionOptions.<String, Double>all().withFilter(Filters.value().gt(100));
      var subscription = prices.subscribe(overHundred, printer);
      left.await();
      subscription.cancel();
    }
  }
}
