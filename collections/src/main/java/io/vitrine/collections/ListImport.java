package io.vitrine.collections;

import io.vitrine.store.Codecs;
import io.vitrine.store.Finding;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.StoreMap;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a list of the entries that another one is kept in, as an export has them. One import, for
 * one thread.
 */
public final class ListImport {
  /* Until the type is there nobody has the list open: who wants to waits for the lock that the
   * import has. A mark tells the nodes of an import that died from a list whose type is lost. */

  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes());

  private final Store store;
  private final StoreMap<Long, byte[]> map;
  private byte @Nullable [] head;
  private byte @Nullable [] type;

  private ListImport(Store store, StoreMap<Long, byte[]> map) {
    this.store = store;
    this.map = map;
  }

  /**
   * Makes a list: all of it or, where that fails, none. If the process dies amid it, the next who
   * opens or imports the list removes what there is. Who opens it meanwhile waits. The import is no
   * change that subscribers are told of, for there are none yet.
   *
   * @param store the store
   * @param path path of the list; of what it is kept in no entry may be there yet
   * @param entries hands keys and values to what it is given, each once, in any order
   * @throws IllegalArgumentException if there is a list, or if the entries make none that is whole
   * @throws StoreException if there is no room
   */
  public static void run(Store store, String path, Consumer<BiConsumer<Object, Object>> entries) {
    StoreMap<Long, byte[]> map = store.map(path, OPTIONS);
    map.exclusively(() -> {
      clearRemains(map);
      requireNone(map);
      try {
        new ListImport(store, map).runAlone(entries);
      } catch (Throwable e) {
        giveUp(map, e);
        throw e;
      }
      return null;
    });
  }

  /** Whether all that there is was left by an import, or is being made by one. */
  static boolean isUnderWay(StoreMap<Long, byte[]> map) {
    return map.containsKey(ListLayout.IMPORT) && !map.containsKey(ListLayout.TYPE);
  }

  /** Removes what an import left that died; within {@link StoreMap#exclusively} only. */
  static void clearRemains(StoreMap<Long, byte[]> map) {
    if (isUnderWay(map)) {
      map.clear();
    }
  }

  private void runAlone(Consumer<BiConsumer<Object, Object>> entries) {
    map.put(ListLayout.IMPORT, new byte[0]);
    entries.accept(this::take);
    byte[] typeOfAll = required(type, ListLayout.TYPE, "type of its elements");
    byte[] last = required(head, ListLayout.HEAD, "head");
    try {
      var blocks = new Blocks<>(Codecs.bytes(), ListType.decode(typeOfAll).size());
      map.put(ListLayout.HEAD, head(last, blocks));
      requireWhole(ListCheck.whole(map.path(), map, blocks));
    } catch (StoreException | IllegalArgumentException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("the file has no list that can be read: " + e, e);
    }
    store.atomically(group -> {
      group.remove(map, ListLayout.IMPORT);
      group.put(map, ListLayout.TYPE, typeOfAll);
      return null;
    });
  }

  private void take(Object key, Object value) {
    if (!(key instanceof Long id && value instanceof byte[] bytes)) {
      throw new IllegalArgumentException(
          "expected a node of a list, a long and bytes, found " + key + " and " + value);
    }
    if (id == ListLayout.HEAD) {
      head = bytes;
    } else if (id == ListLayout.TYPE) {
      type = bytes;
    } else if (id == ListLayout.IMPORT) {
      throw new IllegalArgumentException("the file was exported amid an import of its list");
    } else if (id != ListLayout.EVENTS) { // what was told of the last change there
      map.put(id, bytes);
    }
  }

  private static byte[] required(byte @Nullable [] value, long key, String what) {
    if (value == null) {
      throw new IllegalArgumentException(
          "the file has no entry with the key " + key + ", the " + what + " of its list");
    }
    return value;
  }

  /** The same elements, as of a list that was made here. */
  private byte[] head(byte[] bytes, Blocks<?> blocks) {
    ListHead of = ListHead.decode(bytes, 0, blocks);
    var here =
        new ListHead(
            0,
            ListNodes.beginning(store.epoch(), map.id()),
            of.nextId(),
            of.treeCount(),
            of.root(),
            of.level(),
            of.retired(),
            of.tail());
    var target = new ByteWriter(bytes.length + Long.BYTES);
    here.writeTo(target, ListLayout.TELL_NOTHING);
    return target.toBytes();
  }

  private static void requireWhole(List<Finding> found) {
    if (!found.isEmpty()) {
      throw new IllegalArgumentException(
          "the entries of the file make no whole list: " + found.getFirst());
    }
  }

  private static void giveUp(StoreMap<Long, byte[]> map, Throwable why) {
    try {
      map.clear();
    } catch (Throwable e) {
      why.addSuppressed(e);
    }
  }

  /** The entries of a list are the nodes of one tree, which those of another would tear. */
  private static void requireNone(StoreMap<Long, byte[]> map) {
    if (map.size() > 0) {
      throw new IllegalArgumentException(
          "%s is a list that is there, with %d entries, expected none: drop it before,"
                  .formatted(map.path(), map.size())
              + " or give another path");
    }
  }
}
