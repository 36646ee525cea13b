package io.vitrine.remote.server;

import io.vitrine.remote.wire.ErrorCode;

/** A request that fails with a code of the wire. */
final class RequestException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;

  RequestException(ErrorCode code, String message) {
    super(message);
    this.code = code;
  }

  ErrorCode code() {
    return code;
  }
}
