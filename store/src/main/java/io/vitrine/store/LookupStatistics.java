package io.vitrine.store;

/**
 * How far lookups of the keys of a map have to go, which tells how well its hash suits them.
 * Immutable; gathered while others write, so it is of no single moment.
 *
 * @param entries entries that were looked at, void ones included
 * @param meanLines lines of eight slots, of a compact map of seven entries, that the lookup of a
 *     key that is there looks at, on average; 1 is the best, 0 stands for an empty map
 * @param mostLines the same for the key that takes the most
 */
public record LookupStatistics(long entries, double meanLines, long mostLines) {}
