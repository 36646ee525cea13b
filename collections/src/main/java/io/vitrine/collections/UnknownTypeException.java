package io.vitrine.collections;

/** A value names a type that nobody registered; no class is ever loaded by name. */
public final class UnknownTypeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The name that is not registered. */
  private final String typeName;

  /**
   * Creates an exception.
   *
   * @param typeName the name that is not registered
   */
  public UnknownTypeException(String typeName) {
    super(
        "no type is registered under the name "
            + typeName
            + "; register its class with TypeRegistry.register");
    this.typeName = typeName;
  }

  /**
   * Creates an exception with a text of its own.
   *
   * @param typeName the name that is not registered
   * @param message what it says
   */
  public UnknownTypeException(String typeName, String message) {
    super(message);
    this.typeName = typeName;
  }

  /**
   * The name.
   *
   * @return the name that is not registered
   */
  public String typeName() {
    return typeName;
  }
}
