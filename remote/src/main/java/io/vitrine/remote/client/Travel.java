package io.vitrine.remote.client;

import io.vitrine.collections.TypeRegistry;
import org.jspecify.annotations.Nullable;

/** Finds out which visitors, functions and filters can travel: the registered ones. Stateless. */
final class Travel {
  private Travel() {}

  /** The form of the object on the wire, or null if it can only run here. */
  static @Nullable Object model(TypeRegistry types, Object object) {
    if (types.nameOf(object.getClass()) == null) {
      return null;
    }
    try {
      return types.toModel(object);
    } catch (IllegalArgumentException e) {
      // Something within it is not registered, for example a lambda in a chain.
      return null;
    }
  }
}
