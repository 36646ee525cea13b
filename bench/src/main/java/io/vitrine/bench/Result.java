package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.util.List;
import java.util.Map;

/**
 * What all rounds of one system gave. Immutable.
 *
 * @param bench what was measured
 * @param peer the system
 * @param params under which conditions
 * @param unit of the values
 * @param value the median
 * @param low the lowest value
 * @param high the highest
 * @param samples how many there were
 * @param forks the median of each JVM that measured
 * @param allocated bytes that an operation allocates, NaN where nobody counted
 * @param ratio above 1 where Vitrine is ahead; NaN where there is nothing to compare with
 */
record Result(
    String bench,
    Peer peer,
    Map<String, Object> params,
    String unit,
    double value,
    double low,
    double high,
    int samples,
    List<Double> forks,
    double allocated,
    double ratio) {}
