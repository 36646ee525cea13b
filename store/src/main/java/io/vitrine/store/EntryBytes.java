package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/** An entry in bytes, and where they lie: a reusable holder. For one thread at a time. */
final class EntryBytes {
  MemorySegment source = MemorySegment.NULL;
  long keyOffset;
  long keyLength;
  long valueOffset;
  long valueLength;

  /** Of the change that set the value. */
  long revision;

  /** Milliseconds since 1970 from which on the entry is void, 0 for never. */
  long expiryMillis;
}
