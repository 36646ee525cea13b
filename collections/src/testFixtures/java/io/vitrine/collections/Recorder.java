package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A subscriber that notes every call, in words and in numbers. */
public final class Recorder<T> implements Subscriber<T> {
  private static final long DEADLINE_NANOS = 60_000_000_000L;

  private final List<String> calls = new ArrayList<>();
  private final List<CollectionEvent> events = new ArrayList<>();
  private final List<T> items = new ArrayList<>();
  private final List<Long> revisions = new ArrayList<>();
  private long bootstrapped = -1;
  private long progress = -1;
  private @Nullable Throwable failure;

  @Override
  public synchronized void onNext(T item, long revision) {
    items.add(item);
    revisions.add(revision);
    note(text(item));
  }

  private static String text(Object item) {
    if (item instanceof SetEvent<?> event) {
      return event.getClass().getSimpleName() + " " + event.element();
    }
    if (item instanceof ListEvent<?> event) {
      return text(event);
    }
    if (!(item instanceof MapEvent<?, ?> event)) {
      return item.toString();
    }
    String kind = event.getClass().getSimpleName();
    return switch (event) {
      case MapEvent.Updated<?, ?> u -> kind + " " + u.key() + " " + u.oldValue() + ">" + u.value();
      case MapEvent.Removed<?, ?> r -> kind + " " + r.key() + " " + r.oldValue();
      default -> kind + " " + event.key() + " " + event.value();
    };
  }

  private static String text(ListEvent<?> event) {
    String start = event.getClass().getSimpleName() + " " + event.index() + " ";
    return switch (event) {
      case ListEvent.Existing<?> e -> start + e.value();
      case ListEvent.Inserted<?> i -> start + i.value();
      case ListEvent.Updated<?> u -> start + u.oldValue() + ">" + u.value();
      case ListEvent.Removed<?> r -> start + r.oldValue();
    };
  }

  private synchronized void note(String call) {
    calls.add(call);
    notifyAll();
  }

  @Override
  public synchronized void onEvent(CollectionEvent event) {
    events.add(event);
    revisions.add(event.revision());
    note(
        switch (event) {
          case CollectionEvent.Published p -> "Published " + p.event();
          case CollectionEvent.Annotated a ->
              "Annotated " + a.name() + " " + a.oldValue() + ">" + a.value();
        });
  }

  synchronized List<CollectionEvent> events() {
    return List.copyOf(events);
  }

  @Override
  public synchronized void onBootstrapped(long revision) {
    bootstrapped = revision;
    note("bootstrapped");
  }

  @Override
  public void onResync(long revision) {
    note("resync");
  }

  @Override
  public synchronized void onProgress(long revision) {
    progress = revision;
    notifyAll();
  }

  @Override
  public void onCancelled(String reason) {
    note("cancelled: " + reason);
  }

  @Override
  public synchronized void onError(Throwable error) {
    failure = error;
    note("error: " + error.getClass().getSimpleName());
  }

  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  public synchronized List<T> items() {
    return List.copyOf(items);
  }

  public synchronized List<Long> revisions() {
    return List.copyOf(revisions);
  }

  public synchronized long bootstrapped() {
    return bootstrapped;
  }

  synchronized long progress() {
    return progress;
  }

  synchronized @Nullable Throwable failure() {
    return failure;
  }

  /** Waits until the calls are as expected, then forgets them. */
  public void expect(String... expected) {
    await(() -> calls.size() >= expected.length, List.of(expected));
    synchronized (this) {
      if (!calls.equals(List.of(expected))) {
        fail("expected " + List.of(expected) + ", found " + calls);
      }
      calls.clear();
    }
  }

  /** Waits until a call comes. */
  public void awaitCall(Predicate<String> wanted) {
    await(() -> calls.stream().anyMatch(wanted), "a certain call");
  }

  /** Waits until a condition holds, which is looked at under the lock of this. */
  public synchronized void await(BooleanSupplier condition, Object expected) {
    long deadline = System.nanoTime() + DEADLINE_NANOS;
    while (!condition.getAsBoolean()) {
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        fail("waited for " + expected + ", found " + calls);
      }
      try {
        wait(Math.min(millis, 10));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
