package io.vitrine.remote.wire;

/**
 * Answers that tell of changes, one behind the other, for all connections that asked by the same
 * number in the same encoding. For one thread.
 */
public final class JoinedAnswers {
  private final WireCodec codec;
  private final long tid;
  private final ByteSink bytes = new ByteSink(1 << 10);

  /**
   * Begins with none.
   *
   * @param codec what makes the bodies
   * @param tid number of the operation
   */
  public JoinedAnswers(WireCodec codec, long tid) {
    this.codec = codec;
    this.tid = tid;
  }

  /**
   * Adds an answer that more follow.
   *
   * @param rev revision of the change
   * @param time when it was made, in nanoseconds since 1970, 0 where that is not known
   * @param body what it says, as {@link WireCodec#encodeBody} made it
   * @return false where it is too large or the encoding does not keep the two apart
   */
  public boolean add(long rev, long time, byte[] body) {
    return append(codec, tid, rev, time, body, bytes);
  }

  /**
   * What was added, for {@link Burst#add(WireCodec, byte[])}.
   *
   * @return whole frames, one behind the other
   */
  public byte[] toBytes() {
    return bytes.toBytes();
  }

  /** Appends one answer, or nothing. */
  static boolean append(WireCodec codec, long tid, long rev, long time, byte[] body, ByteSink out) {
    int begin = out.at;
    switch (codec) {
      case BinaryCodec binary -> binary.appendChange(tid, rev, time, out);
      case TextCodec text -> text.appendChange(tid, rev, time, out);
      default -> {
        return false;
      }
    }
    out.put(body);
    if (out.at - begin > codec.limits().frameBytesMax()) {
      out.at = begin;
      return false;
    }
    return true;
  }
}
