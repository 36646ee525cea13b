package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Masks the messages of connections in the order in which they come, see {@link Masks}; also what a
 * failure repeats of a request that held secrets, or that nobody could read. For one thread at a
 * time.
 */
public final class Masker {
  /** Requests with secrets whose last answer is not seen; with more, no failure tells anything. */
  private static final int REMEMBERED_MAX = 10_000;

  private static final Set<String> CODES =
      Arrays.stream(ErrorCode.values()).map(ErrorCode::wireName).collect(Collectors.toSet());

  /** A request; without a tid, all of them of the connection. */
  private record Asked(long connection, @Nullable Long tid) {}

  private final Set<Asked> secrets = new HashSet<>();
  private boolean forgetful;

  /** Creates one that has seen no message. */
  public Masker() {}

  /**
   * Masks the next message.
   *
   * @param connection number of its connection
   * @param client whether the client sent it
   * @param message the message
   * @return the same one if it tells no secrets
   */
  @SuppressWarnings("ReferenceEquality") // What has no secrets is handed on as it is.
  public Message mask(long connection, boolean client, Message message) {
    Message masked = Masks.mask(message);
    var asked = new Asked(connection, message.routing().tid());
    if (client) {
      if (masked != message) {
        note(asked);
      }
      return masked;
    }
    boolean toldSecret = forgetful || secrets.contains(asked);
    List<Event> events =
        masked.events().stream().map(event -> failure(event, asked.tid(), toldSecret)).toList();
    // Without a tid only the answer to a hello, which holds a session, says whose it is.
    if (message.complete() && (asked.tid() != null || masked != message)) {
      secrets.remove(asked);
    }
    return events.equals(masked.events())
        ? masked
        : new Message(masked.routing(), events, masked.complete());
  }

  private void note(Asked asked) {
    forgetful |= secrets.size() >= REMEMBERED_MAX && !secrets.contains(asked);
    if (!forgetful) {
      secrets.add(asked);
    }
  }

  private static Event failure(Event event, @Nullable Long tid, boolean toldSecret) {
    if (!(event.argument() instanceof TypedValue typed)
        || !CODES.contains(typed.name())
        || !(typed.content() instanceof Map<?, ?> content)
        || !(content.get("message") instanceof String text)) {
      return event;
    }
    boolean unread = tid == null || typed.name().equals(ErrorCode.MALFORMED.wireName());
    if (!toldSecret && !unread) {
      return event;
    }
    var told = new LinkedHashMap<@Nullable Object, @Nullable Object>(content);
    told.put("message", toldSecret ? Masks.MASK : withoutQuoted(text));
    return Objects.equals(told, content)
        ? event
        : new Event(event.name(), new TypedValue(typed.name(), told));
  }

  /** A text with what stands in quotes masked, up to the end where they are not closed. */
  private static String withoutQuoted(String text) {
    var masked = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at++);
      masked.append(c);
      if (c == '"' || c == '\'' || c == '`') {
        int end = text.indexOf(c, at);
        masked.append(Masks.MASK).append(c);
        at = end < 0 ? text.length() : end + 1;
      }
    }
    return masked.toString();
  }
}
