package io.vitrine.bench.fork;

import io.vitrine.store.ChangeHandler;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import io.vitrine.store.Tailer;
import java.nio.file.Path;
import java.util.function.LongPredicate;

/** Updates of a map, which come to who polls the change log of the store. */
final class LogChannel implements Channel {
  private static final int CHANGES_OF_POLL = 64;

  private final Store store;
  private final StoreMap<Long, Long> map;
  private final Long key = 7L;
  private final Tailer tailer;

  LogChannel(Path folder) {
    store = Stores.open(folder);
    map = store.map("/maps/events", MapOptions.of(Codecs.longs(), Codecs.longs()).compact());
    tailer = store.tailer(store.revision());
  }

  @Override
  public void set(long number) {
    map.put(key, number);
  }

  @Override
  public void receive(Runnable begun, LongPredicate seen) {
    boolean[] more = {true};
    int id = map.id();
    ChangeHandler handler =
        change -> {
          if (change.mapId() == id) {
            Long number = map.newValue(change);
            more[0] = number == null || seen.test(number);
          }
          return more[0];
        };
    begun.run();
    while (more[0]) {
      tailer.poll(handler, CHANGES_OF_POLL);
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
