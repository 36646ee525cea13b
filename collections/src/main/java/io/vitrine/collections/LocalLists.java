package io.vitrine.collections;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapDroppedException;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.StoreMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The lists of a store in this process. Safe for any number of threads. */
final class LocalLists {
  /** One segment: who changes a list has it to himself, and small lists are small files. */
  static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  private final Store store;
  private final LogWatcher watcher;
  private final boolean inGroups;
  private final OwnEvents ownEvents;

  LocalLists(Store store, LogWatcher watcher, boolean inGroups, OwnEvents ownEvents) {
    this.store = store;
    this.inGroups = inGroups;
    this.watcher = watcher;
    this.ownEvents = ownEvents;
  }

  /**
   * Opens a list, creating it where there is none.
   *
   * @throws StoreException if it has elements of another type
   */
  <E> ObservableList<E> open(String path, ModelType<E> type) {
    StoreMap<Long, byte[]> map = store.map(path, OPTIONS);
    String asked = type.codec().typeName();
    ListType listType = ListType.of(map);
    if (listType == null) {
      var created = new ListType(asked, Math.max(0, type.codec().fixedSize()));
      listType =
          map.exclusively(() -> { // an import is waited for
            ListImport.clearRemains(map);
            return created.createIn(map);
          });
    }
    if (!asked.equals(listType.name())) {
      throw new StoreException(
          "list "
              + path
              + " has elements of type "
              + listType.name()
              + ", asked for "
              + asked
              + "; open it as it was created");
    }
    return list(map, type, listType.size());
  }

  private <E> ObservableList<E> list(StoreMap<Long, byte[]> map, ModelType<E> type, int size) {
    var blocks = new Blocks<>(type.codec(), size);
    return new LocalList<>(
        new ListNodes(store, map, blocks, inGroups), blocks, type, watcher, ownEvents);
  }

  /** Opens a list by what its file says, null where there is none; creates none. */
  @Nullable ObservableList<Object> openIfThere(String path, TypeRegistry types) {
    return look(path, (map, type) -> list(map, ModelType.of(types, type.name()), type.size()));
  }

  /** Type name of the elements of a list, or null where there is none. */
  @Nullable String elementType(String path) {
    return look(path, (_, type) -> type.name());
  }

  boolean isThere(String path) {
    return store.mapIfThere(path, OPTIONS) != null;
  }

  /** How many elements a list has, 0 where there is none. */
  long count(String path) {
    Long count =
        look(
            path,
            (map, type) -> {
              var blocks = new Blocks<>(Codecs.of(type.name()), type.size());
              return new ListNodes(store, map, blocks, inGroups).head().count();
            });
    return count == null ? 0 : count;
  }

  /** Looks at a list, which may be dropped meanwhile; null where there is none, or no more. */
  private <R> @Nullable R look(
      String path, BiFunction<StoreMap<Long, byte[]>, ListType, R> glance) {
    try {
      StoreMap<Long, byte[]> map = store.mapIfThere(path, OPTIONS);
      ListType type = map == null ? null : ListType.of(map);
      return map == null || type == null ? null : glance.apply(map, type);
    } catch (MapDroppedException _) {
      return null;
    }
  }
}
