package io.vitrine.remote.server;

import io.vitrine.collections.Subscription;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.ErrorCode;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A collection that is being served. Immutable, safe for any number of threads. */
sealed interface Served permits ServedMap, ServedSet, ServedList {
  String path();

  TypeRegistry types();

  Fit fit();

  /**
   * Answers an event.
   *
   * @param view name and settings of a view, empty for the collection itself
   * @param request the event
   */
  @Nullable Object handle(String view, Request request);

  /**
   * Looks at the collection, whatever is in it.
   *
   * @throws IllegalStateException if it was dropped
   */
  void touch();

  /** Begins to watch what a request asks for. */
  Subscription<?> subscribe(Request request, ServedSubscription subscriber);

  /** Whether keys are values of a type of this name that nobody registered. */
  default boolean keysAreNamed(String typeName) {
    return false;
  }

  /** The key that somebody wants to watch; only maps have keys. */
  Object subscribedKey(@Nullable Object model);

  default @Nullable Object toModel(@Nullable Object value) {
    return types().toModel(value);
  }

  /** Tells the subscribers of a collection something that is no change; answers its revision. */
  static long publish(Served served, Request request, ToLongFunction<Object> publisher) {
    Object event = request.argument();
    if (event == null) {
      throw Arguments.bad("publish", "argument is null, expected what is to be told");
    }
    served.fit().checkWritten(null, event);
    return publisher.applyAsLong(event);
  }

  static Object notNull(@Nullable Object model, String what) {
    if (model == null) {
      throw new RequestException(ErrorCode.NULL_KEY, what + " is null, expected a value");
    }
    return model;
  }

  static RequestException noKey(String path) {
    return Arguments.bad(
        "subscribe",
        path + " has no keys, expected nothing, [filter, function] or {filter, select, ...}");
  }

  static RequestException noView(String kind, String view, String expected) {
    return new RequestException(
        ErrorCode.UNKNOWN_VIEW,
        "a " + kind + " has no view " + Failures.cut(view) + ", expected " + expected);
  }
}
