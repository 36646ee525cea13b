package io.vitrine.remote.server;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.UnknownTypeException;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.WireException;
import io.vitrine.store.CorruptStoreException;
import io.vitrine.store.MapDroppedException;
import io.vitrine.store.StoreException;
import io.vitrine.store.StoreFullException;
import io.vitrine.store.TypedValue;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** How exceptions look on the wire. Stateless. */
final class Failures {
  /** How much of a text of the client is said back to it. */
  private static final int TEXT_MAX = 1_000;

  private static final TypeRegistry NO_TYPES = new TypeRegistry();

  private Failures() {}

  /** The event that tells of a failure of what has no types of its own. */
  static Event event(Throwable failure, @Nullable String request) {
    return event(NO_TYPES, failure, request);
  }

  /**
   * The last word of a connection.
   *
   * @param unanswered how many requests without tid its session has done; null for no session
   */
  static Event last(Throwable failure, @Nullable Long unanswered) {
    Event event = event(failure, null);
    if (unanswered != null
        && event.argument() instanceof TypedValue typed
        && typed.content() instanceof Map<?, ?> content) {
      var more = new LinkedHashMap<Object, @Nullable Object>(content);
      more.put("unanswered", unanswered);
      return new Event(event.name(), new TypedValue(typed.name(), more));
    }
    return event;
  }

  /** The event that tells of a failure, with what is registered by its name. */
  static Event event(TypeRegistry types, Throwable failure, @Nullable String request) {
    var content = new LinkedHashMap<String, Object>();
    ErrorCode code = code(failure);
    content.put(
        "message",
        cut(failure instanceof VisitorFailure v ? v.message(types) : message(failure, code)));
    if (request != null) {
      content.put("event", cut(request));
    }
    if (failure instanceof UnknownTypeException unknown) {
      content.put("type", cut(unknown.typeName()));
    }
    if (failure instanceof VisitorFailure visitor) {
      content.put("type", cut(visitor.typeName(types)));
    }
    String reason = reason(failure);
    if (reason != null) {
      content.put("reason", reason);
    }
    return new Event("exception", new TypedValue(code.wireName(), content));
  }

  /** Which rule of the collection was broken, null where the code says all. */
  private static @Nullable String reason(Throwable failure) {
    return switch (failure) {
      case IndexOutOfBoundsException _ -> "IndexOutOfBounds";
      case NoSuchElementException _ -> "NoSuchElement";
      case ConcurrentModificationException _ -> "ConcurrentModification";
      case ClassCastException _ -> "ClassCast";
      default -> null;
    };
  }

  /** What a failure says of itself; the JDK speaks of classes, which mean nothing to clients. */
  static @Nullable String said(@Nullable Throwable failure) {
    return switch (failure) {
      case ClassCastException e when text(e).startsWith("class ") ->
          "a value is of another kind than what is asked of it, or has no order among the others";
      case NullPointerException e when text(e).startsWith("Cannot ") ->
          "it met null where it wants a value";
      case NoSuchElementException e when e.getMessage() == null -> "there is no such element";
      case null -> null;
      // The text of one that was wrapped begins with its class.
      case Throwable e when e.getCause() != null && text(e).equals(e.getCause().toString()) ->
          said(e.getCause());
      default -> failure.getMessage();
    };
  }

  private static String text(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  /** The text, or as much of it as fits into any frame. */
  static @Nullable String cut(@Nullable String text) {
    if (text == null || text.length() <= TEXT_MAX) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(TEXT_MAX - 1)) ? TEXT_MAX - 1 : TEXT_MAX;
    return text.substring(0, end) + "...";
  }

  static ErrorCode code(Throwable failure) {
    return switch (failure) {
      case RequestException e -> e.code();
      case WireException e -> e.code();
      case VisitorFailure _ -> ErrorCode.VISITOR_FAILED;
      case UnknownTypeException _ -> ErrorCode.UNKNOWN_TYPE;
      case MapDroppedException _ -> ErrorCode.UNKNOWN_PATH;
      case StoreFullException _ -> ErrorCode.STORE_FULL;
      case CorruptStoreException _ -> ErrorCode.CORRUPT;
      case StoreException _, IllegalArgumentException _, ClassCastException _ ->
          ErrorCode.BAD_ARGUMENT;
      case IndexOutOfBoundsException _,
          NoSuchElementException _,
          ConcurrentModificationException _ ->
          ErrorCode.BAD_ARGUMENT;
      case UnsupportedOperationException _ -> ErrorCode.UNKNOWN_EVENT;
      default -> ErrorCode.INTERNAL;
    };
  }

  static String message(Throwable failure, ErrorCode code) {
    String text = said(failure);
    if (code == ErrorCode.INTERNAL || text == null) {
      return failure.getClass().getSimpleName() + (text == null ? "" : ": " + text);
    }
    return text;
  }
}
