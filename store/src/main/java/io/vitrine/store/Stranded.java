package io.vitrine.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What failed changes of a map could not put in order and not even give back. Any thread notes,
 * {@link LockKeeper}'s thread sees to it.
 *
 * <p>A thread without stack can call nothing, and one without heap can make nothing. So there is
 * room for each segment from the beginning, and it is used by bare stores to fields and arrays.
 */
final class Stranded {
  private static final VarHandle ANY;

  static {
    try {
      ANY = MethodHandles.lookup().findVarHandle(Stranded.class, "isAny", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Position of the record that a failed change of a segment reserved and perhaps could not name;
   * not more than 0 for none. Only for who has the segment's lock.
   */
  final long[] records;

  /** Whether a segment's lock was left. */
  final boolean[] locks;

  /** Whether a segment was left for others to take over, which is best done soon. */
  volatile boolean isSweepDue;

  /** Whether there is anything to see to; set after it was noted. */
  volatile boolean isAny;

  Stranded(int segments) {
    records = new long[segments];
    locks = new boolean[segments];
  }

  /** Whether anything was noted since this was asked last. */
  boolean takeAny() {
    return isAny && (boolean) ANY.getAndSet(this, false);
  }
}
