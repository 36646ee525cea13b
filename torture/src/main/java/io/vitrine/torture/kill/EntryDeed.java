package io.vitrine.torture.kill;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.torture.TortureFailure;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Puts, updates and removes entries of the writer's own in several maps. What a key must have after
 * its n-th change is a function of writer, key and n. For one thread.
 */
final class EntryDeed implements Deed {
  private static final int KEYS = 1_500;
  private static final int KEYS_AT_FIRST = 20;
  private static final int SAMPLE = 40;
  private static final int REMOVED_EACH = 5;

  private final int writer;
  private final Book book;
  private final List<StoreMap<String, byte[]>> maps;
  private long acts;

  EntryDeed(Store store, int writer, Words words) {
    this.writer = writer;
    this.book = new Book(words, KEYS);
    this.maps = maps(store);
  }

  /** The maps, from one segment to many: the fewer, the larger their tables and the more wait. */
  static List<StoreMap<String, byte[]>> maps(Store store) {
    return List.of(map(store, 1), map(store, 4), map(store, 64));
  }

  private static StoreMap<String, byte[]> map(Store store, int segments) {
    var options = MapOptions.of(Codecs.strings(), Codecs.bytes()).withSegments(segments);
    return store.map("/maps/entries" + segments, options);
  }

  @Override
  public int things() {
    return KEYS;
  }

  @Override
  public void act(Random random) {
    // Few keys at first, and more and more: so tables grow while all are at work.
    acts++;
    int keys = (int) Math.min(KEYS, KEYS_AT_FIRST + book.begun(0) + acts / 4);
    int index = random.nextInt(keys);
    byte[] value = value(index, book.begin(index));
    if (value == null) {
      map(index).remove(key(index));
    } else {
      map(index).put(key(index), value);
    }
    book.end(index);
  }

  private StoreMap<String, byte[]> map(int index) {
    return maps.get(index % maps.size());
  }

  private String key(int index) {
    String key = "writer" + writer + "/" + index;
    return index % 10 == 0 ? key + "/" + "long".repeat(index % 500) : key;
  }

  /** Value after the n-th change of a key, null for none. */
  private byte @Nullable [] value(int index, long n) {
    if (n % REMOVED_EACH == 0) {
      return null;
    }
    var random = new Random((writer * 1_000_003L + index) * 1_000_003L + n);
    byte[] value = new byte[size(random)];
    random.nextBytes(value);
    return value;
  }

  /** Mostly small, at times large: 0 to 300,000 bytes. */
  private static int size(Random random) {
    int kind = random.nextInt(1_000);
    if (kind < 20) {
      return 0;
    } else if (kind < 850) {
      return random.nextInt(600);
    } else if (kind < 990) {
      return random.nextInt(8_000);
    }
    return random.nextInt(kind < 999 ? 60_000 : 300_000);
  }

  @Override
  public void settle() {
    for (int index = 0; index < KEYS; index++) {
      if (book.isUncertain(index)) {
        byte[] now = map(index).get(key(index));
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
      byte[] now = map(index).get(key(index));
      if (!Arrays.equals(now, value(index, book.done(index)))) {
        throw failure(index, now, "after change " + book.done(index));
      }
    }
  }

  private TortureFailure failure(int index, byte @Nullable [] now, String expected) {
    String found = now == null ? "no value" : now.length + " bytes";
    return new TortureFailure(
        map(index).path()
            + ": the key writer"
            + writer
            + "/"
            + index
            + " has "
            + found
            + ", expected what it has "
            + expected);
  }
}
