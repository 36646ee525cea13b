package io.vitrine.collections;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Codec;
import io.vitrine.store.MapInfo;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
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
    Notes notes = annotated ? new Notes(store, types, values.codec()) : null;
    return new Feed(map, kinds.contains(EventKind.PUBLISHED), notes, values.codec());
  }

  /**
   * The map of annotations as the log has it. To watch it makes none: it is known by its number as
   * soon as a change of it comes, also of one that was made, or made anew, meanwhile. For one
   * subscription's thread.
   */
  private static final class Notes {
    private final Store store;
    private final Codec<String> keys;
    private final Codec<Object> values;

    /** Numbers of maps that held annotations, and of others of which a change came. */
    private final BitSet mapIds = new BitSet();

    private final BitSet otherIds = new BitSet();

    Notes(Store store, TypeRegistry types, Codec<Object> values) {
      this.store = store;
      this.keys = ModelType.of(types, String.class).codec();
      this.values = values;
    }

    /** Whether an entry changed that is an annotation. */
    boolean concerns(Change change) {
      int id = change.mapId();
      if (change.kind() == ChangeKind.CREATED && isPath(change)) {
        mapIds.set(id);
      }
      if (!change.kind().isOfEntry() || otherIds.get(id)) {
        return false;
      }
      if (!mapIds.get(id)) {
        MapInfo info = store.describe(Annotations.PATH);
        (info != null && info.id() == id ? mapIds : otherIds).set(id);
      }
      return mapIds.get(id);
    }

    private boolean isPath(Change change) {
      return Annotations.PATH.equals(
          new String(
              change
                  .source()
                  .asSlice(change.keyOffset(), change.keyLength())
                  .toArray(ValueLayout.JAVA_BYTE),
              StandardCharsets.UTF_8));
    }

    String key(Change change) {
      return keys.read(change.source(), change.keyOffset(), change.keyLength());
    }

    @Nullable Object oldValue(Change change) {
      return change.oldLength() < 0
          ? null
          : values.read(change.source(), change.oldOffset(), change.oldLength());
    }

    @Nullable Object newValue(Change change) {
      return change.newLength() < 0
          ? null
          : values.read(change.source(), change.newOffset(), change.newLength());
    }
  }

  /** For one subscription's thread. */
  static final class Feed {
    private final StoreMap<?, ?> map;
    private final boolean published;
    private final @Nullable Notes notes;
    private final String prefix;
    private final Codec<Object> codec;

    private Feed(
        StoreMap<?, ?> map, boolean published, @Nullable Notes notes, Codec<Object> codec) {
      this.map = map;
      this.published = published;
      this.notes = notes;
      this.prefix = Annotations.prefix(map.path());
      this.codec = codec;
    }

    /** What a change of the store tells of the collection, null for nothing. */
    @Nullable CollectionEvent event(Change change) {
      if (change.kind() == ChangeKind.PUBLISHED) {
        return published && change.mapId() == map.id() ? published(change) : null;
      }
      if (notes == null || change.mapId() == map.id() || !notes.concerns(change)) {
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
