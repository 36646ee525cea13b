package io.vitrine.examples.demo;

import io.vitrine.collections.MapEntry;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.HdrHistogram.Histogram;

/**
 * The airports that are late, as a filtered subscription tells of them a page at a time. Called
 * from the thread of its subscription, but for the methods that wait.
 */
final class LateAirports implements Subscriber<MapEvent<String, AirportStats>> {
  /** How many items are requested at a time. */
  static final int PAGE_ITEMS = 64;

  private final Parent parent;
  private final Reached reached = new Reached();
  private final CompletableFuture<Subscription<MapEntry<String, AirportStats>>> handle =
      new CompletableFuture<>();
  private final SortedSet<String> codes = new TreeSet<>();
  private final Problems problems = new Problems();
  private final Histogram delays = DelayHistogram.empty();
  private long items;
  private long pages = 1;

  LateAirports(Parent parent) {
    this.parent = parent;
  }

  /** Gives the handle to request more pages with. */
  void attach(Subscription<MapEntry<String, AirportStats>> subscription) {
    handle.complete(subscription);
  }

  void awaitBootstrap() throws InterruptedException {
    reached.await(0);
  }

  void awaitRevision(long revision) throws InterruptedException {
    reached.await(revision);
  }

  @Override
  public void onNext(MapEvent<String, AirportStats> event, long revision) {
    synchronized (this) {
      take(event);
    }
    reached.advance(revision);
    if (items % PAGE_ITEMS == 0) {
      pages++;
      handle.join().request(PAGE_ITEMS);
    }
  }

  private void take(MapEvent<String, AirportStats> event) {
    String code = event.key();
    items++;
    problems.addIf(items > pages * PAGE_ITEMS, () -> "items without demand: " + event);
    switch (event) {
      case MapEvent.Existing<String, AirportStats> _, MapEvent.Inserted<String, AirportStats> _ ->
          problems.addIf(!codes.add(code), () -> "came into the filter twice: " + event);
      case MapEvent.Updated<String, AirportStats> _ ->
          problems.addIf(!codes.contains(code), () -> "updated outside of the filter: " + event);
      case MapEvent.Removed<String, AirportStats> _ ->
          problems.addIf(!codes.remove(code), () -> "left the filter twice: " + event);
    }
    if (event.timeNanos() != 0) {
      DelayHistogram.record(delays, DelayHistogram.clockNanos() - event.timeNanos());
    }
    if (items % PAGE_ITEMS == 0) {
      parent.tell("late", codes.size());
    }
  }

  @Override
  public void onBootstrapped(long revision) {
    reached.advance(revision);
  }

  @Override
  public void onProgress(long revision) {
    reached.advance(revision);
  }

  @Override
  public void onResync(long revision) {
    problems.addIf(true, () -> "resync at revision " + revision);
    codes.clear();
  }

  @Override
  public void onCancelled(String reason) {
    reached.fail(reason);
  }

  @Override
  public void onError(Throwable failure) {
    reached.fail(failure.toString());
  }

  /** Tells the demo what has been seen. */
  synchronized void report() {
    parent.tell("codes", String.join(",", codes));
    parent.tell("items", items);
    parent.tell("pages", pages);
    parent.tell("delays", DelayHistogram.toText(delays));
    parent.tell("problems", problems.count());
    parent.tell("problem", problems.first());
    parent.tell("done", codes.size());
  }
}
