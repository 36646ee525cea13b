package io.vitrine.collections;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.store.MapOptions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a set or a list is made of, seen by its user. Immutable.
 *
 * @param elementType class of the elements
 * @param elementName type name of the elements where their class does not tell it, for example
 *     {@code list<uuid>}
 * @param hash hash strategy for the elements of a set; a list has no use for it
 * @param segments parts of a set with a lock of their own, a power of two; a hint. A list has one
 * @param <E> type of the elements
 */
public record ElementSpec<E>(
    Class<E> elementType, @Nullable String elementName, HashStrategy hash, int segments) {
  /**
   * Checks the spec.
   *
   * @throws IllegalArgumentException if a name is given for a class other than {@code Object}, or
   *     the number of segments is no power of two from 1 to 65,536
   */
  public ElementSpec {
    Objects.requireNonNull(elementType, "elementType");
    Objects.requireNonNull(hash, "hash");
    Segments.check(segments);
    if (elementName != null && elementType != Object.class) {
      throw new IllegalArgumentException(
          "a type named %s is given for %s, expected Object"
              .formatted(elementName, elementType.getName()));
    }
  }

  /**
   * Defaults for everything but the type.
   *
   * @param elementType class of the elements
   * @param <E> type of the elements
   * @return the spec
   */
  public static <E> ElementSpec<E> of(Class<E> elementType) {
    return new ElementSpec<>(
        elementType, null, HashStrategies.rapid(), MapOptions.DEFAULT_SEGMENTS);
  }

  /**
   * Defaults for everything but the type, which is named as the file names it.
   *
   * @param elementName for example {@code list<uuid>}; see {@link io.vitrine.store.Codecs#of}
   * @return the spec
   */
  public static ElementSpec<Object> named(String elementName) {
    return new ElementSpec<>(
        Object.class, elementName, HashStrategies.rapid(), MapOptions.DEFAULT_SEGMENTS);
  }

  /**
   * The same with another hash strategy.
   *
   * @param strategy the strategy
   * @return a new spec
   */
  public ElementSpec<E> withHash(HashStrategy strategy) {
    return new ElementSpec<>(elementType, elementName, strategy, segments);
  }

  /**
   * The same with another number of segments.
   *
   * @param count a power of two
   * @return a new spec
   * @throws IllegalArgumentException if it is none from 1 to 65,536
   */
  public ElementSpec<E> withSegments(int count) {
    return new ElementSpec<>(elementType, elementName, hash, count);
  }
}
