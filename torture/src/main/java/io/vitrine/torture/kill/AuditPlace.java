package io.vitrine.torture.kill;

import io.vitrine.store.Store;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * How far the audit has read the log: writers do not run ahead of it by more than is surely
 * retained. Safe for any number of threads and processes.
 */
final class AuditPlace {
  /** How much of the log the store keeps in a torture. */
  static final long RETAIN_BYTES = 96 << 20;

  private static final long AHEAD_BYTES_MAX = RETAIN_BYTES / 3;
  private static final long NAP_NANOS = 1_000_000;

  private final Store store;
  private final Words words;

  private AuditPlace(Store store, Words words) {
    this.store = store;
    this.words = words;
  }

  static AuditPlace open(Store store, Path folder, Arena arena) throws IOException {
    return new AuditPlace(store, Words.open(folder.resolve("audit"), 1, arena));
  }

  void set(long revision) {
    words.set(0, revision);
  }

  void awaitNear() {
    while (store.reservedRevision() - words.get(0) > AHEAD_BYTES_MAX) {
      LockSupport.parkNanos(NAP_NANOS);
    }
  }
}
