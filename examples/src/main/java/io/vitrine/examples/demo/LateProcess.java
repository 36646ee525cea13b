package io.vitrine.examples.demo;

import io.vitrine.collections.Filters;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SubscriptionOptions;

/**
 * The process that watches the airports with a mean delay over a threshold: the server filters, and
 * sends a page at a time. Started by the demo.
 */
final class LateProcess {
  private LateProcess() {}

  /** Arguments: port, threshold in minutes. */
  static void main(String[] args) throws Exception {
    Parent.run(parent -> {
      try (var vitrine = Airports.connect(args[0])) {
        var map = Airports.map(vitrine);
        var late = new LateAirports(parent);
        SubscriptionOptions<String, AirportStats> options =
            SubscriptionOptions.<String, AirportStats>all()
                .withFilter(Filters.field("meanDelay").gt(Double.parseDouble(args[1])))
                .withRequest(LateAirports.PAGE_ITEMS);
        late.attach(map.<MapEvent<String, AirportStats>>subscribe(options, late));
        late.awaitBootstrap();
        parent.tell("ready", LateAirports.PAGE_ITEMS);
        late.awaitRevision(Long.parseLong(parent.await("until")));
        late.report();
        parent.await("stop");
      }
    });
  }
}
