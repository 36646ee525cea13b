package io.vitrine.remote.wire;

import io.netty.channel.ChannelHandler;
import java.nio.charset.StandardCharsets;
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

  private final FrameLimits limits;

  /**
   * Creates a codec.
   *
   * @param limits what a message may be
   */
  public TextCodec(FrameLimits limits) {
    this.limits = limits;
  }

  @Override
  public FrameLimits limits() {
    return limits;
  }

  @Override
  public byte[] encode(Message message) {
    byte[] frame = text(message).getBytes(StandardCharsets.UTF_8);
    if (frame.length > limits.frameBytesMax()) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "a message of "
              + frame.length
              + " bytes, expected at most "
              + limits.frameBytesMax()
              + "; ask for less at a time");
    }
    return frame;
  }

  @Override
  public ChannelHandler newDecoder() {
    var messages = new TextMessages(limits);
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
    return new TextMessages(limits);
  }

  private String text(Message message) {
    var out = new StringBuilder(256);
    var writer = new YamlWriter(out, limits.nestingMax());
    out.append("--- !!").append(META).append('\n');
    Routing routing = message.routing();
    if (routing.csp() != null) {
      line(out, writer, "csp", routing.csp());
    }
    number(out, "tid", routing.tid());
    number(out, "cid", routing.cid());
    if (routing.handler() != null) {
      line(out, writer, "handler", routing.handler());
    }
    number(out, "rev", routing.rev());
    number(out, "time", routing.time());
    if (!message.events().isEmpty()) {
      out.append("--- !!").append(message.complete() ? DATA : PART).append('\n');
      for (Event event : message.events()) {
        writer.value(event.name());
        out.append(": ");
        writer.value(event.argument());
        out.append('\n');
      }
    }
    return out.append("...\n").toString();
  }

  private static void line(
      StringBuilder out, YamlWriter writer, String name, @Nullable Object value) {
    out.append(name).append(": ");
    writer.value(value);
    out.append('\n');
  }

  private static void number(StringBuilder out, String name, @Nullable Long value) {
    if (value != null) {
      out.append(name).append(": ").append(value.longValue()).append('\n');
    }
  }
}
