package io.vitrine.bench.peer;

import java.nio.file.Path;
import org.mapdb.DB;
import org.mapdb.DBMaker;
import org.mapdb.HTreeMap;
import org.mapdb.Serializer;

/**
 * Opens hash maps of MapDB as its manual says for speed: a mapped file without transactions that is
 * not cleared before it is used, and a table that is wide enough for all entries. A process that is
 * killed leaves a file that cannot be opened any more. Stateless, for any thread.
 */
final class MapDb {
  /** How many parts have locks of their own, the default. */
  private static final int SEGMENTS = 8;

  /** Levels of the table, the default. */
  private static final int LEVELS = 4;

  private static final int WIDTH_MIN = 16;
  private static final int WIDTH_MAX = 128;

  private MapDb() {}

  static DB open(Path folder) {
    return DBMaker.fileDB(folder.resolve("map.db").toFile())
        .fileMmapEnableIfSupported()
        .fileMmapPreclearDisable()
        .make();
  }

  static <K, V> HTreeMap<K, V> map(DB db, Serializer<K> keys, Serializer<V> values, long entries) {
    return db.hashMap("bench", keys, values)
        .layout(SEGMENTS, width(entries), LEVELS)
        .createOrOpen();
  }

  /** The narrowest node of the table with which there is a place for each entry. */
  static int width(long entries) {
    int width = WIDTH_MIN;
    while (width < WIDTH_MAX && SEGMENTS * Math.powExact((long) width, LEVELS) < entries) {
      width *= 2;
    }
    return width;
  }
}
