package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes maps anew, in fresh files, from their entries and from what a log tells. For one thread.
 */
final class Rebuild implements AutoCloseable {
  /** Chooses the names of the fresh files. */
  @FunctionalInterface
  interface Naming {
    String fileOf(int mapId, String path);
  }

  private final StoreFiles files;
  private final long epoch;
  private final Naming naming;
  private final String log;
  private final Map<Integer, MapBuilder> maps = new HashMap<>();
  private final Set<Integer> unknown = new HashSet<>();
  private long nextMapId;

  /**
   * Begins with no map.
   *
   * @param epoch of the store that the files will belong to
   * @param nextMapId the least number that a further map may get
   * @param log names the log whose changes will be made, for messages
   */
  Rebuild(StoreFiles files, long epoch, long nextMapId, String log, Naming naming) {
    this.files = files;
    this.epoch = epoch;
    this.nextMapId = nextMapId;
    this.log = log;
    this.naming = naming;
  }

  /** The maps that there are by now. */
  Collection<MapBuilder> maps() {
    return maps.values();
  }

  /** The number for a map that is created in the store that these maps are of. */
  long nextMapId() {
    return nextMapId;
  }

  /** Whether the log told of entries of maps that neither it nor anybody else had told of. */
  boolean hasUnknown() {
    return !unknown.isEmpty();
  }

  /** Begins with a map, which is empty. */
  MapBuilder begin(int mapId, String path, MapShape shape) throws IOException {
    String name = naming.fileOf(mapId, path);
    MapBuilder map = MapBuilder.create(files, name, path, shape, mapId, epoch);
    maps.put(mapId, map);
    nextMapId = Math.max(nextMapId, mapId + 1L);
    return map;
  }

  /** Makes a change that the log tells of; changes that were made before are made again. */
  void make(Change change) {
    @Nullable MapBuilder map = maps.get(change.mapId());
    try {
      switch (change.kind()) {
        case CREATED -> {
          if (map == null) { // else it was begun by who had met it
            create(change);
          }
        }
        case DROPPED -> drop(change.mapId());
        case PUBLISHED -> {
          // no entry changed
        }
        case REMOVED, INSERTED, UPDATED -> {
          if (map != null) {
            map.make(change);
          } else {
            unknown.add(change.mapId());
          }
        }
      }
    } catch (IOException e) {
      throw new StoreException("cannot make anew what " + log + " tells of: " + e.getMessage(), e);
    }
  }

  private void create(Change change) throws IOException {
    byte[] path =
        change
            .source()
            .asSlice(change.keyOffset(), change.keyLength())
            .toArray(ValueLayout.JAVA_BYTE);
    String place = log + ": record of revision " + change.revision();
    begin(
        change.mapId(),
        new String(path, StandardCharsets.UTF_8),
        MapShape.read(change.source(), change.newOffset(), Math.max(0, change.newLength()), place));
  }

  /** Lets go of a map that was dropped; it may have been gone before anybody met it. */
  private void drop(int mapId) throws IOException {
    unknown.remove(mapId);
    MapBuilder map = maps.remove(mapId);
    if (map != null) {
      map.close();
      files.delete(map.name());
    }
  }

  /** Closes all maps and deletes their files. */
  void discard() throws IOException {
    for (MapBuilder map : maps.values()) {
      map.close();
      files.delete(map.name());
    }
    maps.clear();
  }

  /** Closes all maps; the paths of the maps by the names of their files. */
  Map<String, String> closed() {
    Map<String, String> paths = new TreeMap<>();
    maps.values().forEach(map -> paths.put(map.name(), map.path()));
    close();
    return paths;
  }

  /** Closes all maps, whose files stay. */
  @Override
  public void close() {
    maps.values().forEach(MapBuilder::close);
    maps.clear();
  }
}
