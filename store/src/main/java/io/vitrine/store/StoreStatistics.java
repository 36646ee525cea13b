package io.vitrine.store;

/**
 * What a store is made of, and what has happened to it. Immutable; the figures are gathered while
 * others write, so they are of no single moment.
 *
 * @param maps number of maps
 * @param opens how often the store is open at this moment, in all processes; those that only read
 *     are not known
 * @param logBytesAppended how much was written to the change log since it began
 * @param logBytesRetained how much of it can still be read
 * @param lockWaits how often a call of this open waited for a lock of the log or the catalogue
 * @param lockWaitNanos how long they waited together
 * @param forces how often this open forced the change log to disk
 * @param forceNanos how long that took together
 */
public record StoreStatistics(
    int maps,
    int opens,
    long logBytesAppended,
    long logBytesRetained,
    long lockWaits,
    long lockWaitNanos,
    long forces,
    long forceNanos) {}
