package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
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
  private final CanonicalReader canonical;
  private Routing inForce = Routing.NONE;

  TextMessages(FrameLimits limits, NameCache names) {
    this.limits = limits;
    this.canonical = new CanonicalReader(limits, names);
  }

  @Override
  public @Nullable Message read(byte[] frame) {
    Message fast = canonical.message(frame, inForce);
    Message message = fast != null ? fast : readAny(frame);
    if (message != null) {
      inForce = message.routing().lasting();
    }
    return message;
  }

  @Override
  public @Nullable Routing routing(byte[] frame) {
    Routing routing = canonical.routing(frame, inForce);
    if (routing != null) {
      inForce = routing.lasting();
    }
    return routing;
  }

  /** Reads one frame of any YAML there is. */
  @Nullable Message readAny(byte[] frame) {
    boolean maybeJson = JsonMessages.maybe(frame);
    Message json = maybeJson ? JsonMessages.read(frame, inForce, limits) : null;
    if (json != null) {
      return json;
    }
    Message message = yaml(frame);
    if (maybeJson && message != null) {
      JsonMessages.checkNotMeant(frame, message.events(), limits);
    }
    return message;
  }

  private @Nullable Message yaml(byte[] frame) {
    List<YamlReader.Document> documents = YamlReader.documents(text(frame), limits, 1);
    if (documents.isEmpty()) {
      return null;
    }
    Routing routing = inForce;
    int at = 0;
    if (documents.getFirst().value() instanceof TypedValue first
        && first.name().equals(TextCodec.META)) {
      routing = routing(documents.getFirst(), first.content());
      at = 1;
    }
    if (documents.size() > at + 1) {
      throw new WireException(
          ErrorCode.MALFORMED,
          documents.get(at + 1).place()
              + documents.size()
              + " documents before the line '...', expected !!meta-data and !!data at the most");
    }
    return at == documents.size()
        ? new Message(routing, List.of(), true)
        : data(routing, documents.get(at));
  }

  static String text(byte[] frame) {
    ByteBuffer in = ByteBuffer.wrap(frame);
    CharBuffer out = CharBuffer.allocate(frame.length);
    if (StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
      throw new WireException(
          ErrorCode.MALFORMED, "offset " + in.position() + ": found bytes that are no UTF-8");
    }
    return out.flip().toString();
  }

  private static Message data(Routing routing, YamlReader.Document document) {
    Object root = document.value();
    boolean complete = true;
    Object content = root;
    if (root instanceof TypedValue typed) {
      complete = !typed.name().equals(TextCodec.PART);
      if (complete && !typed.name().equals(TextCodec.DATA)) {
        throw new WireException(
            ErrorCode.MALFORMED,
            document.place()
                + "found a document !"
                + typed.name()
                + ", expected !!meta-data or !!data");
      }
      content = typed.content();
      if (content == null) {
        return new Message(routing, List.of(), complete); // empty, as routing may be
      }
    }
    if (!(content instanceof Map<?, ?> map)) {
      throw new WireException(
          ErrorCode.MALFORMED,
          document.place()
              + "found "
              + WireValues.kind(content)
              + " as data, expected lines 'event: argument'");
    }
    var events = new ArrayList<Event>(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new WireException(
            ErrorCode.MALFORMED,
            document.keyPlaces().get(entry.getKey())
                + "found "
                + WireValues.kind(entry.getKey())
                + " as name of an event, expected a string");
      }
      events.add(new Event(name, entry.getValue()));
    }
    return new Message(routing, events, complete);
  }

  static Routing routing(YamlReader.Document document, @Nullable Object content) {
    if (content == null) {
      return Routing.NONE;
    }
    if (!(content instanceof Map<?, ?> map)) {
      throw new WireException(
          ErrorCode.MALFORMED,
          document.place()
              + "found "
              + WireValues.kind(content)
              + " as meta-data, expected lines 'name: value'");
    }
    String csp = null;
    Object handler = null;
    Long[] numbers = new Long[4];
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object value = entry.getValue();
      String place = String.valueOf(document.keyPlaces().get(entry.getKey()));
      switch (String.valueOf(entry.getKey())) {
        case "csp" -> csp = csp(place, value);
        case "tid" -> numbers[0] = number(place, "tid", value);
        case "cid" -> numbers[1] = number(place, "cid", value);
        case "handler" -> handler = value;
        case "rev" -> numbers[2] = number(place, "rev", value);
        case "time" -> numbers[3] = number(place, "time", value);
        default ->
            throw new WireException(
                ErrorCode.MALFORMED,
                place
                    + "found "
                    + entry.getKey()
                    + " in the meta-data, expected csp, tid, cid, handler, rev or time");
      }
    }
    return new Routing(csp, numbers[0], numbers[1], handler, numbers[2], numbers[3]);
  }

  private static @Nullable String csp(String place, @Nullable Object value) {
    if (value != null && !(value instanceof String)) {
      throw new WireException(
          ErrorCode.MALFORMED,
          place + "csp is " + WireValues.kind(value) + ", expected a path as a string");
    }
    return (String) value;
  }

  private static @Nullable Long number(String place, String name, @Nullable Object value) {
    if (value != null && !(value instanceof Long)) {
      throw new WireException(
          ErrorCode.MALFORMED,
          place + name + " is " + WireValues.kind(value) + ", expected a 64-bit integer");
    }
    return (Long) value;
  }
}
