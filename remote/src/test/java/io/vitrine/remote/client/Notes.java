package io.vitrine.remote.client;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Subscriber;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A subscriber that writes down every call. Safe for any number of threads. */
final class Notes<T> implements Subscriber<T> {
  private static final long DEADLINE_NANOS = 60_000_000_000L;

  private final List<String> calls = new ArrayList<>();
  private final List<Long> revisions = new ArrayList<>();

  private synchronized void note(String call) {
    calls.add(call);
    notifyAll();
  }

  @Override
  public synchronized void onNext(T item, long revision) {
    revisions.add(revision);
    note(
        switch (item) {
          case MapEvent.Existing<?, ?> e -> "E " + e.key() + "=" + e.value();
          case MapEvent.Inserted<?, ?> e -> "I " + e.key() + "=" + e.value();
          case MapEvent.Updated<?, ?> e -> "U " + e.key() + "=" + e.oldValue() + ">" + e.value();
          case MapEvent.Removed<?, ?> e -> "R " + e.key() + "=" + e.oldValue();
          default -> String.valueOf(item);
        });
  }

  @Override
  public synchronized void onEvent(CollectionEvent event) {
    revisions.add(event.revision());
    note(
        switch (event) {
          case CollectionEvent.Published p -> "P " + p.event();
          case CollectionEvent.Annotated a ->
              "A " + a.name() + " " + a.oldValue() + ">" + a.value();
        });
  }

  @Override
  public void onBootstrapped(long revision) {
    note("bootstrapped");
  }

  @Override
  public void onResync(long revision) {
    note("resync");
  }

  @Override
  public void onCancelled(String reason) {
    note("cancelled " + reason);
  }

  @Override
  public void onError(Throwable failure) {
    note("error " + failure);
  }

  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  synchronized List<Long> revisions() {
    return List.copyOf(revisions);
  }

  /** Waits until the calls are as expected. */
  synchronized List<String> await(Predicate<List<String>> expected) throws InterruptedException {
    long deadline = System.nanoTime() + DEADLINE_NANOS;
    while (!expected.test(calls)) {
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        throw new AssertionError("waited in vain; calls so far: " + calls);
      }
      wait(millis);
    }
    return List.copyOf(calls);
  }

  List<String> awaitLast(String last) throws InterruptedException {
    return await(all -> !all.isEmpty() && all.getLast().equals(last));
  }

  List<String> awaitSize(int size) throws InterruptedException {
    return await(all -> all.size() >= size);
  }
}
