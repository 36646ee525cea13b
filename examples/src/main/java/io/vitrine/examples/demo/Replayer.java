package io.vitrine.examples.demo;

/** The two processes that replay the flights. */
enum Replayer {
  /** Shares the files; takes the flights with an odd number. */
  EMBEDDED,
  /** A client of the server; takes the flights with an even number. */
  REMOTE;

  /** Whether a flight is one of this replayer's. */
  boolean flies(Flight flight) {
    return (flight.number() & 1) == (this == EMBEDDED ? 1 : 0);
  }
}
