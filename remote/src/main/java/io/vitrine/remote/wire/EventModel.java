package io.vitrine.remote.wire;

import io.vitrine.collections.ListEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SetEvent;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.store.TypedValue;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How events of maps, sets and lists look in the data model. Stateless. */
public final class EventModel {
  private EventModel() {}

  /**
   * Revision of what an item of a subscription tells.
   *
   * @param item an event of a map, a set or a list
   * @return its revision, 0 where it is no event
   */
  public static long revision(Object item) {
    return switch (item) {
      case MapEvent<?, ?> event -> event.revision();
      case SetEvent<?> event -> event.revision();
      case ListEvent<?> event -> event.revision();
      default -> 0;
    };
  }

  /**
   * When an item of a subscription was made.
   *
   * @param item an event, or what a mapping made of an element
   * @return nanoseconds since 1970, 0 where that is not known
   */
  public static long timeNanos(Object item) {
    return switch (item) {
      case MapEvent<?, ?> event -> event.timeNanos();
      case SetEvent<?> event -> event.timeNanos();
      case ListEvent<?> event -> event.timeNanos();
      default -> 0;
    };
  }

  /**
   * Whether an item of a subscription tells what was before.
   *
   * @param item an event, or what a mapping made of an element
   * @return whether there is an old value that could be left out
   */
  public static boolean hasOldValue(Object item) {
    return switch (item) {
      case MapEvent<?, ?> event -> event.oldValue() != null;
      case ListEvent.Updated<?> event -> event.oldValue() != null;
      case ListEvent.Removed<?> event -> event.oldValue() != null;
      default -> false;
    };
  }

  /**
   * The model of an item of a subscription.
   *
   * @param types what is registered
   * @param item an event, or what a mapping made of an element
   * @param withOldValue whether what was before is told
   * @return the model
   */
  public static @Nullable Object of(TypeRegistry types, Object item, boolean withOldValue) {
    return switch (item) {
      case MapEvent<?, ?> event -> {
        Map<String, Object> fields = fields("key", types.toModel(event.key()));
        put(fields, "oldValue", withOldValue ? event.oldValue() : null, types);
        put(fields, "value", event.value(), types);
        putGroup(fields, event.revision(), event.commit(), event.changes());
        yield new TypedValue(item.getClass().getSimpleName(), fields);
      }
      case SetEvent<?> event -> {
        Map<String, Object> fields = fields("value", types.toModel(event.element()));
        putGroup(fields, event.revision(), event.commit(), event.changes());
        yield new TypedValue(item.getClass().getSimpleName(), fields);
      }
      case ListEvent<?> event -> {
        Map<String, Object> fields = fields("index", (long) event.index());
        put(fields, "oldValue", withOldValue ? oldValue(event) : null, types);
        put(fields, "value", value(event), types);
        putGroup(fields, event.revision(), event.commit(), 1);
        yield new TypedValue(item.getClass().getSimpleName(), fields);
      }
      default -> types.toModel(item);
    };
  }

  private static Map<String, Object> fields(String name, @Nullable Object first) {
    var fields = new LinkedHashMap<String, Object>();
    if (first != null) {
      fields.put(name, first);
    }
    return fields;
  }

  /** What a change by itself needs not say. */
  private static void putGroup(
      Map<String, Object> fields, long revision, long commit, int changes) {
    if (commit != revision) {
      fields.put("commit", commit);
    }
    if (changes != 1) {
      fields.put("changes", (long) changes);
    }
  }

  private static void put(
      Map<String, Object> fields, String name, @Nullable Object value, TypeRegistry types) {
    Object model = value == null ? null : types.toModel(value);
    if (model != null) {
      fields.put(name, model);
    }
  }

  private static @Nullable Object oldValue(ListEvent<?> event) {
    return switch (event) {
      case ListEvent.Updated<?> e -> e.oldValue();
      case ListEvent.Removed<?> e -> e.oldValue();
      default -> null;
    };
  }

  private static @Nullable Object value(ListEvent<?> event) {
    return switch (event) {
      case ListEvent.Existing<?> e -> e.value();
      case ListEvent.Inserted<?> e -> e.value();
      case ListEvent.Updated<?> e -> e.value();
      case ListEvent.Removed<?> _ -> null;
    };
  }
}
