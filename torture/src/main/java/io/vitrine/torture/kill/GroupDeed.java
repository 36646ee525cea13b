package io.vitrine.torture.kill;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.torture.TortureFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Changes entries of the writer's own in two maps at once, as atomic groups: all of a group must be
 * as after its n-th change. For one thread.
 */
final class GroupDeed implements Deed {
  private static final int GROUPS = 60;
  private static final int PARTS = 4;
  private static final int SAMPLE = 10;

  private final Store store;
  private final int writer;
  private final Book book;
  private final List<StoreMap<String, String>> maps;

  GroupDeed(Store store, int writer, Words words) {
    this.store = store;
    this.writer = writer;
    this.book = new Book(words, GROUPS);
    this.maps = maps(store);
  }

  static List<StoreMap<String, String>> maps(Store store) {
    return List.of(map(store, 1), map(store, 16));
  }

  private static StoreMap<String, String> map(Store store, int segments) {
    var options = MapOptions.of(Codecs.strings(), Codecs.strings()).withSegments(segments);
    return store.map("/maps/groups" + segments, options);
  }

  @Override
  public int things() {
    return GROUPS;
  }

  @Override
  public void act(Random random) {
    int index = random.nextInt(GROUPS);
    long n = book.begin(index);
    store.atomically(group -> {
      for (int part = 0; part < PARTS; part++) {
        String value = value(index, part, n);
        if (value == null) {
          group.remove(map(part), key(index, part));
        } else {
          group.put(map(part), key(index, part), value);
        }
      }
      return true;
    });
    book.end(index);
  }

  private StoreMap<String, String> map(int part) {
    return maps.get(part % maps.size());
  }

  private String key(int index, int part) {
    return "writer" + writer + "/" + index + "/" + part;
  }

  /** Value of a part after the n-th change, null for none. */
  private static @Nullable String value(int index, int part, long n) {
    return n == 0 || (n + part) % 4 == 0 ? null : n + "x".repeat((int) (n * (index + part) % 300));
  }

  private static List<@Nullable String> values(int index, long n) {
    var values = new ArrayList<@Nullable String>();
    for (int part = 0; part < PARTS; part++) {
      values.add(value(index, part, n));
    }
    return values;
  }

  /** The group as of one instant. */
  private List<@Nullable String> now(int index) {
    return Objects.requireNonNull(
        store.<List<@Nullable String>>atomically(group -> {
          var values = new ArrayList<@Nullable String>();
          for (int part = 0; part < PARTS; part++) {
            values.add(group.get(map(part), key(index, part)));
          }
          return values;
        }));
  }

  @Override
  public void settle() {
    for (int index = 0; index < GROUPS; index++) {
      if (book.isUncertain(index)) {
        List<@Nullable String> now = now(index);
        if (now.equals(values(index, book.begun(index)))) {
          book.end(index);
        } else if (now.equals(values(index, book.done(index)))) {
          book.takeBack(index);
        } else {
          throw failure(index, now, "change " + book.done(index) + " or one more, as a whole");
        }
      }
    }
  }

  @Override
  public void verify(Random random, boolean all) {
    for (int i = 0; i < (all ? GROUPS : SAMPLE); i++) {
      int index = all ? i : random.nextInt(GROUPS);
      List<@Nullable String> now = now(index);
      for (int part = 0; all && part < PARTS; part++) {
        now.set(part, map(part).get(key(index, part)));
      }
      if (!now.equals(values(index, book.done(index)))) {
        throw failure(index, now, "change " + book.done(index));
      }
    }
  }

  private TortureFailure failure(int index, List<@Nullable String> now, String expected) {
    return new TortureFailure(
        "group writer" + writer + "/" + index + " is " + now + ", expected it after " + expected);
  }
}
