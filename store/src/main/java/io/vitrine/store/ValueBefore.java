package io.vitrine.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes an entry and tells the value before, which is read first: where its codec fails, nothing
 * is changed and the value is not lost. Stateless, for any thread.
 *
 * <p>That takes a lookup more, and another one whenever somebody changes the entry meanwhile. What
 * becomes of others matters to nobody, also in a compact map, where neighbours share a revision. So
 * values of plain types, which can always be read, are read after the change, from what it found.
 */
final class ValueBefore {
  private ValueBefore() {}

  /** Whether a codec reads whatever it has written, since it runs no code of users. */
  static boolean isSure(Codec<?> codec) {
    return codec instanceof LongCodec
        || codec instanceof IntCodec
        || codec instanceof DoubleCodec
        || codec instanceof StringCodec
        || codec instanceof BytesCodec
        || codec instanceof FixedBytesCodec
        || codec instanceof BooleanCodec
        || codec instanceof ShortCodec
        || codec instanceof DecimalCodec
        || codec instanceof IntegerCodec
        || codec instanceof FixedCodec<?>
        || codec instanceof EnumCodec<?>;
  }

  /** Sets the value of an entry that may be there, or has to be. */
  static <K, V> @Nullable V set(MappedMap<K, V> map, K key, Condition condition, V value) {
    return change(map, key, condition, Objects.requireNonNull(value, "value"));
  }

  /** Removes an entry. */
  static <K, V> @Nullable V remove(MappedMap<K, V> map, K key) {
    return change(map, key, Condition.PRESENT, null);
  }

  private static <K, V> @Nullable V change(
      MappedMap<K, V> map, K key, Condition condition, @Nullable V value) {
    map.engine()
        .file
        .guard(() -> {
          map.engine().checkWritable(); // also where there is nothing to change
          return true;
        });
    Scratch scratch = map.scratches.take();
    try {
      map.encodeKey(scratch, key);
      if (value != null) {
        map.encodeValue(scratch, value);
      }
      while (true) {
        boolean found = map.look(scratch);
        long revision = found ? scratch.inRevision() : 0;
        V before = found ? map.valueOf(scratch.in, 0) : null;
        if (!found && condition == Condition.PRESENT) {
          return null;
        }
        map.make(scratch, Condition.AS_SEEN, revision, value == null, false);
        if (scratch.position != 0) {
          return before;
        }
      }
    } finally {
      map.scratches.give(scratch);
    }
  }
}
