package io.vitrine.hashing;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link CollisionTree} has to know of the class of a key: which order the keys of a class
 * have among themselves, and whether keys of other classes may equal them. Immutable, for any
 * thread.
 *
 * @param number 0 for all keys without an order, null among them; any two classes that have one
 *     have numbers that differ
 * @param apart whether {@code equals} of such a key is false for whatever is of another class
 */
record KeyKind(long number, boolean apart) {
  private static final KeyKind UNORDERED = new KeyKind(0, false);
  private static final KeyKind OF_NULL = new KeyKind(0, true);

  /** All are final, so it is known what their {@code equals} does. */
  private static final Set<Class<?>> APART =
      Set.of(
          String.class,
          Long.class,
          Integer.class,
          Short.class,
          Byte.class,
          Character.class,
          Double.class,
          Float.class,
          UUID.class);

  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final ClassValue<KeyKind> KINDS =
      new ClassValue<>() {
        @Override
        protected KeyKind computeValue(Class<?> type) {
          return isComparableWithItself(type)
              ? new KeyKind(NUMBERS.incrementAndGet(), APART.contains(type))
              : UNORDERED;
        }
      };

  /** The kind of a key. */
  static KeyKind of(@Nullable Object key) {
    return key == null ? OF_NULL : KINDS.get(key.getClass());
  }

  /**
   * Compares two keys of this kind: below 0, 0 or above 0; 0 where they have no order, and it may
   * be 0 for keys that are not equal.
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // No key with an order is null.
  int compare(@Nullable Object key, @Nullable Object other) {
    return number == 0 ? 0 : ((Comparable<Object>) key).compareTo(other);
  }

  private static boolean isComparableWithItself(Class<?> type) {
    for (Type each : type.getGenericInterfaces()) {
      if (each instanceof ParameterizedType interfaceType
          && interfaceType.getRawType() == Comparable.class
          && interfaceType.getActualTypeArguments()[0] == type) {
        return true;
      }
    }
    return false;
  }
}
