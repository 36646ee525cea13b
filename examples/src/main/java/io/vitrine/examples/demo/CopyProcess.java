package io.vitrine.examples.demo;

import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SubscriptionOptions;
import java.nio.file.Path;

/**
 * The process that watches everything and keeps a copy, which it saves together with its revision:
 * started again, it resumes from there. Started by the demo.
 */
final class CopyProcess {
  private CopyProcess() {}

  /** Arguments: port, file of the copy. */
  static void main(String[] args) throws Exception {
    Parent.run(parent -> {
      try (var vitrine = Airports.connect(args[0])) {
        var map = Airports.map(vitrine);
        var description = vitrine.describe(Airports.PATH);
        if (description == null) {
          throw new IllegalStateException(Airports.PATH + " is not on the server");
        }
        Path file = Path.of(args[1]);
        var copy = CopyFile.load(file, description.epoch());
        var subscriber = new CopySubscriber(parent, copy, file);
        SubscriptionOptions<String, AirportStats> options = SubscriptionOptions.all();
        boolean resumes = copy.bookmark().revision() >= 0;
        map.<MapEvent<String, AirportStats>>subscribe(
            resumes ? options.withFrom(copy.bookmark()) : options, subscriber);
        subscriber.awaitBootstrap();
        parent.tell("ready", copy.bookmark().revision());
        subscriber.awaitRevision(Long.parseLong(parent.await("until")));
        subscriber.finish();
        parent.tell("done", copy.events());
        parent.await("stop");
      }
    });
  }
}
