package io.vitrine.collections;

import io.vitrine.store.Turn;

/**
 * Shares the processors with others whose work is long, while a subscription looks through much
 * that is not wanted. For its thread.
 */
final class SearchTurn {
  private boolean searching;

  /**
   * Takes a turn where one is due.
   *
   * @param fruitless whether the last step has read changes and told nothing
   */
  void take(boolean fruitless) {
    Turn processor = Turn.current();
    if (fruitless && searching) {
      processor.longStep();
    } else if (fruitless) {
      processor.begin();
    }
    searching = fruitless;
  }
}
