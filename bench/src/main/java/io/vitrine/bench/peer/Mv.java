package io.vitrine.bench.peer;

import java.nio.file.Path;
import org.h2.mvstore.MVStore;

/**
 * Opens stores of H2's MVStore: the cache holds everything, and a large buffer lets the thread in
 * the background write in large pieces. What the second before a kill changed is lost: MVStore has
 * no log, and a commit with each change, which {@code durable} makes, writes a page of everything
 * on the way to the entry. Stateless, for any thread.
 */
final class Mv {
  private static final int ENTRY_BYTES = 160;
  private static final int CACHE_MIN_MIB = 64;
  private static final int BUFFER_KIB = 32 << 10;

  private Mv() {}

  static MVStore open(Path folder, Shape shape) {
    long bytes = shape.entries() * (shape.valueBytes() + ENTRY_BYTES);
    return new MVStore.Builder()
        .fileName(folder.resolve("map.mv").toString())
        .cacheSize((int) Math.max(CACHE_MIN_MIB, bytes >> 20))
        .autoCommitBufferSize(BUFFER_KIB)
        .open();
  }
}
