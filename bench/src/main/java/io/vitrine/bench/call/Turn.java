package io.vitrine.bench.call;

import io.vitrine.bench.peer.KeyKind;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Draws the entries of one thread, in an order that every fork and thread has to itself. */
@State(Scope.Thread)
public class Turn {
  private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

  /** One call in so many is an update where they are mixed. */
  private static final int MIX = 20;

  private int sinceUpdate;
  private long state = new SplittableRandom().nextLong();

  /**
   * Draws an entry.
   *
   * @param entries how many there are
   * @return the number of one of them
   */
  long next(long entries) {
    state += STEP;
    return Math.unsignedMultiplyHigh(KeyKind.number(state), entries);
  }

  /**
   * Makes the entry that is drawn next follow from a value, so that nobody can begin to look for it
   * before the value has come.
   *
   * @param value what the call before returned, of a byte or more
   */
  void follow(byte[] value) {
    state += value[0] ^ value[value.length - 1];
  }

  /** Whether the next of the mixed calls is an update. */
  boolean isUpdate() {
    sinceUpdate = sinceUpdate + 1 == MIX ? 0 : sinceUpdate + 1;
    return sinceUpdate == 0;
  }
}
