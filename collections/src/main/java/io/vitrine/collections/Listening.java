package io.vitrine.collections;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * A subscriber that hands each event to a listener. What ends it by a failure goes to the handler
 * of its thread for exceptions that nobody catches, since a listener has no other ear.
 *
 * @param <T> type of the events
 */
final class Listening<T> implements Subscriber<T> {
  private final Consumer<? super T> listener;

  Listening(Consumer<? super T> listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  @Override
  public void onNext(T event, long revision) {
    listener.accept(event);
  }

  @Override
  public void onError(Throwable failure) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
  }
}
