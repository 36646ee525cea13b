package io.vitrine.remote.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes messages of the frames of one binary connection, which may leave out the routing that is in
 * force. For one thread at a time.
 */
final class BinaryMessages implements FrameReader {
  /** Among more the repeated ones are found by hash. */
  private static final int FEW_EVENTS = 8;

  private final CborReader items;
  private Routing inForce = Routing.NONE;

  BinaryMessages(FrameLimits limits, NameCache names) {
    this.items = new CborReader(limits.nestingMax(), names);
  }

  @Override
  public Message read(byte[] message) {
    try {
      return whole(message);
    } finally {
      items.release();
    }
  }

  @Override
  public @Nullable Routing routing(byte[] message) {
    try {
      int word = BinaryLayout.word(message, 0);
      if (BinaryLayout.isMeta(word)) {
        int begin = BinaryLayout.WORD_BYTES;
        Routing routing = routing(message, begin, begin + BinaryLayout.length(word));
        inForce = routing.lasting();
        return routing;
      }
      return inForce;
    } catch (WireException e) {
      return null;
    } finally {
      items.release();
    }
  }

  private Message whole(byte[] message) {
    int word = BinaryLayout.word(message, 0);
    int at = BinaryLayout.WORD_BYTES;
    Routing routing = inForce;
    if (BinaryLayout.isMeta(word)) {
      int end = at + BinaryLayout.length(word);
      routing = routing(message, at, end);
      word = BinaryLayout.word(message, end);
      at = end + BinaryLayout.WORD_BYTES;
    }
    boolean complete = (word & BinaryLayout.NOT_COMPLETE) == 0;
    List<Event> events = events(message, at, at + BinaryLayout.length(word));
    inForce = routing.lasting();
    return new Message(routing, events, complete);
  }

  private List<Event> events(byte[] message, int begin, int end) {
    items.reset(message, begin, end);
    var events = new ArrayList<Event>(2);
    Set<String> seen = null;
    int pairs = items.openMap("data");
    for (int i = 0; items.hasPair(pairs, i); i++) {
      int offset = items.offset();
      if (!(items.key() instanceof String name)) {
        throw CborReader.malformed(offset, "a name of an event that is no string");
      }
      if (i == FEW_EVENTS) {
        seen = new HashSet<>();
        for (Event event : events) {
          seen.add(event.name());
        }
      }
      if (seen == null ? isAmong(events, name) : !seen.add(name)) {
        throw CborReader.malformed(offset, "an event a second time");
      }
      events.add(new Event(name, items.value()));
    }
    items.requireEnd();
    return events;
  }

  private static boolean isAmong(List<Event> events, String name) {
    for (Event event : events) {
      if (event.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private Routing routing(byte[] message, int begin, int end) {
    items.reset(message, begin, end);
    int pairs = items.openMap("meta-data");
    String csp = null;
    Long tid = null;
    Long cid = null;
    Object handler = null;
    Long rev = null;
    Long time = null;
    int seen = 0;
    for (int i = 0; items.hasPair(pairs, i); i++) {
      int offset = items.offset();
      int field;
      switch (String.valueOf(items.key())) {
        case "csp" -> {
          csp = path(items.offset(), items.value());
          field = 1;
        }
        case "tid" -> {
          tid = number("tid");
          field = 2;
        }
        case "cid" -> {
          cid = number("cid");
          field = 4;
        }
        case "handler" -> {
          handler = items.value();
          field = 8;
        }
        case "rev" -> {
          rev = number("rev");
          field = 16;
        }
        case "time" -> {
          time = number("time");
          field = 32;
        }
        default ->
            throw CborReader.malformed(
                offset,
                "a name in the meta-data that is none, expected csp, tid, cid, handler, rev or"
                    + " time");
      }
      if ((seen & field) != 0) {
        throw CborReader.malformed(offset, "a name in the meta-data a second time");
      }
      seen |= field;
    }
    items.requireEnd();
    return new Routing(csp, tid, cid, handler, rev, time);
  }

  private static @Nullable String path(int offset, @Nullable Object value) {
    if (value != null && !(value instanceof String)) {
      throw CborReader.malformed(
          offset, "as csp " + WireValues.kind(value) + ", expected a path as a string");
    }
    return (String) value;
  }

  private @Nullable Long number(String name) {
    int offset = items.offset();
    Object value = items.value();
    if (value != null && !(value instanceof Long)) {
      throw CborReader.malformed(
          offset, "as " + name + " " + WireValues.kind(value) + ", expected a 64-bit integer");
    }
    return (Long) value;
  }
}
