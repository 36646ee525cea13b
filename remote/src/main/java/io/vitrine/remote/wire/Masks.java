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
 * Takes secrets out of messages that are shown or recorded: whatever has token, password, secret or
 * hashSeed in its name, as a name in a map, as a key with its value or as a field with what it is
 * compared or set to, at any depth; and the session of a {@code hello} and of its answer, whatever
 * that is called, which whoever has it can take over. Stateless.
 */
public final class Masks {
  /** What stands in place of a secret. */
  public static final String MASK = "***";

  private static final List<String> SECRETS =
      List.of("token", "password", "passwd", "secret", "credential", "hashseed");

  /** What is no secret in a hello and its answer; a name that is misspelt may be that of one. */
  private static final Set<String> HELLO =
      Set.of(
          "client",
          "version",
          "wire",
          "resume",
          "server",
          "resumed",
          "unanswered",
          "limits",
          "epoch");

  /** What a map may call the name of what else is in it. */
  private static final List<String> NAMING = List.of("key", "field", "name");

  /** What is no secret beside the name of one. */
  private static final Set<String> BESIDE = Set.of("key", "field", "name", "op");

  /** The function whose list is one of names only. */
  private static final String FIELDS = "Fields";

  /** What is longer is no name. */
  private static final int NAME_LENGTH_MAX = 100;

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
    boolean hello = event.name().equalsIgnoreCase("hello");
    if (hello && !(argument instanceof Map) && argument != null && !argument.equals(List.of())) {
      return MASK; // a token, perhaps, by somebody who forgot its name
    }
    return isSecret(event.name()) ? MASK : mask(argument, hello || answersHello(argument));
  }

  /** Whether this answers a hello, by what it says: a callback calls it as the client likes. */
  private static boolean answersHello(@Nullable Object argument) {
    return argument instanceof Map<?, ?> map
        && map.containsKey("session")
        && map.containsKey("resumed");
  }

  @SuppressWarnings("ReferenceEquality") // What has no secrets is handed on as it is.
  private static boolean isOther(@Nullable Object a, @Nullable Object b) {
    return a != b;
  }

  private static @Nullable Object mask(@Nullable Object value, boolean hello) {
    return switch (value) {
      case Map<?, ?> map -> map(map, hello);
      case List<?> list -> list(list, isSecret(list.isEmpty() ? null : list.getFirst()));
      case TypedValue typed -> {
        Object content =
            typed.name().equals(FIELDS) && typed.content() instanceof List<?> names
                ? list(names, false)
                : mask(typed.content(), false);
        yield isOther(content, typed.content()) ? new TypedValue(typed.name(), content) : typed;
      }
      case null, default -> value;
    };
  }

  private static Object map(Map<?, ?> map, boolean hello) {
    var masked = new LinkedHashMap<@Nullable Object, @Nullable Object>();
    boolean changed = false;
    boolean named = NAMING.stream().anyMatch(name -> isSecret(map.get(name)));
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object key = mask(entry.getKey(), false);
      boolean secret = isSecret(key) || (hello && !has(HELLO, key)) || (named && !has(BESIDE, key));
      Object value = secret ? MASK : mask(entry.getValue(), false);
      changed |= isOther(key, entry.getKey()) || isOther(value, entry.getValue());
      masked.put(key, value);
    }
    return changed ? masked : map;
  }

  private static boolean has(Set<String> names, @Nullable Object key) {
    return key instanceof String name && names.contains(name);
  }

  private static boolean isSecret(@Nullable Object key) {
    if (!(key instanceof String name) || name.length() > NAME_LENGTH_MAX) {
      return false;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    return SECRETS.stream().anyMatch(lower::contains);
  }

  /** A list that may be the arguments of an event, or a key with its value. */
  private static Object list(List<?> list, boolean named) {
    var masked = new ArrayList<@Nullable Object>(list.size());
    boolean changed = false;
    for (Object element : list) {
      Object value = named && !masked.isEmpty() ? MASK : mask(element, false);
      changed |= isOther(value, element);
      masked.add(value);
    }
    return changed ? masked : list;
  }
}
