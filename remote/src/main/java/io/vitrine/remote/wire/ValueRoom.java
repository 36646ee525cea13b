package io.vitrine.remote.wire;

/**
 * How much memory the values of one message may take, which is many times its bytes where they are
 * small: an empty map of one byte takes a hundred. About what each takes is counted, so that a
 * message ends its connection before memory lacks for all others. For one thread at a time.
 */
final class ValueRoom {
  /** A third of the heap: the rest is for what else there is, and for what is garbage. */
  static final long BYTES_MAX = Runtime.getRuntime().maxMemory() / 3;

  /** About what a string, a list or a map takes that is nearly empty, with its place. */
  private static final int VALUE_BYTES = 64;

  private long left = BYTES_MAX;

  /** Begins with another message. */
  void reset() {
    left = BYTES_MAX;
  }

  /** Takes note of a value. */
  void take() {
    left -= VALUE_BYTES;
    if (left < 0) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "a message of more than "
              + BYTES_MAX / VALUE_BYTES
              + " values, for which there is no memory; send fewer at a time");
    }
  }
}
