package io.vitrine.collections;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * A subscriber whose calls leave no interrupt behind that was not there before: whoever tells him
 * goes on with what comes next, and with others. For one thread at a time, as subscribers are. For
 * implementers of {@link Vitrine}.
 *
 * @param <T> type of the items
 */
public final class Undisturbed<T> implements Subscriber<T> {
  private final Subscriber<T> subscriber;

  /**
   * A subscriber that hands all calls on.
   *
   * @param subscriber is called
   */
  public Undisturbed(Subscriber<T> subscriber) {
    this.subscriber = Objects.requireNonNull(subscriber, "subscriber");
  }

  private static void call(Runnable call) {
    boolean _ =
        answer(() -> {
          call.run();
          return true;
        });
  }

  private static boolean answer(Supplier<Boolean> call) {
    boolean before = Thread.currentThread().isInterrupted();
    try {
      return call.get();
    } finally {
      if (!before) {
        boolean _ = Thread.interrupted();
      }
    }
  }

  @Override
  public void onNext(T item, long revision) {
    boolean before = Thread.currentThread().isInterrupted(); // as answer, without an object
    try {
      subscriber.onNext(item, revision);
    } finally {
      if (!before) {
        boolean _ = Thread.interrupted();
      }
    }
  }

  @Override
  public boolean sharesItems() {
    return subscriber.sharesItems();
  }

  @Override
  public boolean onShared(List<? extends T> items) {
    return answer(() -> subscriber.onShared(items));
  }

  @Override
  public void onBurst(boolean waits) {
    call(() -> subscriber.onBurst(waits));
  }

  @Override
  public boolean isReady() {
    return answer(subscriber::isReady);
  }

  @Override
  public void awaitReady() {
    call(subscriber::awaitReady);
  }

  @Override
  public void onBurstEnd() {
    call(subscriber::onBurstEnd);
  }

  @Override
  public void onEvent(CollectionEvent event) {
    call(() -> subscriber.onEvent(event));
  }

  @Override
  public void onBootstrapped(long revision) {
    call(() -> subscriber.onBootstrapped(revision));
  }

  @Override
  public void onResync(long revision) {
    call(() -> subscriber.onResync(revision));
  }

  @Override
  public void onFiltered(long revision) {
    call(() -> subscriber.onFiltered(revision));
  }

  @Override
  public void onProgress(long revision) {
    call(() -> subscriber.onProgress(revision));
  }

  @Override
  public void onCancelled(String reason) {
    call(() -> subscriber.onCancelled(reason));
  }

  @Override
  public void onError(Throwable failure) {
    call(() -> subscriber.onError(failure));
  }
}
