package io.vitrine.store;

import java.util.ArrayDeque;
import java.util.Collection;

/**
 * Log files that are deleted and stay mapped for a while, for those who are just reading them. What
 * they take on the disk comes back when they are unmapped. Safe for any number of threads.
 */
final class ForgottenFiles {
  private static final int MAX = 4;

  /** Nobody walks over a file for so long but a tailer, which can be told that it is gone. */
  private static final long STALE_NANOS = 1_000_000_000;

  private final ArrayDeque<Forgotten> files = new ArrayDeque<>();

  private record Forgotten(LogFile file, long since) {}

  synchronized void add(Collection<LogFile> gone) {
    long now = System.nanoTime();
    gone.forEach(file -> files.add(new Forgotten(file, now)));
    while (files.size() > MAX && closeFirst()) {
      // and the next
    }
  }

  /** Unmaps those that were deleted some time ago, where the disk needs their room. */
  synchronized void closeStale() {
    long now = System.nanoTime();
    while (!files.isEmpty() && now - files.getFirst().since >= STALE_NANOS && closeFirst()) {
      // and the next
    }
  }

  /** Unmaps all that can be; who is just reading there is told so. */
  synchronized void closeNow() {
    while (!files.isEmpty() && closeFirst()) {
      // and the next
    }
  }

  /** Unmaps the oldest; false if it is being forced, which no caller need hear of: next time. */
  private boolean closeFirst() {
    try {
      files.getFirst().file.close();
    } catch (IllegalStateException e) {
      return false;
    }
    files.removeFirst();
    return true;
  }

  synchronized void closeAll() {
    files.forEach(forgotten -> forgotten.file.close());
    files.clear();
  }
}
