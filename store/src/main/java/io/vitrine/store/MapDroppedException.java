package io.vitrine.store;

/** Thrown where a map was dropped since it was opened; another one may be there by its path. */
public final class MapDroppedException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  MapDroppedException(String message) {
    super(message);
  }
}
