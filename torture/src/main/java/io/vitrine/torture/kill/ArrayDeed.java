package io.vitrine.torture.kill;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.torture.TortureFailure;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Puts, updates and seldom removes arrays of the writer's own by numbers, mostly by ones as long as
 * those before, as which they are written by code of their own. For one thread.
 */
final class ArrayDeed implements Deed {
  private static final int KEYS = 300;
  private static final int SAMPLE = 40;
  private static final int REMOVED_EACH = 37;

  /** So many changes of a key have values of the same length. */
  private static final int SAME_LENGTH = 12;

  /** Longer than what such updates may be. */
  private static final int BYTES_MAX = 550;

  private static final int SEGMENTS = 2;

  private final int writer;
  private final Book book;
  private final StoreMap<Long, byte[]> map;

  ArrayDeed(Store store, int writer, Words words) {
    this.writer = writer;
    this.book = new Book(words, KEYS);
    this.map = map(store);
  }

  static StoreMap<Long, byte[]> map(Store store) {
    var options = MapOptions.of(Codecs.longs(), Codecs.bytes());
    return store.map("/maps/arrays", options.withSegments(SEGMENTS));
  }

  @Override
  public int things() {
    return KEYS;
  }

  @Override
  public void act(Random random) {
    int index = random.nextInt(KEYS);
    byte[] value = value(index, book.begin(index));
    if (value == null) {
      map.remove(key(index));
    } else {
      map.put(key(index), value);
    }
    book.end(index);
  }

  private long key(int index) {
    return writer * 1_000_000L + index;
  }

  /** Value after the n-th change of a key, null for none. */
  private byte @Nullable [] value(int index, long n) {
    if (n % REMOVED_EACH == 0) {
      return null;
    }
    long thing = writer * 1_000_003L + index;
    int length = new Random(thing * 1_000_003L + n / SAME_LENGTH).nextInt(BYTES_MAX);
    byte[] value = new byte[length];
    new Random((thing ^ n << 32) * 1_000_003L).nextBytes(value);
    return value;
  }

  private byte @Nullable [] now(int index) {
    return map.get(key(index));
  }

  @Override
  public void settle() {
    for (int index = 0; index < KEYS; index++) {
      if (book.isUncertain(index)) {
        byte[] now = now(index);
        if (Arrays.equals(now, value(index, book.begun(index)))) {
          book.end(index);
        } else if (Arrays.equals(now, value(index, book.done(index)))) {
          book.takeBack(index);
        } else {
          throw failure(index, now, "after change " + book.done(index) + " or one more");
        }
      }
    }
  }

  @Override
  public void verify(Random random, boolean all) {
    for (int i = 0; i < (all ? KEYS : SAMPLE); i++) {
      int index = all ? i : random.nextInt(KEYS);
      byte[] now = now(index);
      if (!Arrays.equals(now, value(index, book.done(index)))) {
        throw failure(index, now, "after change " + book.done(index));
      }
    }
  }

  private TortureFailure failure(int index, byte @Nullable [] now, String expected) {
    String found = now == null ? "no value" : now.length + " bytes";
    return new TortureFailure(
        "%s: the key %d has %s, expected what it has %s"
            .formatted(map.path(), key(index), found, expected));
  }
}
