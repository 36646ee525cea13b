package io.vitrine.collections;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Codec;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is told of collections as a whole: events that applications publish, and annotations, which
 * are entries of a map of their own. Safe for any number of threads.
 */
final class OwnEvents {
  private final Store store;
  private final TypeRegistry types;
  private final ModelType<Object> values;

  OwnEvents(Store store, TypeRegistry types) {
    this.store = store;
    this.types = types;
    this.values = ModelType.of(types, Object.class);
  }

  /** Tells the subscribers of a collection; answers the revision. */
  long publish(StoreMap<?, ?> map, Object event) {
    Object model = values.fit(event);
    Codec<Object> codec = values.codec();
    var bytes = new byte[Math.toIntExact(codec.sizeOf(model))];
    codec.write(model, MemorySegment.ofArray(bytes), 0);
    return map.publish(bytes);
  }

  /** What one subscription of a collection is told of it; null for nothing. */
  @Nullable Feed feed(StoreMap<?, ?> map, Set<EventKind> kinds) {
    boolean annotated = kinds.contains(EventKind.ANNOTATED);
    if (!annotated && !kinds.contains(EventKind.PUBLISHED)) {
      return null;
    }
    return new Feed(
        map, kinds.contains(EventKind.PUBLISHED), annotated ? annotations() : null, values.codec());
  }

  private StoreMap<String, Object> annotations() {
    ModelType<String> keys = ModelType.of(types, String.class);
    return store.map(Annotations.PATH, MapOptions.of(keys.codec(), values.codec()));
  }

  /** For one subscription's thread. */
  static final class Feed {
    private final StoreMap<?, ?> map;
    private final boolean published;
    private final @Nullable StoreMap<String, Object> annotations;
    private final String prefix;
    private final Codec<Object> codec;

    private Feed(
        StoreMap<?, ?> map,
        boolean published,
        @Nullable StoreMap<String, Object> annotations,
        Codec<Object> codec) {
      this.map = map;
      this.published = published;
      this.annotations = annotations;
      this.prefix = Annotations.prefix(map.path());
      this.codec = codec;
    }

    /** What a change of the store tells of the collection, null for nothing. */
    @Nullable CollectionEvent event(Change change) {
      if (change.kind() == ChangeKind.PUBLISHED) {
        return published && change.mapId() == map.id() ? published(change) : null;
      }
      StoreMap<String, Object> notes = annotations;
      if (notes == null || change.mapId() != notes.id() || !change.kind().isOfEntry()) {
        return null;
      }
      String key = notes.key(change);
      return key.startsWith(prefix)
          ? new CollectionEvent.Annotated(
              key.substring(prefix.length()),
              notes.oldValue(change),
              notes.newValue(change),
              change.place(),
              change.timeNanos())
          : null;
    }

    private CollectionEvent published(Change change) {
      byte[] content = map.published(change);
      Object event = codec.read(MemorySegment.ofArray(content), 0, content.length);
      return new CollectionEvent.Published(event, change.place(), change.timeNanos());
    }
  }
}
