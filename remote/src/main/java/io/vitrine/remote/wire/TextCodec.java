package io.vitrine.remote.wire;

import io.netty.channel.ChannelHandler;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text form: YAML documents, a line {@code ...} after each message. Safe for any number of
 * threads.
 *
 * <pre>
 *   Message[routing=Routing[csp=/maps/prices, tid=7], events=[get: EURUSD], complete=true]
 *
 *   --- !!meta-data
 *   csp: /maps/prices
 *   tid: 7
 *   --- !!data
 *   get: EURUSD
 *   ...
 * </pre>
 */
public final class TextCodec implements WireCodec {
  static final String META = "meta-data";
  static final String DATA = "data";
  static final String PART = "data-not-complete";

  static final byte[] META_LINE = YamlWriter.ascii("--- !!" + META + "\n");
  static final byte[] DATA_LINE = YamlWriter.ascii("--- !!" + DATA + "\n");
  static final byte[] PART_LINE = YamlWriter.ascii("--- !!" + PART + "\n");
  static final byte[] END_LINE = YamlWriter.ascii("...\n");
  private static final byte[] CSP = YamlWriter.ascii("csp: ");
  private static final byte[] TID = YamlWriter.ascii("tid: ");
  private static final byte[] CID = YamlWriter.ascii("cid: ");
  private static final byte[] HANDLER = YamlWriter.ascii("handler: ");
  private static final byte[] REV = YamlWriter.ascii("rev: ");
  private static final byte[] TIME = YamlWriter.ascii("time: ");

  private final FrameLimits limits;
  private final NameCache names = new NameCache();

  /**
   * Creates a codec.
   *
   * @param limits what a message may be
   */
  public TextCodec(FrameLimits limits) {
    this.limits = limits;
  }

  @Override
  public WireEncoding encoding() {
    return WireEncoding.YAML;
  }

  @Override
  public FrameLimits limits() {
    return limits;
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
      write(message, out);
      if (out.at - begin > limits.frameBytesMax()) {
        throw WireValues.tooLarge(out.at - begin, limits.frameBytesMax());
      }
    } catch (RuntimeException e) {
      out.at = begin;
      throw e;
    }
  }

  @Override
  public byte[] encodeBody(Event event) {
    var out = new ByteSink(256);
    data(List.of(event), false, new YamlWriter(out, limits.nestingMax()), out);
    out.put(END_LINE);
    return out.toBytes();
  }

  /** Appends the routing of an answer that tells of a change. */
  void appendChange(long tid, long rev, long time, ByteSink out) {
    out.put(META_LINE);
    number(out, TID, tid);
    number(out, REV, rev);
    if (time != 0) {
      number(out, TIME, time);
    }
  }

  @Override
  public ChannelHandler newDecoder() {
    var messages = new TextMessages(limits, names);
    return new TextFrameDecoder(
        limits,
        frame -> {
          Message message = messages.read(frame);
          return message == null ? null : new Received(message, frame.length);
        });
  }

  @Override
  public ChannelHandler newSplitter() {
    return new TextFrameDecoder(limits, frame -> frame);
  }

  @Override
  public FrameReader newReader() {
    return new TextMessages(limits, names);
  }

  private void write(Message message, ByteSink out) {
    var writer = new YamlWriter(out, limits.nestingMax());
    out.put(META_LINE);
    Routing routing = message.routing();
    if (routing.csp() != null) {
      out.put(CSP);
      writer.value(routing.csp());
      out.put('\n');
    }
    number(out, TID, routing.tid());
    number(out, CID, routing.cid());
    if (routing.handler() != null) {
      out.put(HANDLER);
      writer.value(routing.handler());
      out.put('\n');
    }
    number(out, REV, routing.rev());
    number(out, TIME, routing.time());
    if (!message.events().isEmpty()) {
      data(message.events(), message.complete(), writer, out);
    }
    out.put(END_LINE);
  }

  private static void data(List<Event> events, boolean complete, YamlWriter writer, ByteSink out) {
    out.put(complete ? DATA_LINE : PART_LINE);
    for (Event event : events) {
      writer.name(event.name());
      writer.value(event.argument());
      out.put('\n');
    }
  }

  private static void number(ByteSink out, byte[] name, @Nullable Long value) {
    if (value != null) {
      number(out, name, value.longValue());
    }
  }

  private static void number(ByteSink out, byte[] name, long value) {
    out.put(name);
    DecimalText.append(value, out);
    out.put('\n');
  }
}
