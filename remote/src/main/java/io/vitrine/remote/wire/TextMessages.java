package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of the frames of one connection, which may leave out the routing that is in force.
 * For one thread at a time.
 */
final class TextMessages implements FrameReader {
  private final FrameLimits limits;
  private Routing inForce = Routing.NONE;

  TextMessages(FrameLimits limits) {
    this.limits = limits;
  }

  @Override
  public @Nullable Message read(byte[] frame) {
    Message fast = new CanonicalReader(frame, limits).message(inForce);
    Message message = fast != null ? fast : readAny(frame);
    if (message != null) {
      inForce = message.routing().lasting();
    }
    return message;
  }

  /** Reads one frame of any YAML there is. */
  @Nullable Message readAny(byte[] frame) {
    List<@Nullable Object> documents = YamlReader.readAll(text(frame), limits);
    if (documents.isEmpty()) {
      return null;
    }
    Routing routing = inForce;
    int at = 0;
    if (documents.getFirst() instanceof TypedValue first && first.name().equals(TextCodec.META)) {
      routing = routing(first.content());
      at = 1;
    }
    if (documents.size() > at + 1) {
      throw new WireException(
          ErrorCode.MALFORMED,
          documents.size()
              + " documents before the line '...', expected !!meta-data and !!data at the most");
    }
    return at == documents.size()
        ? new Message(routing, List.of(), true)
        : data(routing, documents.get(at));
  }

  private static String text(byte[] frame) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(frame)).toString();
    } catch (CharacterCodingException e) {
      throw new WireException(ErrorCode.MALFORMED, "found bytes that are no UTF-8");
    }
  }

  private static Message data(Routing routing, @Nullable Object root) {
    boolean complete = true;
    Object content = root;
    if (root instanceof TypedValue typed) {
      complete = !typed.name().equals(TextCodec.PART);
      if (complete && !typed.name().equals(TextCodec.DATA)) {
        throw new WireException(
            ErrorCode.MALFORMED,
            "found a document !" + typed.name() + ", expected !!meta-data or !!data");
      }
      content = typed.content();
    }
    if (!(content instanceof Map<?, ?> map)) {
      throw new WireException(
          ErrorCode.MALFORMED,
          "found " + kind(content) + " as data, expected lines 'event: argument'");
    }
    var events = new ArrayList<Event>(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new WireException(
            ErrorCode.MALFORMED,
            "found " + kind(entry.getKey()) + " as name of an event, expected a string");
      }
      events.add(new Event(name, entry.getValue()));
    }
    return new Message(routing, events, complete);
  }

  private static Routing routing(@Nullable Object content) {
    if (content == null) {
      return Routing.NONE;
    }
    if (!(content instanceof Map<?, ?> map)) {
      throw new WireException(
          ErrorCode.MALFORMED,
          "found " + kind(content) + " as meta-data, expected lines 'name: value'");
    }
    String csp = null;
    Object handler = null;
    Long[] numbers = new Long[4];
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object value = entry.getValue();
      switch (String.valueOf(entry.getKey())) {
        case "csp" -> csp = csp(value);
        case "tid" -> numbers[0] = number("tid", value);
        case "cid" -> numbers[1] = number("cid", value);
        case "handler" -> handler = value;
        case "rev" -> numbers[2] = number("rev", value);
        case "time" -> numbers[3] = number("time", value);
        default ->
            throw new WireException(
                ErrorCode.MALFORMED,
                "found "
                    + entry.getKey()
                    + " in the meta-data, expected csp, tid, cid, handler, rev or time");
      }
    }
    return new Routing(csp, numbers[0], numbers[1], handler, numbers[2], numbers[3]);
  }

  private static @Nullable String csp(@Nullable Object value) {
    if (value != null && !(value instanceof String)) {
      throw new WireException(
          ErrorCode.MALFORMED, "csp is " + kind(value) + ", expected a path as a string");
    }
    return (String) value;
  }

  private static @Nullable Long number(String name, @Nullable Object value) {
    if (value != null && !(value instanceof Long)) {
      throw new WireException(
          ErrorCode.MALFORMED, name + " is " + kind(value) + ", expected a 64-bit integer");
    }
    return (Long) value;
  }

  private static String kind(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case String _ -> "a string";
      case Number _ -> "the number " + value;
      case Boolean _ -> value.toString();
      case List<?> _ -> "a list";
      case Map<?, ?> _ -> "a map";
      case TypedValue typed -> "a value of type " + typed.name();
      default -> "bytes";
    };
  }
}
