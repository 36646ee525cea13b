package io.vitrine.remote.client;

import io.vitrine.collections.UnknownTypeException;
import io.vitrine.store.CorruptStoreException;
import io.vitrine.store.StoreFullException;
import io.vitrine.store.TypedValue;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Makes Java's exceptions of those of the wire. Stateless. */
final class RemoteFailures {
  private RemoteFailures() {}

  /** A fresh exception, with the stack of the thread at hand. */
  static RuntimeException of(@Nullable Object exception) {
    String code = exception instanceof TypedValue typed ? typed.name() : "Internal";
    String message = field(exception, "message", String.valueOf(exception));
    return switch (code) {
      case "NullKey" -> new NullPointerException(message);
      case "BadArgument" ->
          switch (field(exception, "reason", "")) {
            case "IndexOutOfBounds" -> new IndexOutOfBoundsException(message);
            case "NoSuchElement" -> new NoSuchElementException(message);
            case "ConcurrentModification" -> new ConcurrentModificationException(message);
            case "ClassCast" -> new ClassCastException(message);
            default -> new IllegalArgumentException(message);
          };
      case "UnknownType" ->
          new UnknownTypeException(field(exception, "type", message), "at the server: " + message);
      case "StoreFull" -> new StoreFullException(message, new RemoteException(code, message));
      case "Corrupt" -> new CorruptStoreException(message);
      case "NotPermitted", "NotAuthenticated" -> new SecurityException(message);
      default -> new RemoteException(code, message);
    };
  }

  /** What a call ends with: what the server said, or that the connection was lost. */
  static RuntimeException of(Throwable outer, @Nullable Throwable cause) {
    return cause instanceof Refusal refusal
        ? of(refusal.exception())
        : new ConnectionLostException(reason(outer));
  }

  static RemoteException timeout(String address, long millis) {
    return new RemoteException(
        "Timeout",
        address + " did not answer within " + millis + " ms; a change may have been made or not");
  }

  static RemoteException notBegun(String address, long millis) {
    return new RemoteException(
        "Timeout",
        "a call to "
            + address
            + " had not begun after "
            + millis
            + " ms, since earlier ones of its thread are unfinished; it was not sent");
  }

  static ConnectionLostException noConnection(String address, long millis, String problem) {
    return new ConnectionLostException(
        "no connection to "
            + address
            + " for "
            + millis
            + " ms ("
            + problem
            + "); a change under way may have been made or not");
  }

  static RemoteException noRoom(String address, long millis) {
    return new RemoteException(
        "Timeout",
        address
            + " did not confirm earlier updates within "
            + millis
            + " ms; this one was not sent");
  }

  /** Why something failed, in one line. */
  static String reason(Throwable failure) {
    Throwable cause = failure.getCause();
    return String.valueOf((cause == null ? failure : cause).getMessage());
  }

  private static String field(@Nullable Object exception, String name, String otherwise) {
    return exception instanceof TypedValue typed
            && typed.content() instanceof Map<?, ?> content
            && content.get(name) instanceof String text
        ? text
        : otherwise;
  }
}
