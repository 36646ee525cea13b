package io.vitrine.store;

/**
 * What a map is made of, and what has happened to it. Immutable; the figures are gathered while
 * others write, so they are of no single moment.
 *
 * @param entries entries that are stored, void ones included
 * @param tombstones slots whose entry is gone and that still take part in lookups
 * @param tableLines lines in all bucket tables
 * @param tableSlots slots in these lines: eight in each, of a compact map seven
 * @param liveBytes size of all entries, with what each needs besides key and value
 * @param freeBlockBytes room in chunks that no entry takes: for entries of the same segment and
 *     about the same size
 * @param freeRunBytes room in the file that belongs to no segment
 * @param allocatedBytes what the file takes on disk
 * @param tableGrowths how often a bucket table was replaced, by any process; a repair that makes
 *     the map anew begins anew to count this and the next three
 * @param fileGrowths how often the file grew, by any process
 * @param compactions how often the file was replaced by a smaller one, by any process
 * @param takeovers how often a segment was taken over from a dead process, by any process
 * @param lockWaits how often a call of this open waited for a segment or for room in the file
 * @param lockWaitNanos how long they waited together
 */
public record MapStatistics(
    long entries,
    long tombstones,
    long tableLines,
    long tableSlots,
    long liveBytes,
    long freeBlockBytes,
    long freeRunBytes,
    long allocatedBytes,
    long tableGrowths,
    long fileGrowths,
    long compactions,
    long takeovers,
    long lockWaits,
    long lockWaitNanos) {
  /**
   * How full the bucket tables are; they grow at four fifths.
   *
   * @return entries for each slot, from 0 to 1
   */
  public double load() {
    return tableSlots == 0 ? 0 : (double) entries / tableSlots;
  }
}
