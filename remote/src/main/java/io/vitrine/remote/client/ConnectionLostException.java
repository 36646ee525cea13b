package io.vitrine.remote.client;

/**
 * The connection was lost and could not be had again in time. A change that was under way may have
 * been made or not.
 */
public final class ConnectionLostException extends RemoteException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message to whom, for how long and what is not known
   */
  public ConnectionLostException(String message) {
    super("ConnectionLost", message);
  }
}
