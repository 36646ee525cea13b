package io.vitrine.hashing;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An order of keys whose hashes may be equal: by hash, then by class, then by {@code compareTo}
 * where a class says that it is comparable with itself. Stateless, for any thread.
 */
final class KeyOrder {
  /** What is to be known of a class of keys. Numbers tell any two classes apart. */
  private record Kind(long number, boolean comparable) {}

  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final ClassValue<Kind> KINDS =
      new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
          return new Kind(NUMBERS.incrementAndGet(), isComparableWithItself(type));
        }
      };

  private KeyOrder() {}

  /** Below 0, 0 or above 0; keys that are equal give 0, and so do those that cannot be compared. */
  static int compare(long hash, @Nullable Object key, long otherHash, @Nullable Object other) {
    if (hash != otherHash) {
      return Long.compare(hash, otherHash);
    }
    if (key == null || other == null) {
      return key == null ? (other == null ? 0 : -1) : 1;
    }
    Kind kind = KINDS.get(key.getClass());
    if (key.getClass() != other.getClass()) {
      return Long.compare(kind.number, KINDS.get(other.getClass()).number);
    }
    return kind.comparable ? comparable(key).compareTo(other) : 0;
  }

  @SuppressWarnings("unchecked")
  private static Comparable<Object> comparable(Object key) {
    return (Comparable<Object>) key;
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
