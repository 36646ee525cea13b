package io.vitrine.remote.wire;

import io.netty.channel.ChannelHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The binary form: CBOR in frames with their lengths. Safe for any number of threads.
 *
 * <pre>
 *   Message[routing=Routing[csp=/maps/prices, tid=7], events=[get: EURUSD], complete=true]
 *
 *   17 00 00 40                     23 bytes of meta-data
 *   A2                              map of 2
 *     63 "csp" 6C "/maps/prices"
 *     63 "tid" 07
 *   0C 00 00 00                     12 bytes of data
 *   A1                              map of 1
 *     63 "get" 66 "EURUSD"
 * </pre>
 */
public final class BinaryCodec implements WireCodec {
  private static final byte[] CSP = CborWriter.write("csp");
  private static final byte[] TID = CborWriter.write("tid");
  private static final byte[] CID = CborWriter.write("cid");
  private static final byte[] HANDLER = CborWriter.write("handler");
  private static final byte[] REV = CborWriter.write("rev");
  private static final byte[] TIME = CborWriter.write("time");

  private final FrameLimits limits;
  private final NameCache names = new NameCache();

  /**
   * Creates a codec.
   *
   * @param limits what a message may be
   */
  public BinaryCodec(FrameLimits limits) {
    this.limits = limits;
  }

  @Override
  public WireEncoding encoding() {
    return WireEncoding.CBOR;
  }

  @Override
  public FrameLimits limits() {
    return limits;
  }

  @Override
  public byte[] preface() {
    return BinaryLayout.PREFACE.clone();
  }

  @Override
  public byte[] encode(Message message) {
    var out = new ByteSink(256);
    append(message, out);
    return out.toBytes();
  }

  /** Appends a message, all of it or nothing. */
  void append(Message message, ByteSink out) {
    int begin = out.at;
    try {
      var writer = new CborWriter(out, limits.nestingMax());
      meta(message.routing(), writer, out);
      data(message.events(), message.complete(), writer, out);
      if (out.at - begin > Math.min(limits.frameBytesMax(), BinaryLayout.LENGTH_MAX)) {
        throw WireValues.tooLarge(out.at - begin, limits.frameBytesMax());
      }
    } catch (RuntimeException e) {
      out.at = begin;
      throw e;
    }
  }

  private static void meta(Routing routing, CborWriter writer, ByteSink out) {
    int begin = begin(out);
    writer.head(CborLayout.MAP, size(routing));
    if (routing.csp() != null) {
      out.put(CSP);
      writer.string(routing.csp());
    }
    number(TID, routing.tid(), writer, out);
    number(CID, routing.cid(), writer, out);
    if (routing.handler() != null) {
      out.put(HANDLER);
      writer.value(routing.handler());
    }
    number(REV, routing.rev(), writer, out);
    number(TIME, routing.time(), writer, out);
    end(out, begin, BinaryLayout.META);
  }

  @Override
  public byte[] encodeBody(Event event) {
    var out = new ByteSink(256);
    data(List.of(event), false, new CborWriter(out, limits.nestingMax()), out);
    return out.toBytes();
  }

  /** Appends the routing of an answer that tells of a change. */
  void appendChange(long tid, long rev, long time, ByteSink out) {
    int begin = begin(out);
    var writer = new CborWriter(out, limits.nestingMax());
    writer.head(CborLayout.MAP, time == 0 ? 2 : 3);
    out.put(TID);
    writer.integer(tid);
    out.put(REV);
    writer.integer(rev);
    if (time != 0) {
      out.put(TIME);
      writer.integer(time);
    }
    end(out, begin, BinaryLayout.META);
  }

  private static int size(Routing routing) {
    return (routing.csp() == null ? 0 : 1)
        + (routing.tid() == null ? 0 : 1)
        + (routing.cid() == null ? 0 : 1)
        + (routing.handler() == null ? 0 : 1)
        + (routing.rev() == null ? 0 : 1)
        + (routing.time() == null ? 0 : 1);
  }

  private static void number(byte[] name, @Nullable Long value, CborWriter writer, ByteSink out) {
    if (value != null) {
      out.put(name);
      writer.integer(value);
    }
  }

  private static void data(List<Event> events, boolean complete, CborWriter writer, ByteSink out) {
    int begin = begin(out);
    writer.head(CborLayout.MAP, events.size());
    for (Event event : events) {
      writer.string(event.name());
      writer.value(event.argument());
    }
    end(out, begin, complete ? 0 : BinaryLayout.NOT_COMPLETE);
  }

  private static int begin(ByteSink out) {
    out.ensure(BinaryLayout.WORD_BYTES);
    int begin = out.at;
    out.at += BinaryLayout.WORD_BYTES;
    return begin;
  }

  private static void end(ByteSink out, int begin, int marks) {
    int length = out.at - begin - BinaryLayout.WORD_BYTES;
    BinaryLayout.WORDS.set(out.array, begin, (length & BinaryLayout.LENGTH_MAX) | marks);
  }

  @Override
  public ChannelHandler newSplitter() {
    return new BinaryFrameDecoder(limits, false, frame -> frame);
  }

  @Override
  public ChannelHandler newServerSplitter() {
    return new BinaryFrameDecoder(limits, true, frame -> frame);
  }

  @Override
  public ChannelHandler newDecoder() {
    FrameReader messages = newReader();
    return new BinaryFrameDecoder(
        limits,
        false,
        frame -> {
          Message message = messages.read(frame);
          return message == null ? null : new Received(message, frame.length);
        });
  }

  @Override
  public FrameReader newReader() {
    return new BinaryMessages(limits, names);
  }
}
