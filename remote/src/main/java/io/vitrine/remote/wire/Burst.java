package io.vitrine.remote.wire;

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
    if (!outbound.gathers(codec) || !outbound.hasRoomFor(gathered.at)) {
      return false;
    }
    if (gathered.at + body.length > gathered.array.length) {
      gathered.ensure(BYTES + body.length); // at once, and not by doubling
    }
    int begin = gathered.at;
    switch (codec) {
      case BinaryCodec binary -> binary.appendChange(tid, rev, time, gathered);
      case TextCodec text -> text.appendChange(tid, rev, time, gathered);
      default -> {
        return false;
      }
    }
    gathered.put(body);
    if (gathered.at - begin > codec.limits().frameBytesMax()) {
      gathered.at = begin;
      return false;
    }
    if (gathered.at >= BYTES) {
      send();
    }
    return true;
  }

  /** Sends what was added; one that a closed connection cannot take is dropped. */
  public void send() {
    if (gathered.at > 0) {
      outbound.send(gathered.toBytes());
      gathered.clear();
    }
  }

  /** Sends what was added and keeps no room for more. */
  public void end() {
    if (gathered.at > 0) {
      outbound.sendHere(gathered.toBytes());
      gathered.clear();
    }
    if (gathered.array.length > KEPT_BYTES) {
      gathered.array = new byte[KEPT_BYTES];
    }
  }
}
