package io.vitrine.collections;

import java.util.List;
import java.util.Objects;

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

  /* Each call is written out: none makes an object, since the last ones have to come also where
   * there is no memory. */

  private static boolean isInterrupted() {
    return Thread.currentThread().isInterrupted();
  }

  private static void forget(boolean before) {
    if (!before) {
      boolean _ = Thread.interrupted();
    }
  }

  @Override
  public void onNext(T item, long revision) {
    boolean before = isInterrupted();
    try {
      subscriber.onNext(item, revision);
    } finally {
      forget(before);
    }
  }

  @Override
  public boolean sharesItems() {
    return subscriber.sharesItems();
  }

  @Override
  public boolean onShared(List<? extends T> items) {
    boolean before = isInterrupted();
    try {
      return subscriber.onShared(items);
    } finally {
      forget(before);
    }
  }

  @Override
  public void onBurst(boolean waits) {
    boolean before = isInterrupted();
    try {
      subscriber.onBurst(waits);
    } finally {
      forget(before);
    }
  }

  @Override
  public boolean isReady() {
    boolean before = isInterrupted();
    try {
      return subscriber.isReady();
    } finally {
      forget(before);
    }
  }

  @Override
  public void awaitReady() {
    boolean before = isInterrupted();
    try {
      subscriber.awaitReady();
    } finally {
      forget(before);
    }
  }

  @Override
  public void onBurstEnd() {
    boolean before = isInterrupted();
    try {
      subscriber.onBurstEnd();
    } finally {
      forget(before);
    }
  }

  @Override
  public void onEvent(CollectionEvent event) {
    boolean before = isInterrupted();
    try {
      subscriber.onEvent(event);
    } finally {
      forget(before);
    }
  }

  @Override
  public void onBootstrapped(long revision) {
    boolean before = isInterrupted();
    try {
      subscriber.onBootstrapped(revision);
    } finally {
      forget(before);
    }
  }

  @Override
  public void onResync(long revision) {
    boolean before = isInterrupted();
    try {
      subscriber.onResync(revision);
    } finally {
      forget(before);
    }
  }

  @Override
  public void onFiltered(long revision) {
    boolean before = isInterrupted();
    try {
      subscriber.onFiltered(revision);
    } finally {
      forget(before);
    }
  }

  @Override
  public void onProgress(long revision) {
    boolean before = isInterrupted();
    try {
      subscriber.onProgress(revision);
    } finally {
      forget(before);
    }
  }

  @Override
  public void onCancelled(String reason) {
    boolean before = isInterrupted();
    try {
      subscriber.onCancelled(reason);
    } finally {
      forget(before);
    }
  }

  @Override
  public void onError(Throwable failure) {
    boolean before = isInterrupted();
    try {
      subscriber.onError(failure);
    } finally {
      forget(before);
    }
  }
}
