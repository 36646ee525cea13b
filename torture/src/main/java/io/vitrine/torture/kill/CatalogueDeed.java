package io.vitrine.torture.kill;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.torture.TortureFailure;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Creates a map of the writer's own with a few entries, and drops it with the next change. For one
 * thread.
 */
final class CatalogueDeed implements Deed {
  private static final int ENTRIES = 3;
  private static final int EACH = 200;

  private final Store store;
  private final String path;
  private final Book book;

  CatalogueDeed(Store store, int writer, Words words) {
    this.store = store;
    this.path = "/maps/own" + writer;
    this.book = new Book(words, 1);
  }

  @Override
  public int things() {
    return 1;
  }

  private StoreMap<Long, Long> map() {
    return store.map(path, MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2));
  }

  @Override
  public void act(Random random) {
    if (random.nextInt(EACH) != 0) {
      return;
    }
    long n = book.begin(0);
    if (exists(n)) {
      StoreMap<Long, Long> map = map();
      for (long i = 0; i < ENTRIES; i++) {
        map.put(i, n);
      }
    } else {
      store.drop(path);
    }
    book.end(0);
  }

  private static boolean exists(long n) {
    return n % 2 == 1;
  }

  /** A map that was being created or dropped may be there or not; then it is dropped for good. */
  @Override
  public void settle() {
    if (!book.isUncertain(0)) {
      return;
    }
    long n = book.begun(0);
    Map<Long, Long> now = entries();
    boolean mayLackSome = exists(n);
    if (store.describe(path) != null && !mayLackSome && now.size() != ENTRIES) {
      throw failure(now, "all entries, since a map is dropped as a whole");
    }
    for (var entry : now.entrySet()) {
      if (entry.getValue() != (exists(n) ? n : n - 1)) {
        throw failure(now, "values of change " + n);
      }
    }
    if (exists(n)) { // change n + 1, made by the judge
      book.end(0);
      book.begin(0);
    }
    store.drop(path);
    book.end(0);
  }

  private Map<Long, Long> entries() {
    Map<Long, Long> now = new HashMap<>();
    if (store.describe(path) != null) {
      map().forEach(now::put);
    }
    return now;
  }

  @Override
  public void verify(Random random, boolean all) {
    long n = book.done(0);
    Map<Long, Long> now = entries();
    Map<Long, Long> expected = new HashMap<>();
    for (long i = 0; exists(n) && i < ENTRIES; i++) {
      expected.put(i, n);
    }
    if (!now.equals(expected) || (!exists(n) && store.describe(path) != null)) {
      throw failure(now, "the state after change " + n);
    }
  }

  private TortureFailure failure(Map<Long, Long> now, String expected) {
    String found = store.describe(path) == null ? "is absent" : "has " + now;
    return new TortureFailure(path + " " + found + ", expected " + expected);
  }
}
