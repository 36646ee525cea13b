package io.vitrine.remote.client;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.UnknownTypeException;
import org.jspecify.annotations.Nullable;

/**
 * How the keys or values of a map travel. Immutable, safe for any number of threads.
 *
 * @param type their class, {@code Object} for any value of the data model
 * @param types what is registered
 * @param <T> the class
 */
record Form<T>(Class<T> type, TypeRegistry types) {
  /** The value in the data model. */
  Object toModel(T value) {
    Object model = types.toModel(java.util.Objects.requireNonNull(value, "null is refused"));
    return java.util.Objects.requireNonNull(model);
  }

  /** A value that is only looked for, null if it can be none of the map's. */
  @Nullable Object find(@Nullable Object value) {
    java.util.Objects.requireNonNull(value, "null is refused");
    if (!type.isInstance(value)) {
      return null;
    }
    try {
      return types.toModel(value);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * A value that equal ones are looked for of, as Java compares: null for one that is no value of
   * the map's, or comes back as what does not equal it, such as an array.
   */
  @Nullable Object findEqual(@Nullable Object value) {
    Object model = value == null ? null : find(value);
    return model != null && readBack(model).equals(value) ? model : null;
  }

  /** What is read of a value that was sent: of the types that come, and nobody else's. */
  T readBack(Object model) {
    return require(ModelCopy.of(model));
  }

  /** The value of what came; of an unknown type it stays as it came where any type may come. */
  @SuppressWarnings("unchecked")
  @Nullable T fromModel(@Nullable Object model) {
    if (type == Object.class) {
      try {
        return (T) types.fromModel(model);
      } catch (UnknownTypeException e) {
        return (T) model;
      }
    }
    return types.fromModel(model, type);
  }

  /** The value of what came and must be there. */
  T require(@Nullable Object model) {
    T value = fromModel(model);
    if (value == null) {
      throw new RemoteException("Internal", "the server sent null for a " + type.getSimpleName());
    }
    return value;
  }
}
