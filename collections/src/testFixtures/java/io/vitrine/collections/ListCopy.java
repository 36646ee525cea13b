package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Applies the events of a list to a copy, and fails where one does not fit. */
public final class ListCopy<E> implements Subscriber<ListEvent<E>> {
  private final List<E> elements = new ArrayList<>();

  /** Holds errors only. */
  private final Recorder<String> recorder = new Recorder<>();

  private final AtomicLong events = new AtomicLong();
  private long last;
  private final LongSupplier head;
  private boolean resynced;
  private boolean ended;
  private boolean bootstrapped;

  /** A copy of a list of this process. */
  ListCopy() {
    this(() -> -1);
  }

  /** A copy of a list from far, with what tells the revision of its store. */
  public ListCopy(LongSupplier head) {
    this.head = head;
  }

  private long head(Subscription<?> subscription) {
    return subscription instanceof LogSubscription<?, ?, ?> log ? log.head() : head.getAsLong();
  }

  @Override
  public synchronized void onNext(ListEvent<E> event, long revision) {
    events.incrementAndGet();
    boolean known = event instanceof ListEvent.Existing<E>;
    check(known ? revision >= last : revision > last, event);
    last = revision;
    switch (event) {
      case ListEvent.Existing<E> e -> {
        check(e.index() == elements.size(), event);
        elements.add(e.value());
      }
      case ListEvent.Inserted<E> i -> elements.add(i.index(), i.value());
      case ListEvent.Updated<E> u ->
          check(Objects.equals(u.oldValue(), elements.set(u.index(), u.value())), event);
      case ListEvent.Removed<E> r ->
          check(Objects.equals(r.oldValue(), elements.remove(r.index())), event);
    }
  }

  private void check(boolean fits, ListEvent<E> event) {
    if (!fits) {
      throw new IllegalStateException(
          event + " does not fit behind " + last + " a copy of " + elements.size());
    }
  }

  @Override
  public synchronized void onResync(long revision) {
    elements.clear();
    resynced = true;
  }

  @Override
  public synchronized void onBootstrapped(long revision) {
    bootstrapped = true;
  }

  public void awaitBootstrapped() {
    recorder.await(this::bootstrapped, "the present state");
  }

  private synchronized boolean bootstrapped() {
    return bootstrapped;
  }

  @Override
  public void onError(Throwable failure) {
    failure.printStackTrace();
    recorder.onError(failure);
  }

  public synchronized List<E> elements() {
    return new ArrayList<>(elements);
  }

  public long events() {
    return events.get();
  }

  public void awaitResync() {
    recorder.await(this::resynced, "a resync");
  }

  private synchronized boolean resynced() {
    return resynced;
  }

  /** Waits until so many events have come, or all there are. */
  public void await(Subscription<?> subscription, long count) {
    long revision = head(subscription);
    recorder.await(
        () ->
            subscription.isDone()
                || events() >= count
                || subscription.bookmark().revision() >= revision,
        "events");
    assertEquals(List.of(), recorder.calls());
  }

  public void awaitEvents(long count) {
    awaitEvents(count, () -> false);
  }

  /** Waits until so many events have come, or there will be no more. */
  public void awaitEvents(long count, BooleanSupplier over) {
    recorder.await(
        () -> events() >= count || !recorder.calls().isEmpty() || over.getAsBoolean(),
        count + " events");
    assertEquals(List.of(), recorder.calls());
  }

  @Override
  public synchronized void onCancelled(String reason) {
    ended = true;
  }

  /** Waits until a subscription that was cancelled makes no more calls. */
  public void awaitEnd() {
    recorder.await(this::takeEnd, "the end");
  }

  private synchronized boolean takeEnd() {
    boolean seen = ended;
    ended = false;
    return seen;
  }

  /** Waits until everything that has been changed is told. */
  public void awaitAll(Subscription<?> subscription) {
    long revision = head(subscription);
    recorder.await(
        () -> subscription.isDone() || subscription.bookmark().revision() >= revision, "the end");
    assertEquals(List.of(), recorder.calls());
  }
}
