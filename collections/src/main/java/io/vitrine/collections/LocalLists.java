package io.vitrine.collections;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.StoreMap;
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
      listType = created.createIn(map);
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
    var blocks = new Blocks<>(type.codec(), listType.size());
    return new LocalList<>(
        new ListNodes(store, map, blocks, inGroups), blocks, type, watcher, ownEvents);
  }

  /** Type name of the elements of a list, or null where there is none. */
  @Nullable String elementType(String path) {
    ListType type = store.describe(path) == null ? null : ListType.of(store.map(path, OPTIONS));
    return type == null ? null : type.name();
  }

  /** How many elements a list has. */
  long count(String path) {
    StoreMap<Long, byte[]> map = store.map(path, OPTIONS);
    ListType type = ListType.of(map);
    if (type == null) {
      return 0;
    }
    var blocks = new Blocks<>(Codecs.of(type.name()), type.size());
    return new ListNodes(store, map, blocks, inGroups).head().count();
  }
}
