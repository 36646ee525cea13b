package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/** Changes an entry if it has the value that somebody expects. Stateless, for any thread. */
final class ExpectedValue {
  private ExpectedValue() {}

  /**
   * Changes or removes an entry that has a value.
   *
   * @param expected the value that it has, in its bytes or by {@link Content#isEqual}
   * @param value the new one, null to remove the entry
   * @return whether it had the value
   */
  static <K, V> boolean swap(MappedMap<K, V> map, K key, V expected, @Nullable V value) {
    Scratch scratch = map.scratches.take();
    try {
      while (true) {
        map.encodeKey(scratch, key);
        if (!map.look(scratch)) {
          return false;
        }
        long revision = scratch.inRevision();
        if (!hasBytesOf(map, scratch, expected)
            && !Content.isEqual(map.valueOf(scratch.in, 0), expected)) {
          return false;
        }
        if (value != null) {
          map.encodeValue(scratch, value);
        }
        map.make(scratch, Condition.AS_SEEN, revision, value == null, false);
        if (scratch.position != 0) {
          return true;
        }
      }
    } finally {
      map.scratches.give(scratch);
    }
  }

  /**
   * Whether the value found has the bytes of another one: what is read may be of another class than
   * what was written, as a Long where an Integer was given, or have no equals.
   */
  private static <K, V> boolean hasBytesOf(MappedMap<K, V> map, Scratch scratch, V value) {
    try {
      map.encodeValue(scratch, value);
    } catch (IllegalArgumentException | ClassCastException _) {
      return false; // it could not be there
    }
    return MappedMap.isUnchanged(scratch);
  }
}
