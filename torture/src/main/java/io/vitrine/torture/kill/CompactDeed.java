package io.vitrine.torture.kill;

import io.vitrine.store.CompactOptions;
import io.vitrine.store.RetentionException;
import io.vitrine.store.Store;
import java.util.Random;

/**
 * Gives the maps of all writers smaller files while they write, unless another is at it. What comes
 * of it shows in what the other deeds verify. For one thread.
 */
final class CompactDeed implements Deed {
  private static final int EACH = 300;
  private static final CompactOptions ANY = new CompactOptions(0, 1);

  private final Store store;

  CompactDeed(Store store) {
    this.store = store;
  }

  @Override
  public int things() {
    return 0;
  }

  @Override
  public void act(Random random) {
    if (random.nextInt(EACH) != 0) {
      return;
    }
    try {
      store.compact(ANY);
    } catch (RetentionException _) {
      // the others wrote more meanwhile than the log retains
    }
  }

  @Override
  public void settle() {
    // a map has the same entries before and after
  }

  @Override
  public void verify(Random random, boolean all) {
    // the others do
  }
}
