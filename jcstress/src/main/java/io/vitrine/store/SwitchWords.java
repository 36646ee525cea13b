package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * The words by which the log begins, as {@link LogBeginning} sets them: the counter of {@link
 * UnloggedRevisions} and "pending" of a control file, and two segments, each with the lock under
 * which it is changed. Safe for any number of threads.
 *
 * <p>A segment has two plain words: how many changes were made in it without the log, and how many
 * the log tells of.
 */
final class SwitchWords {
  private static final int SEGMENTS = 2;
  private static final int SEGMENT_BYTES = 192;
  private static final int CONTROL_BYTES = 1024;
  private static final long LOCK = 0;
  private static final long UNLOGGED = 64;
  private static final long LOGGED = 128;
  private static final long FIRST_OF_LOG = 1L << 40;

  private final OwnedLock lock = new OwnedLock(Alive.INSTANCE);
  private final MemorySegment control = MemorySegment.ofArray(new long[CONTROL_BYTES / 8]);
  private final MemorySegment segments =
      MemorySegment.ofArray(new long[SEGMENTS * SEGMENT_BYTES / 8]);
  private final UnloggedRevisions revisions = new UnloggedRevisions(StressStore.FILES, control);

  SwitchWords() {
    Memory.set(control, ControlLayout.UNLOGGED, CheckedWord.of(UnloggedRevisions.NONE_YET));
  }

  /** Changes one segment. */
  void changeOnce() {
    change(0);
  }

  /** Changes both segments, and the first one again. */
  void changeThrice() {
    change(0);
    change(SEGMENT_BYTES);
    change(0);
  }

  /** As a writer does it: the revision is taken under the lock, and then the change is made. */
  private void change(long segment) {
    lock.lock(segments, segment + LOCK);
    long place = segment + (revisions.take() != 0 ? UNLOGGED : LOGGED);
    Memory.set(segments, place, Memory.get(segments, place) + 1);
    lock.unlock(segments, segment + LOCK);
  }

  /** From here on each change takes a record, and changes that took none may be under way. */
  void end() {
    Memory.setRelease(control, ControlLayout.LOG_PENDING, CheckedWord.of(1));
    if (!revisions.endBelow(FIRST_OF_LOG)) {
      throw new AssertionError("three changes were more than the log is ahead");
    }
  }

  /** Waits once for each lock: no such change is under way any more. */
  void quiesce() {
    for (long segment = 0; segment < segments.byteSize(); segment += SEGMENT_BYTES) {
      lock.lock(segments, segment + LOCK);
      lock.unlock(segments, segment + LOCK);
    }
    Memory.setRelease(control, ControlLayout.LOG_PENDING, 0);
  }

  /** Whether the log may be read at once. */
  boolean isDone() {
    return revisions.areOver() && Memory.getAcquire(control, ControlLayout.LOG_PENDING) == 0;
  }

  /** Changes without the log that are seen from here. */
  long unlogged() {
    return sum(UNLOGGED);
  }

  /** Changes of which the log tells. */
  long logged() {
    return sum(LOGGED);
  }

  private long sum(long place) {
    long sum = 0;
    for (long segment = 0; segment < segments.byteSize(); segment += SEGMENT_BYTES) {
      sum += Memory.get(segments, segment + place);
    }
    return sum;
  }
}
