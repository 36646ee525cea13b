package io.vitrine.store;

/**
 * The order in which a walk meets the entries of one segment. For one thread.
 *
 * <p>The home line of an entry is as far down any table as its tag is in the range of all tags. So
 * whoever were handed entries in the order of tags and put them into a small table that grows would
 * crowd all of them into its first lines, and look through all of those for each. Therefore the
 * range of tags is cut into as many stretches as the table had lines when the walk came to the
 * segment, and these are met in the order of their numbers with the bits reversed (that of van der
 * Corput): those met by then lie as far from each other as can be at any moment, so that they fill
 * a table of any size evenly.
 *
 * <p>A <em>place</em> in that order is the turn of a stretch (bits 23 and up) and a tag in it (bits
 * 0-22); 0 is the first of all. It means the same whatever becomes of the table, and so nothing is
 * missed and nothing met twice when that grows.
 */
final class WalkOrder {
  /** Behind the last place of a segment. */
  static final long END = Long.MAX_VALUE;

  private long stretches = 1;
  private int bits;

  /** Begins a walk over a segment whose table has so many lines. */
  void begin(long lines) {
    stretches = lines;
    bits = 64 - Long.numberOfLeadingZeros(lines - 1);
  }

  /** Number of turns, some of which may be {@linkplain #isTurn none}. */
  long turns() {
    return 1L << bits;
  }

  /** Whether there is a stretch, or line, for a turn. */
  boolean isTurn(long turn) {
    return line(turn) < stretches;
  }

  /** The stretch, or line of the table that the walk began with, whose turn it is. */
  long line(long turn) {
    return Long.reverse(turn) >>> 1 >>> (63 - bits); // no shift by 64 bits where there are none
  }

  /** The tag of a place. */
  static long tag(long place) {
    return place & (Slot.TAGS - 1);
  }

  /** First tag behind the stretch of a place. */
  long limit(long place) {
    return Slot.firstTag(line(place >>> Slot.TAG_BITS) + 1, stretches);
  }

  /** The place of a tag. */
  long place(long tag) {
    return line(Slot.homeLine(tag, stretches)) << Slot.TAG_BITS | tag; // its own inverse
  }

  /** The place that follows, when everything in a stretch before a tag was met. */
  long next(long place, long tag) {
    long turn = place >>> Slot.TAG_BITS;
    if (tag < limit(place)) {
      return turn << Slot.TAG_BITS | tag;
    }
    for (turn++; turn < turns(); turn++) {
      if (isTurn(turn)) {
        return turn << Slot.TAG_BITS | Slot.firstTag(line(turn), stretches);
      }
    }
    return END;
  }
}
