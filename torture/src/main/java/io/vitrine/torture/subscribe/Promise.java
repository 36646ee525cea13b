package io.vitrine.torture.subscribe;

import io.vitrine.torture.TortureFailure;

/** What a subscriber is promised, by its number. */
enum Promise {
  ORDERED(1),
  UNIQUE(2),
  COMPLETE(3),
  ATOMIC(4),
  BOOTSTRAP(5),
  RESUMABLE(6),
  BOOKMARKABLE(7),
  DEMAND(8),
  CHOICE(9),
  FILTER(10),
  ORDINARY(11);

  private final int number;

  Promise(int number) {
    this.number = number;
  }

  /** The failure to say where it is broken. */
  TortureFailure broken(String what) {
    return new TortureFailure("promise " + number + " (" + name() + ") is broken: " + what);
  }
}
