package io.vitrine.collections;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that were read lately. A node never changes, so none is ever out of date. Bounded; safe for
 * any number of threads.
 *
 * @param <N> the nodes
 */
final class NodeCache<N> {
  private record Entry<N>(long id, N node) {}

  private final AtomicReferenceArray<@Nullable Entry<N>> entries;
  private final int shift;

  /**
   * Creates a cache.
   *
   * @param bits how many nodes are kept at the most, as a power of two
   */
  NodeCache(int bits) {
    this.entries = new AtomicReferenceArray<>(1 << bits);
    this.shift = 64 - bits;
  }

  private int place(long id) {
    return (int) ((id * 0x9E37_79B9_7F4A_7C15L) >>> shift);
  }

  @Nullable N get(long id) {
    Entry<N> entry = entries.getAcquire(place(id));
    return entry != null && entry.id == id ? entry.node : null;
  }

  void put(long id, N node) {
    entries.setRelease(place(id), new Entry<>(id, node));
  }
}
