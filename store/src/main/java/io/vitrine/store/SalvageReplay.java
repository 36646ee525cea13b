package io.vitrine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings maps that are made anew up to date by checkpoint and log, each of which is read once for
 * all of them. For one thread, while nobody has the store open.
 */
final class SalvageReplay {
  private final LogSalvage log;
  private final @Nullable CheckpointSalvage checkpoint;
  private final Map<Integer, List<MapSalvage>> maps = new HashMap<>();

  SalvageReplay(LogSalvage log, @Nullable CheckpointSalvage checkpoint, List<MapSalvage> outdated) {
    this.log = log;
    this.checkpoint = checkpoint;
    for (MapSalvage map : outdated) {
      maps.computeIfAbsent(map.image().mapId(), _ -> new ArrayList<>()).add(map);
    }
  }

  private List<MapSalvage> of(int mapId) {
    return maps.getOrDefault(mapId, List.of());
  }

  /** Looks which of the files are behind what checkpoint and log tell. */
  void lookWhetherBehind() throws IOException {
    if (checkpoint != null) {
      checkpoint.read((mapId, e) -> {
        for (MapSalvage map : of(mapId)) {
          map.lookWhetherBehind(e.source, e.keyOffset, e.keyLength, e.revision);
        }
      });
    }
    log.read((source, e) -> {
      for (MapSalvage map : e.kind.isOfEntry() ? of(e.mapId) : List.<MapSalvage>of()) {
        map.lookWhetherBehind(source, e.keyOffset, e.keyLength, e.revision);
      }
    });
  }

  /**
   * Makes what checkpoint and log tell.
   *
   * @param gapless behind the last place where the log may not tell all
   */
  void run(long gapless) throws IOException {
    if (checkpoint != null) {
      boolean isProved = checkpoint.revision >= gapless;
      checkpoint.read((mapId, entry) -> {
        for (MapSalvage map : of(mapId)) {
          map.restore(entry, isProved);
        }
      });
    }
    log.read((source, change) -> {
      for (MapSalvage map : change.kind.isOfEntry() ? of(change.mapId) : List.<MapSalvage>of()) {
        map.replay(source, change, change.revision > gapless);
      }
    });
  }
}
