package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of messages that are shown or recorded: whatever is named token, password,
 * secret or hashSeed in a map at any depth, and the session of a {@code hello} and of its answer,
 * which whoever has it can take over. Stateless.
 */
public final class Masks {
  /** What stands in place of a secret. */
  public static final String MASK = "***";

  private static final Set<String> SECRETS =
      Set.of("token", "password", "passwd", "secret", "credential", "credentials", "hashseed");

  private Masks() {}

  /**
   * Masks a message.
   *
   * @param message the message
   * @return the same one if it holds no secrets
   */
  public static Message mask(Message message) {
    var events = new ArrayList<Event>(message.events().size());
    Routing routing = mask(message.routing());
    boolean changed = isOther(routing, message.routing());
    for (Event event : message.events()) {
      Object argument = argument(event);
      changed |= isOther(argument, event.argument());
      events.add(new Event(event.name(), argument));
    }
    return changed ? new Message(routing, events, message.complete()) : message;
  }

  /** The settings of a handler may hold secrets, too. */
  private static Routing mask(Routing routing) {
    Object handler = mask(routing.handler(), false);
    return isOther(handler, routing.handler())
        ? new Routing(
            routing.csp(), routing.tid(), routing.cid(), handler, routing.rev(), routing.time())
        : routing;
  }

  private static @Nullable Object argument(Event event) {
    Object argument = event.argument();
    boolean hello = event.name().equals("hello");
    if (hello && !(argument instanceof Map) && argument != null && !argument.equals(List.of())) {
      return MASK; // a token, perhaps, by somebody who forgot its name
    }
    return isSecret(event.name(), false) ? MASK : mask(argument, hello || isHello(event));
  }

  /** Whether this answers a hello. */
  private static boolean isHello(Event event) {
    return event.name().equals("reply")
        && event.argument() instanceof Map<?, ?> map
        && map.containsKey("server")
        && map.containsKey("resumed");
  }

  @SuppressWarnings("ReferenceEquality") // What has no secrets is handed on as it is.
  private static boolean isOther(@Nullable Object a, @Nullable Object b) {
    return a != b;
  }

  private static @Nullable Object mask(@Nullable Object value, boolean session) {
    return switch (value) {
      case Map<?, ?> map -> map(map, session);
      case List<?> list -> list(list);
      case TypedValue typed -> {
        Object content = mask(typed.content(), false);
        yield isOther(content, typed.content()) ? new TypedValue(typed.name(), content) : typed;
      }
      case null, default -> value;
    };
  }

  private static Object map(Map<?, ?> map, boolean session) {
    var masked = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    boolean changed = false;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = mask(entry.getKey(), false);
      Object value = isSecret(key, session) ? MASK : mask(entry.getValue(), false);
      changed |= isOther(key, entry.getKey()) || isOther(value, entry.getValue());
      masked.put(key, value);
    }
    return changed ? masked : map;
  }

  private static boolean isSecret(@Nullable Object key, boolean session) {
    return key instanceof String name
        && (SECRETS.contains(name.toLowerCase(Locale.ROOT)) || (session && name.equals("session")));
  }

  private static Object list(List<?> list) {
    var masked = new ArrayList<@Nullable Object>(list.size());
    boolean changed = false;
    for (Object element : list) {
      Object value = mask(element, false);
      changed |= isOther(value, element);
      masked.add(value);
    }
    return changed ? masked : list;
  }
}
