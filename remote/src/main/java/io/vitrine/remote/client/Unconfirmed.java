package io.vitrine.remote.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls without answer that the server may not have done yet, kept to be sent again after a lost
 * connection. Guarded by the lock of its {@link Link}.
 *
 * <p>Nobody answers them, but a server does what a connection sends in order: the answer to any
 * later request confirms all before it, and the server's count of a session says after a lost
 * connection which of the rest were done. So each is applied exactly once.
 */
final class Unconfirmed {
  private final ArrayDeque<byte[]> frames = new ArrayDeque<>();
  private long told;
  private long bytes;

  void add(byte[] frame) {
    frames.add(frame);
    told++;
    bytes += frame.length;
  }

  /** How many there have ever been in this session. */
  long told() {
    return told;
  }

  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return frames.isEmpty();
  }

  /** How many of this session are known to be done. */
  long confirmed() {
    return told - frames.size();
  }

  @SuppressWarnings("ReferenceEquality") // Another one may say the same.
  boolean isFirst(byte[] frame) {
    return frames.peekFirst() == frame;
  }

  /** Forgets the first one, which the server did not take and will never have done. */
  void dropFirst() {
    bytes -= frames.removeFirst().length;
    told--;
  }

  /** Forgets all up to a number: they are done. */
  void confirm(long upTo) {
    while (confirmed() < upTo && !frames.isEmpty()) {
      bytes -= frames.removeFirst().length;
    }
  }

  /** Those that are not known to be done, in order. */
  List<byte[]> rest() {
    return new ArrayList<>(frames);
  }

  /** Begins anew with a server that knows nothing, and has done none of those that are left. */
  void begin() {
    told = frames.size();
  }

  /** Begins anew with a server that knows nothing; gives how many may be lost. */
  int reset() {
    int lost = frames.size();
    frames.clear();
    told = 0;
    bytes = 0;
    return lost;
  }

  /** Says at the end that nobody knows of some whether they were done. */
  static ConnectionLostException lost(
      String address, int unknown, @Nullable RuntimeException cause) {
    var lost =
        new ConnectionLostException(
            "the connection to "
                + address
                + " ended before the last "
                + unknown
                + " updates were confirmed; nobody knows whether they were made"
                + (cause == null ? "" : " (" + cause.getMessage() + ")"));
    if (cause != null) {
      lost.addSuppressed(cause);
    }
    return lost;
  }
}
