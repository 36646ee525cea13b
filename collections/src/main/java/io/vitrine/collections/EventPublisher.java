package io.vitrine.collections;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A collection as a publisher of reactive streams: each subscriber has a subscription of its own.
 * Safe for any number of threads.
 *
 * @param <T> type of the items
 */
final class EventPublisher<T> implements Flow.Publisher<T> {
  private final Function<Subscriber<T>, Subscription<?>> opener;
  private final boolean hasCopy;

  /**
   * Creates a publisher.
   *
   * @param events kinds of events wanted
   * @param hasCopy whether the subscriber's copy is known: then a resync tells the difference to it
   * @param opener begins a subscription without demand
   * @throws IllegalArgumentException if the kinds are not all of changes
   */
  EventPublisher(
      Set<EventKind> events, boolean hasCopy, Function<Subscriber<T>, Subscription<?>> opener) {
    if (!EventKind.CHANGES.containsAll(events)) {
      throw new IllegalArgumentException(
          "a publisher tells changes of entries only, asked for "
              + events
              + "; subscribe for the others");
    }
    this.hasCopy = hasCopy;
    this.opener = opener;
  }

  @Override
  public void subscribe(Flow.Subscriber<? super T> subscriber) {
    var bridge = new Bridge<T>(Objects.requireNonNull(subscriber, "subscriber"), hasCopy);
    subscriber.onSubscribe(bridge);
    bridge.open(opener);
  }

  /** Stands between the two; what is asked of it before the subscription is there is kept. */
  private static final class Bridge<T> implements Subscriber<T>, Flow.Subscription {
    private volatile Flow.@Nullable Subscriber<? super T> subscriber;
    private final boolean hasCopy;
    private @Nullable Subscription<?> subscription;
    private long asked;
    private boolean cancelled;

    /** What was asked for that may not be, 1 for nothing. */
    private long illegal = 1;

    Bridge(Flow.Subscriber<? super T> subscriber, boolean hasCopy) {
      this.subscriber = subscriber;
      this.hasCopy = hasCopy;
    }

    void open(Function<Subscriber<T>, Subscription<?>> opener) {
      synchronized (this) {
        if (cancelled) {
          subscriber = null;
          return;
        }
      }
      Subscription<?> opened;
      try {
        opened = opener.apply(this);
      } catch (RuntimeException e) {
        onError(e);
        return;
      }
      synchronized (this) {
        subscription = opened;
        if (asked > 0) {
          opened.request(asked);
        }
        if (illegal <= 0) {
          opened.request(illegal);
        }
        if (cancelled) {
          opened.cancel();
        }
      }
    }

    @Override
    public synchronized void request(long n) {
      if (subscription != null) {
        subscription.request(n);
      } else if (n <= 0) {
        illegal = n;
      } else {
        asked = asked + n < 0 ? Long.MAX_VALUE : asked + n;
      }
    }

    @Override
    public synchronized void cancel() {
      cancelled = true;
      if (subscription != null) {
        subscription.cancel();
      }
    }

    private synchronized boolean isCancelled() {
      return cancelled;
    }

    @Override
    public void onNext(T item, long revision) {
      Flow.Subscriber<? super T> target = subscriber;
      if (target != null && !isCancelled()) {
        target.onNext(item);
      }
    }

    /** A stream has no call that says that all begins anew, so it ends. */
    @Override
    public void onResync(long revision) {
      if (!hasCopy) {
        Flow.Subscriber<? super T> target = end();
        if (target != null && !isCancelled()) {
          cancel();
          target.onError(
              new IllegalStateException(
                  "Place lost: not every change before revision "
                      + revision
                      + " can be told; subscribe anew for the state, to a publisher without"
                      + " withFrom"));
        }
      }
    }

    @Override
    public void onCancelled(String reason) {
      Flow.Subscriber<? super T> target = end();
      if (target == null || isCancelled()) {
        return;
      }
      if (reason.equals("Dropped") || reason.equals("Closed")) {
        target.onComplete();
      } else {
        target.onError(new IllegalStateException(reason));
      }
    }

    @Override
    public void onError(Throwable failure) {
      Flow.Subscriber<? super T> target = end();
      if (target != null && !isCancelled()) {
        target.onError(failure);
      }
    }

    /** Lets go of the subscriber, which is told its last call. */
    private Flow.@Nullable Subscriber<? super T> end() {
      Flow.Subscriber<? super T> target = subscriber;
      subscriber = null;
      return target;
    }
  }
}
