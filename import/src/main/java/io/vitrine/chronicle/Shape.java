package io.vitrine.chronicle;

import java.util.function.Function;

/**
 * How the values of a class look in a store. Immutable.
 *
 * @param type type name, as {@link io.vitrine.store.Codecs#plain} takes it
 * @param convert takes a value of the class for one of that type
 */
record Shape(String type, Function<Object, Object> convert) {
  static Shape of(String type) {
    return new Shape(type, value -> value);
  }

  static Shape text(String type) {
    return new Shape(type, Object::toString);
  }
}
