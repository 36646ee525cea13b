package io.vitrine.torture.subscribe;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Tailer;
import java.util.ArrayList;
import java.util.List;

/**
 * What the change log told of a map, from its beginning on. Read by one thread as the log grows;
 * looked at when that has ended.
 */
final class History {
  private final List<Happening> happenings;

  History(List<Happening> happenings) {
    this.happenings = List.copyOf(happenings);
  }

  List<Happening> happenings() {
    return happenings;
  }

  /** Reads the log of a store in which others write. For one thread. */
  static final class Reader {
    private final StoreMap<String, Long> map;
    private final Tailer tailer;
    private final List<Happening> happenings = new ArrayList<>();

    Reader(Store store, String path) {
      map = store.map(path, MapOptions.of(Codecs.strings(), Codecs.longs()));
      tailer = store.tailer(store.oldestRevision());
    }

    /** Reads on; whether there was anything. */
    boolean read() {
      return tailer.poll(this::take, 10_000) > 0;
    }

    private boolean take(Change change) {
      if (change.mapId() != map.id()) {
        return true;
      }
      if (change.kind() == ChangeKind.PUBLISHED) {
        happenings.add(
            new Happening(
                change.place(), change.revision(), null, null, Published.number(map, change)));
      } else if (change.kind().isOfEntry()) {
        happenings.add(
            new Happening(
                change.place(),
                change.revision(),
                map.key(change),
                map.oldValue(change),
                map.newValue(change)));
      }
      return true;
    }

    int size() {
      return happenings.size();
    }

    History history() {
      return new History(happenings);
    }
  }
}
