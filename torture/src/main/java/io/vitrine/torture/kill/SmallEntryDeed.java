package io.vitrine.torture.kill;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.torture.TortureFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Puts and removes entries of the writer's own in two compact maps, one of two words an entry and
 * one of three, which are written by different code, one by one and several at once. For one
 * thread.
 */
final class SmallEntryDeed implements Deed {
  /** Keys of each map: the first half of the things is in the one, the second in the other. */
  private static final int KEYS = 600;

  private static final int SAMPLE = 40;
  private static final int REMOVED_EACH = 4;
  private static final int RUN_MAX = 12;
  private static final int SEGMENTS = 2;

  private final int writer;
  private final Book book;
  private final StoreMap<Long, Long> words;
  private final StoreMap<UUID, Long> wide;

  SmallEntryDeed(Store store, int writer, Words words) {
    this.writer = writer;
    this.book = new Book(words, 2 * KEYS);
    this.words = words(store);
    this.wide = wide(store);
  }

  static List<StoreMap<?, ?>> maps(Store store) {
    return List.of(words(store), wide(store));
  }

  private static StoreMap<Long, Long> words(Store store) {
    var options = MapOptions.of(Codecs.longs(), Codecs.longs());
    return store.map("/maps/small2", options.withSegments(SEGMENTS).compact());
  }

  private static StoreMap<UUID, Long> wide(Store store) {
    var options = MapOptions.of(Codecs.uuids(), Codecs.longs());
    return store.map("/maps/small3", options.withSegments(SEGMENTS).compact());
  }

  @Override
  public int things() {
    return 2 * KEYS;
  }

  @Override
  public void act(Random random) {
    int first = random.nextInt(2 * KEYS);
    if (random.nextInt(3) == 0) {
      actOnSeveral(first, 2 + random.nextInt(RUN_MAX - 1));
      return;
    }
    Long value = value(first, book.begin(first));
    if (first < KEYS) {
      change(words, key(first), value);
    } else {
      change(wide, new UUID(key(first), first), value);
    }
    book.end(first);
  }

  private static <K> void change(StoreMap<K, Long> map, K key, @Nullable Long value) {
    if (value == null) {
      map.remove(key);
    } else {
      map.put(key, value);
    }
  }

  /** Those that are to be put are put at once, then those removed at once that are to be. */
  private void actOnSeveral(int first, int count) {
    int end = Math.min(first + count, first < KEYS ? KEYS : 2 * KEYS);
    Map<Integer, Long> put = new HashMap<>();
    List<Integer> removed = new ArrayList<>();
    for (int index = first; index < end; index++) {
      Long value = value(index, book.begin(index));
      if (value == null) {
        removed.add(index);
      } else {
        put.put(index, value);
      }
    }
    if (first < KEYS) {
      Map<Long, Long> entries = new HashMap<>();
      put.forEach((index, value) -> entries.put(key(index), value));
      words.putAll(entries);
      words.removeAll(removed.stream().map(this::key).toList());
    } else {
      Map<UUID, Long> entries = new HashMap<>();
      put.forEach((index, value) -> entries.put(new UUID(key(index), index), value));
      wide.putAll(entries);
      wide.removeAll(removed.stream().map(index -> new UUID(key(index), index)).toList());
    }
    for (int index = first; index < end; index++) {
      book.end(index);
    }
  }

  private long key(int index) {
    return writer * 1_000_000L + index;
  }

  /** Value after the n-th change of a key, null for none. */
  private static @Nullable Long value(int index, long n) {
    return n % REMOVED_EACH == 0 ? null : (n << 32) + index * 0x9E37L;
  }

  private @Nullable Long now(int index) {
    return index < KEYS ? words.get(key(index)) : wide.get(new UUID(key(index), index));
  }

  @Override
  public void settle() {
    for (int index = 0; index < 2 * KEYS; index++) {
      if (book.isUncertain(index)) {
        Long now = now(index);
        if (Objects.equals(now, value(index, book.begun(index)))) {
          book.end(index);
        } else if (Objects.equals(now, value(index, book.done(index)))) {
          book.takeBack(index);
        } else {
          throw failure(index, now, "after change " + book.done(index) + " or one more");
        }
      }
    }
  }

  @Override
  public void verify(Random random, boolean all) {
    for (int i = 0; i < (all ? 2 * KEYS : SAMPLE); i++) {
      int index = all ? i : random.nextInt(2 * KEYS);
      Long now = now(index);
      if (!Objects.equals(now, value(index, book.done(index)))) {
        throw failure(index, now, "after change " + book.done(index));
      }
    }
  }

  private TortureFailure failure(int index, @Nullable Long now, String expected) {
    return new TortureFailure(
        (index < KEYS ? words.path() : wide.path())
            + ": entry "
            + index
            + " of writer "
            + writer
            + " is "
            + now
            + ", expected what it is "
            + expected);
  }
}
