package io.vitrine.remote.wire;

import org.jspecify.annotations.Nullable;

/**
 * Answers that tell of changes, gathered so that many of them are sent as one. For one thread at a
 * time.
 *
 * <pre>
 *   routing  body  routing  body ...
 *   own      the same bytes for all who are told of the change: {@link WireCodec#encodeBody}
 * </pre>
 */
public final class Burst {
  /** So many bytes are sent at once, one answer more or less. */
  private static final int BYTES = 8 << 10;

  /** What is kept between two bursts: there are many subscriptions, and few tell at a time. */
  private static final int KEPT_BYTES = 512;

  private final Outbound outbound;
  private final ByteSink gathered = new ByteSink(KEPT_BYTES);

  /** Comes behind what is gathered, and belongs to others, too; null for nothing. */
  private byte @Nullable [] joined;

  /**
   * Creates one with nothing in it.
   *
   * @param outbound where it is sent to
   */
  public Burst(Outbound outbound) {
    this.outbound = outbound;
  }

  /**
   * Adds an answer that more follow, unless the connection has no room for it or does not gather.
   * What was added before it is sent once there is much of it.
   *
   * @param codec what made the body
   * @param tid number of the operation
   * @param rev revision of the change
   * @param time when it was made, in nanoseconds since 1970, 0 where that is not known
   * @param body what it says, as {@link WireCodec#encodeBody} made it
   * @return whether it was added; else it is to be sent by itself, behind what was added
   */
  public boolean add(WireCodec codec, long tid, long rev, long time, byte[] body) {
    if (!outbound.gathers(codec) || !outbound.hasRoomFor(waiting())) {
      return false;
    }
    gatherJoined();
    if (gathered.at + body.length > gathered.array.length) {
      gathered.ensure(BYTES + body.length); // at once, and not by doubling
    }
    if (!JoinedAnswers.append(codec, tid, rev, time, body, gathered)) {
      return false;
    }
    if (gathered.at >= BYTES) {
      send();
    }
    return true;
  }

  /**
   * Adds answers that were joined for several connections.
   *
   * @param codec what made them
   * @param answers what {@link JoinedAnswers#toBytes} told; nobody changes it
   * @return whether they were added; else they are to be added one by one
   */
  public boolean add(WireCodec codec, byte[] answers) {
    if (!outbound.gathers(codec) || !outbound.hasRoomFor(waiting() + answers.length)) {
      return false;
    }
    gatherJoined();
    if (gathered.at > 0 && gathered.at + answers.length > BYTES) {
      send();
    }
    joined = answers;
    return true;
  }

  private int waiting() {
    return gathered.at + (joined == null ? 0 : joined.length);
  }

  /** Makes one of what is there, as more follows; much is sent as it is. */
  private void gatherJoined() {
    byte[] before = joined;
    if (before == null) {
      return;
    }
    if (gathered.at + before.length > BYTES) {
      send();
      return;
    }
    if (gathered.at + before.length > gathered.array.length) {
      gathered.ensure(BYTES);
    }
    gathered.put(before);
    joined = null;
  }

  /** Sends what was added; one that a closed connection cannot take is dropped. */
  public void send() {
    byte[] first = gathered.at > 0 ? gathered.toBytes() : null;
    byte[] second = joined;
    gathered.clear(); // what fails may have been sent
    joined = null;
    if (first != null) {
      outbound.send(first);
    }
    if (second != null) {
      outbound.send(second);
    }
  }

  /** Sends what was added and keeps no room for more. */
  public void end() {
    byte[] last = joined;
    if (last != null && gathered.at > 0) {
      gatherJoined();
      last = joined; // null where both are one now, or were sent
    }
    if (gathered.at > 0) {
      last = gathered.toBytes();
      gathered.clear();
    }
    joined = null;
    if (last != null) {
      outbound.sendHere(last);
    }
    if (gathered.array.length > KEPT_BYTES) {
      gathered.array = new byte[KEPT_BYTES];
    }
  }
}
