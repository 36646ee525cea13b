package io.vitrine.hashing;

/** Adds up how many entries lookups look at. For one thread. */
final class ProbeCount {
  private long sum;
  private int most;

  void add(int probes) {
    sum += probes;
    most = Math.max(most, probes);
  }

  long sum() {
    return sum;
  }

  int most() {
    return most;
  }
}
