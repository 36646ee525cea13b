package io.vitrine.remote.wire;

import org.jspecify.annotations.Nullable;

/** Why a request failed, as it stands on the wire. */
public enum ErrorCode {
  /** The collection, view or channel knows no such event. */
  UNKNOWN_EVENT("UnknownEvent"),
  /** The collection has no such view. */
  UNKNOWN_VIEW("UnknownView"),
  /** There is no such collection. */
  UNKNOWN_PATH("UnknownPath"),
  /** There is no such cursor, handler or subscription, or no longer. */
  UNKNOWN_CHANNEL("UnknownChannel"),
  /** The registry knows no type of this name. */
  UNKNOWN_TYPE("UnknownType"),
  /** An argument is missing, too many, or of the wrong type. */
  BAD_ARGUMENT("BadArgument"),
  /** A key or value is null. */
  NULL_KEY("NullKey"),
  /** A good {@code hello} must come first. */
  NOT_AUTHENTICATED("NotAuthenticated"),
  /** The principal may not do this. */
  NOT_PERMITTED("NotPermitted"),
  /** A frame is larger than the limit. */
  TOO_LARGE("TooLarge"),
  /** Values are nested deeper than the limit. */
  TOO_DEEP("TooDeep"),
  /** The text is no message. */
  MALFORMED("Malformed"),
  /** Too many connections, subscriptions or cursors. */
  LIMIT_EXCEEDED("LimitExceeded"),
  /** Something did not come in time. */
  TIMEOUT("Timeout"),
  /** The store has no room. */
  STORE_FULL("StoreFull"),
  /** The store's files are damaged. */
  CORRUPT("Corrupt"),
  /** A visitor, function or filter threw an exception. */
  VISITOR_FAILED("VisitorFailed"),
  /** The server is closing. */
  SHUTTING_DOWN("ShuttingDown"),
  /** A fault of the server. */
  INTERNAL("Internal");

  private final String wireName;

  ErrorCode(String wireName) {
    this.wireName = wireName;
  }

  /**
   * The code as it stands on the wire.
   *
   * @return for example {@code UnknownPath}
   */
  public String wireName() {
    return wireName;
  }

  /**
   * Finds a code.
   *
   * @param wireName the code as it stands on the wire
   * @return the code, or null
   */
  public static @Nullable ErrorCode of(String wireName) {
    for (ErrorCode code : values()) {
      if (code.wireName.equals(wireName)) {
        return code;
      }
    }
    return null;
  }
}
