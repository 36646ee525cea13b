package io.vitrine.store;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest checkpoint of a store that is whole, for a repair. For one thread, while nobody has
 * the store open.
 */
final class CheckpointSalvage {
  /** Takes entries. */
  @FunctionalInterface
  interface Visitor {
    void entry(int mapId, EntryBytes entry) throws IOException;
  }

  private final StoreFiles files;
  private final String name;
  private final Map<Integer, LogSalvage.Created> maps = new TreeMap<>();

  /** The log from here on tells of everything that the checkpoint does not. */
  final long revision;

  /** How far the log must be on disk for the checkpoint to count. */
  final long logEnd;

  private CheckpointSalvage(StoreFiles files, String name, CheckpointReader reader) {
    this.files = files;
    this.name = name;
    this.revision = reader.revision;
    for (int kind = reader.next(); kind != CheckpointLayout.END; kind = reader.next()) {
      if (kind == CheckpointLayout.MAP) {
        maps.put(reader.mapId(), new LogSalvage.Created(reader.path(), reader.shape(), revision));
      }
    }
    this.logEnd = reader.logEnd();
  }

  /** Finds it; null where there is none. */
  static @Nullable CheckpointSalvage find(StoreFiles files, long epoch) throws IOException {
    List<String> newestFirst =
        files.list(CheckpointWriter.FOLDER).stream()
            .filter(file -> CheckpointWriter.revisionOf(file) >= 0)
            .sorted(Comparator.reverseOrder())
            .toList();
    for (String file : newestFirst) {
      String name = CheckpointWriter.FOLDER + "/" + file;
      try (CheckpointReader reader = CheckpointReader.open(files, name)) {
        if (reader.epoch() == epoch) {
          return new CheckpointSalvage(files, name, reader);
        }
      } catch (StoreException e) {
        // an older one may be whole
      }
    }
    return null;
  }

  /** The maps that there were, by their numbers. */
  Map<Integer, LogSalvage.Created> maps() {
    return maps;
  }

  /** Hands on the entries of all maps. */
  void read(Visitor visitor) throws IOException {
    try (CheckpointReader reader = CheckpointReader.open(files, name)) {
      int mapId = 0;
      for (int kind = reader.next(); kind != CheckpointLayout.END; kind = reader.next()) {
        if (kind == CheckpointLayout.MAP) {
          mapId = reader.mapId();
        } else {
          visitor.entry(mapId, reader.entry());
        }
      }
    }
  }
}
