package io.vitrine.examples.demo;

/** The two ends of a flight. */
enum Leg {
  /** It leaves its origin. */
  DEPARTURE,
  /** It arrives at its destination. */
  ARRIVAL
}
