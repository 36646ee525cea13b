package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;

/**
 * Revisions of keys by the keys' hashes, where the entries do not say their own. For one thread.
 *
 * <p>The hash is not that of the map, which may be a weak one, and its seed is drawn. Of two keys
 * of one hash, which chance does not make in 64 bits, the one counts that came last.
 */
final class KeyRevisions {
  private static final HashStrategy HASH = HashStrategies.siphash13();

  private long[] hashes = new long[1 << 10];

  /** 0 where there is none. */
  private long[] revisions = new long[1 << 10];

  private int count;

  static long hash(MemorySegment source, long offset, long length) {
    return HASH.hash(source, offset, length);
  }

  /** The revision of a key; 1, which is older than all, where none is known. */
  long get(long hash) {
    long revision = revisions[place(hash)];
    return revision == 0 ? 1 : revision;
  }

  /** Notes the first or a newer revision of a key. */
  void set(long hash, long revision) {
    int place = place(hash);
    if (revisions[place] == 0) {
      count++;
    }
    hashes[place] = hash;
    revisions[place] = revision;
    if (2 * count > hashes.length) {
      grow();
    }
  }

  private int place(long hash) {
    int mask = hashes.length - 1;
    int place = (int) (hash ^ hash >>> 32) & mask;
    while (revisions[place] != 0 && hashes[place] != hash) {
      place = place + 1 & mask;
    }
    return place;
  }

  private void grow() {
    long[] formerHashes = hashes;
    long[] formerRevisions = revisions;
    hashes = new long[2 * formerHashes.length];
    revisions = new long[2 * formerHashes.length];
    for (int i = 0; i < formerHashes.length; i++) {
      if (formerRevisions[i] != 0) {
        int place = place(formerHashes[i]);
        hashes[place] = formerHashes[i];
        revisions[place] = formerRevisions[i];
      }
    }
  }
}
