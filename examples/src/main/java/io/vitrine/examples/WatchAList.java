package io.vitrine.examples;

import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.ListEvent;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Vitrine;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Takes jobs from the head of a list, and watches it. Other JVMs may do so at the same time. */
final class WatchAList {
  private WatchAList() {}

  static void main(String[] args) throws InterruptedException {
    var left = new CountDownLatch(5);
    Subscriber<ListEvent<String>> printer =
        (event, revision) -> {
          System.out.println(
              switch (event) {
                case ListEvent.Existing<String>(var index, var value, _) -> index + " is " + value;
                case ListEvent.Inserted<String>(var index, var value, _, _, _) ->
                    value + " comes in at " + index;
                case ListEvent.Updated<String>(var index, var old, var value, _, _, _) ->
                    index + " goes from " + old + " to " + value;
                case ListEvent.Removed<String>(var index, var old, _, _, _) ->
                    old + " leaves " + index;
              });
          left.countDown();
        };
    try (Vitrine vitrine = Vitrine.open(Path.of(args[0]))) {
      ObservableList<String> jobs = vitrine.list("/lists/jobs", String.class);
      ObservableSet<String> done = vitrine.set("/sets/done", String.class);
      jobs.subscribe(ElementOptions.<String>all().withoutBootstrap(), printer);
      jobs.addAll(List.of("wash", "dry")); // One change, and two events.
      jobs.add(1, "rinse");
      jobs.set(2, "iron");
      done.add(jobs.removeFirst()); // Of several JVMs, each gets another job.
      left.await();
      System.out.println(done + " done, " + jobs + " to do");
    }
  }
}
