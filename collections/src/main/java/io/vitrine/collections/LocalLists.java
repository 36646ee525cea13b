package io.vitrine.collections;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.StoreMap;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The lists of a store in this process. Safe for any number of threads. */
final class LocalLists {
  /** One segment: who changes a list has it to himself, and small lists are small files. */
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  private final Store store;
  private final LogWatcher watcher;
  private final boolean inGroups;

  LocalLists(Store store, LogWatcher watcher, boolean inGroups) {
    this.store = store;
    this.inGroups = inGroups;
    this.watcher = watcher;
  }

  /**
   * Opens a list, creating it where there is none.
   *
   * @throws StoreException if it has elements of another type
   */
  <E> ObservableList<E> open(String path, ModelType<E> type) {
    StoreMap<Long, byte[]> map = store.map(path, OPTIONS);
    String asked = type.codec().typeName();
    byte[] found = map.get(ListLayout.TYPE);
    if (found == null) {
      found = map.putIfAbsent(ListLayout.TYPE, asked.getBytes(StandardCharsets.UTF_8));
    }
    if (found != null && !asked.equals(text(found))) {
      throw new StoreException(
          "list "
              + path
              + " has elements of type "
              + text(found)
              + ", asked for "
              + asked
              + "; open it as it was created");
    }
    var blocks = new Blocks<>(type.codec());
    return new LocalList<>(new ListNodes(store, map, blocks, inGroups), blocks, type, watcher);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Type name of the elements of a list, or null where there is none. */
  @Nullable String elementType(String path) {
    if (store.describe(path) == null) {
      return null;
    }
    byte[] found = store.map(path, OPTIONS).get(ListLayout.TYPE);
    return found == null ? null : text(found);
  }

  /** How many elements a list has. */
  long count(String path) {
    StoreMap<Long, byte[]> map = store.map(path, OPTIONS);
    var blocks = new Blocks<>(Codecs.of(String.valueOf(elementType(path))));
    return new ListNodes(store, map, blocks, inGroups).head().count();
  }
}
