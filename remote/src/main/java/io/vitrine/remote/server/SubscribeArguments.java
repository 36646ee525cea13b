package io.vitrine.remote.server;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Filter;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.store.TypedValue;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code subscribe} says: nothing, a key, filter and function, or options by name. A map is
 * always one of options, so that an option with a mistake is not taken for a key; a key that is a
 * map is itself an option. Stateless.
 */
final class SubscribeArguments {
  private static final List<String> NAMES =
      List.of("filter", "select", "key", "bootstrap", "from", "overflow", "events");

  private SubscribeArguments() {}

  static SubscriptionOptions<Object, Object> parse(Served served, Request request) {
    Object argument = request.argument();
    SubscriptionOptions<Object, Object> all = SubscriptionOptions.all();
    if (argument == null) {
      return all;
    }
    if (argument instanceof List<?> list) {
      return ofList(served, list, all);
    }
    if (argument instanceof TypedValue) {
      return ofList(served, List.of(argument), all);
    }
    if (argument instanceof Map<?, ?> map) {
      for (Object name : map.keySet()) {
        if (!(name instanceof String text) || !NAMES.contains(text)) {
          throw Arguments.bad(
              "subscribe",
              "there is no option "
                  + (name instanceof String ? name : "that is no name")
                  + ", expected some of "
                  + NAMES
                  + "; a key that is a map goes as {key: {...}}");
        }
      }
      return ofNames(served, map, all);
    }
    return all.withKey(served.subscribedKey(argument));
  }

  /** The same for a set or a list, whose filters and functions see the elements. */
  @SuppressWarnings("unchecked") // They are those of the wire, which take anything.
  static ElementOptions<Object> elements(Served served, Request request) {
    SubscriptionOptions<Object, Object> options = parse(served, request);
    return new ElementOptions<>(
        (Filter<Object>) options.filter(),
        (Function<Object, Object>) options.select(),
        options.bootstrap(),
        options.from(),
        options.overflow(),
        options.events(),
        request.demand(),
        null);
  }

  private static SubscriptionOptions<Object, Object> ofList(
      Served served, List<?> list, SubscriptionOptions<Object, Object> all) {
    if (list.size() == 1
        && list.getFirst() instanceof TypedValue typed
        && served.keysAreNamed(typed.name())) {
      return all.withKey(served.subscribedKey(typed));
    }
    SubscriptionOptions<Object, Object> options = all;
    if (list.size() > 2) {
      throw Arguments.bad("subscribe", "has " + list.size() + " arguments, expected 0 to 2");
    }
    boolean hasFilter = false;
    boolean hasFunction = false;
    for (Object model : list) {
      Object value = model == null ? null : served.types().fromModel(model);
      if (value instanceof Filter<?> filter) {
        requireOne("filters, expected one; join them by !And [...]", hasFilter);
        hasFilter = true;
        options = options.withFilter(filter(filter));
      } else if (value instanceof Function<?, ?> function) {
        requireOne("functions, expected one", hasFunction);
        hasFunction = true;
        options = options.withSelect(function(function));
      } else if (value != null && list.size() == 1) {
        options = options.withKey(served.subscribedKey(model));
      } else if (value != null) {
        throw Arguments.bad("subscribe", "has an argument that is no filter and no function");
      }
    }
    return options;
  }

  private static void requireOne(String what, boolean hasOne) {
    if (hasOne) {
      throw Arguments.bad("subscribe", "has two " + what);
    }
  }

  private static SubscriptionOptions<Object, Object> ofNames(
      Served served, Map<?, ?> map, SubscriptionOptions<Object, Object> all) {
    SubscriptionOptions<Object, Object> options = all;
    Object filter = served.types().fromModel(map.get("filter"));
    if (filter instanceof Filter<?> f) {
      options = options.withFilter(filter(f));
    } else if (filter != null) {
      throw Arguments.bad("subscribe", "filter is none, expected for example !Filter {...}");
    }
    Object select = served.types().fromModel(map.get("select"));
    if (select instanceof Function<?, ?> f) {
      options = options.withSelect(function(f));
    } else if (select != null) {
      throw Arguments.bad("subscribe", "select is no function, expected for example !Getter {...}");
    }
    Object bootstrap = map.get("bootstrap");
    if (bootstrap != null && !(bootstrap instanceof Boolean)) {
      throw Arguments.bad("subscribe", "bootstrap is neither true nor false");
    }
    if (Boolean.FALSE.equals(bootstrap)) {
      options = options.withoutBootstrap();
    }
    if (map.get("from") != null) {
      options = options.withFrom(bookmark(map.get("from")));
    }
    if (map.get("overflow") != null) {
      options = options.withOverflow(constant(Overflow.class, "overflow", map.get("overflow")));
    }
    if (map.get("events") != null) {
      options = options.withEvents(events(map.get("events")));
    }
    return map.get("key") == null ? options : options.withKey(served.subscribedKey(map.get("key")));
  }

  private static Bookmark bookmark(@Nullable Object model) {
    if (model instanceof Long revision) {
      return new Bookmark(0, revision);
    }
    Object[] parts = Arguments.of("from", model, 2, "epoch", "rev");
    return new Bookmark(
        Arguments.integer("from", "epoch", parts[0]), Arguments.integer("from", "rev", parts[1]));
  }

  private static Set<EventKind> events(@Nullable Object model) {
    var kinds = EnumSet.noneOf(EventKind.class);
    for (Object name : Arguments.list("subscribe", "events", model)) {
      kinds.add(constant(EventKind.class, "events", name));
    }
    return kinds;
  }

  private static <E extends Enum<E>> E constant(
      Class<E> type, String what, @Nullable Object model) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(model)) {
        return constant;
      }
    }
    throw Arguments.bad(
        "subscribe",
        what
            + " is "
            + model
            + ", expected one of "
            + List.of(type.getEnumConstants()).toString().toLowerCase(Locale.ROOT));
  }

  @SuppressWarnings("unchecked")
  private static Filter<Object> filter(Filter<?> filter) {
    return VisitorFailure.filter((Filter<Object>) filter);
  }

  @SuppressWarnings("unchecked")
  private static Function<@Nullable Object, @Nullable Object> function(Function<?, ?> function) {
    return VisitorFailure.function((Function<@Nullable Object, @Nullable Object>) function);
  }
}
