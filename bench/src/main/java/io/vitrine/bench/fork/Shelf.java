package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Peer;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.set.ChronicleSet;
import org.jspecify.annotations.Nullable;

/** The collections of numbers of one system. For one thread; the collections for any number. */
interface Shelf extends AutoCloseable {
  /** A list, or null where the system has none. */
  @Nullable List<Long> list();

  /** A set, or null where the system has none. */
  @Nullable Set<Long> set();

  /** A map, or null where the system has none. */
  @Nullable Map<Long, Long> map();

  /** Sets a value in the map, without the value before where the system can do without. */
  default void update(Map<Long, Long> map, Long key, Long value) {
    map.put(key, value);
  }

  /** Bytes of an element of the list as the disk has them, NaN where there are none. */
  default double bytesOfList(List<Long> list) {
    return Double.NaN;
  }

  @Override
  void close();

  /**
   * Opens those of a system.
   *
   * @param peer the system
   * @param folder where their files come to be
   * @param ofSet how many elements the set will have at the most
   * @param ofMap how many entries the map will have
   */
  static Shelf open(Peer peer, Path folder, long ofSet, long ofMap) throws IOException {
    return switch (peer) {
      case VITRINE -> new OfVitrine(folder);
      case CHRONICLE_MAP -> new OfChronicle(folder, ofSet, ofMap);
      case HASH_MAP -> new OfHeap(null, ConcurrentHashMap.newKeySet(), new ConcurrentHashMap<>());
      case JDK -> new OfHeap(new ArrayList<>(), null, null);
      default -> throw new IllegalArgumentException(peer + " has no collections");
    };
  }

  /** Ours, in files: the list in a store of its own, since it lets the change log begin. */
  final class OfVitrine implements Shelf {
    private final Vitrine vitrine;
    private final Vitrine ofList;

    OfVitrine(Path folder) {
      vitrine = Vitrine.open(folder.resolve("keyed"));
      ofList = Vitrine.open(folder.resolve("list"));
    }

    @Override
    public List<Long> list() {
      return ofList.list("list", Long.class);
    }

    @Override
    public Set<Long> set() {
      return vitrine.set("set", Long.class);
    }

    @Override
    public Map<Long, Long> map() {
      return vitrine.map("map", MapSpec.of(Long.class, Long.class).compact());
    }

    @Override
    public void update(Map<Long, Long> map, Long key, Long value) {
      ((ObservableMap<Long, Long>) map).set(key, value);
    }

    @Override
    public double bytesOfList(List<Long> list) {
      var description = ofList.describe("/lists/list");
      return description == null ? Double.NaN : (double) description.bytes() / list.size();
    }

    @Override
    public void close() {
      ofList.close();
      vitrine.close();
    }
  }

  /** Those of Chronicle Map, in files, told how many there will be. */
  final class OfChronicle implements Shelf {
    private final ChronicleSet<Long> set;
    private final ChronicleMap<Long, Long> map;

    OfChronicle(Path folder, long ofSet, long ofMap) throws IOException {
      set =
          ChronicleSet.of(Long.class)
              .name("set")
              .entries(ofSet)
              .createPersistedTo(folder.resolve("set.dat").toFile());
      map =
          ChronicleMap.of(Long.class, Long.class)
              .name("map")
              .entries(ofMap)
              .putReturnsNull(true)
              .createPersistedTo(folder.resolve("map.dat").toFile());
    }

    @Override
    public @Nullable List<Long> list() {
      return null;
    }

    @Override
    public Set<Long> set() {
      return set;
    }

    @Override
    public Map<Long, Long> map() {
      return map;
    }

    @Override
    public void close() {
      set.close();
      map.close();
    }
  }

  /**
   * What comes with the JDK.
   *
   * @param list a list
   * @param set a set
   * @param map a map
   */
  record OfHeap(@Nullable List<Long> list, @Nullable Set<Long> set, @Nullable Map<Long, Long> map)
      implements Shelf {
    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
