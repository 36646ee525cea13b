package io.vitrine.remote.client;

/**
 * A request failed at the server or on the way. Where Java has an exception of its own for the
 * failure, that one is thrown instead: {@link NullPointerException} for {@code NullKey}, {@link
 * IllegalArgumentException} for {@code BadArgument}, {@link
 * io.vitrine.collections.UnknownTypeException} for {@code UnknownType}, {@link
 * io.vitrine.store.StoreFullException} for {@code StoreFull}, {@link
 * io.vitrine.store.CorruptStoreException} for {@code Corrupt} and {@link SecurityException} for
 * {@code NotPermitted} and {@code NotAuthenticated}.
 */
public class RemoteException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;

  /**
   * Creates an exception.
   *
   * @param code one of the codes of the wire
   * @param message what the server said
   */
  public RemoteException(String code, String message) {
    super(message);
    this.code = code;
  }

  /**
   * What kind of failure.
   *
   * @return for example {@code UnknownPath} or {@code VisitorFailed}
   */
  public final String code() {
    return code;
  }
}
