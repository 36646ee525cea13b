package io.vitrine.torture.kill;

import io.vitrine.torture.TortureFailure;
import java.util.Random;

/**
 * One kind of change that a writer makes again and again, and notes in its book. A new kind is
 * added to {@link Deeds}.
 */
interface Deed {
  /** How many things the book tells of. */
  int things();

  /** Makes one change; by the writer. */
  void act(Random random);

  /**
   * Finds out whether the change that was under way when the writer died took place, and notes it;
   * by the judge, once the writer is dead.
   *
   * @throws TortureFailure if it is neither as before nor as after the change
   */
  void settle();

  /**
   * Compares some or all of what the book tells with the store; by the judge, after {@link
   * #settle}.
   *
   * @param random chooses what to compare, if not all
   * @param all whether to compare everything
   * @throws TortureFailure if they differ
   */
  void verify(Random random, boolean all);
}
