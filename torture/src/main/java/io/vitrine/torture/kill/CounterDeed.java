package io.vitrine.torture.kill;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import java.util.Random;

/**
 * Adds 1 to counters that all writers share. Whether the addition under way took place when a
 * writer was killed cannot be told from the sum: it is counted as uncertain. For one thread.
 */
final class CounterDeed implements Deed {
  private static final int COUNTERS = 16;

  private final Book book;
  private final StoreMap<Long, Long> map;
  private long uncertain;

  CounterDeed(Store store, Words words) {
    this.book = new Book(words, 1);
    this.map = map(store);
  }

  static StoreMap<Long, Long> map(Store store) {
    return store.map(
        "/maps/counters", MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4).compact());
  }

  @Override
  public int things() {
    return 1;
  }

  @Override
  public void act(Random random) {
    book.begin(0);
    map.asyncUpdate((long) random.nextInt(COUNTERS), v -> v == null ? 1 : v + 1);
    book.end(0);
  }

  @Override
  public void settle() {
    if (book.isUncertain(0)) {
      book.takeBack(0);
      uncertain++;
    }
  }

  /** Additions that are known to have taken place. */
  long done() {
    return book.done(0);
  }

  /** Additions that may have taken place. */
  long uncertain() {
    return uncertain;
  }

  @Override
  public void verify(Random random, boolean all) {
    // The sum is compared over all writers, see Generation.
  }
}
