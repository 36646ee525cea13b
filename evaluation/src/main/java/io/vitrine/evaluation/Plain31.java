package io.vitrine.evaluation;

import io.vitrine.hashing.AbstractHashStrategy;
import io.vitrine.hashing.HashStrategy;
import java.util.Arrays;
import java.util.List;

/**
 * 31·h + c over bytes or UTF-16 units, as a loop and as the JDK's own methods, which its compiler
 * makes vector instructions of: for the measurement of speed alone. Immutable, for any thread.
 *
 * <p>The hash of a {@code String} is computed each time, and not what the {@code String} has kept.
 */
final class Plain31 extends AbstractHashStrategy {
  static final String LOOP = "loop31";
  static final String VECTOR = "vector31";

  private static final int ID = 2_000_100;

  private final boolean loop;

  private Plain31(String name) {
    super(name, ID, 0);
    this.loop = name.equals(LOOP);
  }

  static List<String> names() {
    return List.of(LOOP, VECTOR);
  }

  /** One of both, by its name. */
  static HashStrategy of(String name) {
    return new Plain31(name);
  }

  static List<HashStrategy> both() {
    return List.of(of(LOOP), of(VECTOR));
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    if (!loop && offset == 0 && length == bytes.length) {
      return Integer.toUnsignedLong(Arrays.hashCode(bytes));
    }
    int h = 0;
    for (int i = offset; i < offset + length; i++) {
      h = 31 * h + bytes[i];
    }
    return Integer.toUnsignedLong(h);
  }

  @Override
  public long hash(CharSequence text) {
    String string = text.toString();
    if (!loop) {
      return Integer.toUnsignedLong(unkept(string).hashCode());
    }
    int h = 0;
    for (int i = 0; i < string.length(); i++) {
      h = 31 * h + string.charAt(i);
    }
    return Integer.toUnsignedLong(h);
  }

  /**
   * The same text, which has kept no hash as long as nobody has asked the other one for its. The
   * characters are not copied, and the compiler does without the object.
   */
  @SuppressWarnings("StringOperationCanBeSimplified") // Nothing else forgets a hash.
  private static String unkept(String text) {
    return new String(text);
  }
}
