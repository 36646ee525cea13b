package io.vitrine.remote.client;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.collections.TypeRegistry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a subscription as they travel. Immutable.
 *
 * @param types what is registered
 * @param options the options
 * @param key the only key that is wanted, in the data model; null for all
 */
record SubscribeSpec(TypeRegistry types, ElementOptions<?> options, @Nullable Object key) {
  private static final Set<EventKind> CHANGES =
      EnumSet.of(EventKind.INSERTED, EventKind.UPDATED, EventKind.REMOVED);

  /** Whether filter and mapping can run at the server. */
  boolean travels() {
    return (options.filter() == null || model(options.filter()) != null)
        && (options.select() == null || model(options.select()) != null);
  }

  /** Whether changes of a collection that joins them come joined to a filter that runs here. */
  boolean siftsJoined() {
    return options.overflow() == Overflow.LATEST
        && options.filter() != null
        && options.select() == null
        && !travels();
  }

  /**
   * Refuses what a stream cannot do: to go on from a place where that takes a resync.
   *
   * @throws IllegalArgumentException if the present state would come in place of what follows
   */
  void checkStream() {
    if (options.from() != null && siftsJoined()) {
      throw new IllegalArgumentException(
          "a publisher from far cannot go on from "
              + options.from()
              + " by a filter that does not travel where changes come joined, since the present"
              + " state comes in place of what was missed; leave withFrom away, give the copy"
              + " (withKnown), take a registered filter or Overflow.EVERY");
    }
  }

  private @Nullable Object model(Object object) {
    return Travel.model(types, object);
  }

  /**
   * The options by name.
   *
   * @param local whether filter, mapping and kinds are done here
   */
  Map<String, Object> of(boolean local) {
    Map<String, Object> spec = common();
    if (!local) {
      put(spec, "filter", options.filter());
      put(spec, "select", options.select());
    }
    putKinds(spec, local);
    Bookmark from = options.from();
    if (from != null) {
      spec.put("from", Map.of("epoch", from.epoch(), "rev", from.revision()));
    } else if (!options.bootstrap()) {
      spec.put("bootstrap", false);
    }
    return spec;
  }

  /** Kinds of changes that are sifted here must come all. */
  private void putKinds(Map<String, Object> spec, boolean local) {
    var wanted = EnumSet.noneOf(EventKind.class);
    wanted.addAll(options.events());
    if (local) {
      wanted.addAll(CHANGES);
    }
    if (!wanted.equals(CHANGES)) {
      var kinds = new ArrayList<Object>();
      wanted.forEach(kind -> kinds.add(kind.name().toLowerCase(Locale.ROOT)));
      spec.put("events", kinds);
    }
  }

  /** The options of a source that begins with the present state of everything. */
  Map<String, Object> ofState() {
    Map<String, Object> spec = common();
    putKinds(spec, true);
    return spec;
  }

  private Map<String, Object> common() {
    var spec = new LinkedHashMap<String, Object>();
    if (key != null) {
      spec.put("key", key);
    }
    if (options.overflow() != Overflow.EVERY) {
      spec.put("overflow", options.overflow().name().toLowerCase(Locale.ROOT));
    }
    return spec;
  }

  private void put(Map<String, Object> spec, String name, @Nullable Object object) {
    Object model = object == null ? null : model(object);
    if (model != null) {
      spec.put(name, model);
    }
  }
}
