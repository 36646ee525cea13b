package io.vitrine.torture.kill;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.torture.TortureFailure;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/**
 * Moves amounts between accounts of two maps that all writers share: at every instant and at every
 * revision they add up to nothing. For one thread.
 */
final class TransferDeed implements Deed {
  private static final int ACCOUNTS = 12;

  private final Store store;
  private final List<StoreMap<Long, Long>> maps;

  TransferDeed(Store store) {
    this.store = store;
    this.maps = maps(store);
  }

  static List<StoreMap<Long, Long>> maps(Store store) {
    return List.of(map(store, 1), map(store, 8));
  }

  private static StoreMap<Long, Long> map(Store store, int segments) {
    var options = MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(segments);
    return store.map("/maps/accounts" + segments, segments == 1 ? options.compact() : options);
  }

  @Override
  public int things() {
    return 0;
  }

  @Override
  public void act(Random random) {
    long amount = random.nextInt(1_000);
    long from = random.nextInt(ACCOUNTS);
    long to = random.nextInt(ACCOUNTS);
    store.atomically(group -> {
      long before = Objects.requireNonNullElse(group.get(maps.get(0), from), 0L);
      group.put(maps.get(0), from, before - amount);
      long other = Objects.requireNonNullElse(group.get(maps.get(1), to), 0L);
      group.put(maps.get(1), to, other + amount);
      return true;
    });
  }

  @Override
  public void settle() {
    // Whoever died, the sum stays.
  }

  /** While others write, too. */
  @Override
  public void verify(Random random, boolean all) {
    long sum =
        store.atomically(group -> {
          long total = 0;
          for (StoreMap<Long, Long> map : maps) {
            for (long account = 0; account < ACCOUNTS; account++) {
              total += Objects.requireNonNullElse(group.get(map, account), 0L);
            }
          }
          return total;
        });
    if (sum != 0) {
      throw new TortureFailure("the accounts add up to " + sum + ", expected 0");
    }
  }
}
