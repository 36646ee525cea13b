package io.vitrine.hashing;

/**
 * How a {@link StrategyHashMap} holds its entries. Immutable.
 *
 * @param entries how many there are
 * @param buckets places of the table
 * @param usedBuckets those that hold at least one entry
 * @param trees those that hold so many that they are trees
 * @param fullest entries of the fullest one
 * @param meanProbes how many entries the lookup of a key that is there looks at, on average; 0 for
 *     an empty map
 * @param mostProbes the same for the key that takes the most
 */
public record BucketStatistics(
    int entries,
    int buckets,
    int usedBuckets,
    int trees,
    int fullest,
    double meanProbes,
    int mostProbes) {}
