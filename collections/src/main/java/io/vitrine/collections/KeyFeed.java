package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Codec;
import io.vitrine.store.Snapshot;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One key of a map; changes of other keys are told apart by their bytes, without reading them. */
final class KeyFeed<K, V> implements EntryFeed<K, V> {
  private final Store store;
  private final StoreMap<K, V> map;
  private final int mapId;
  private final OwnEvents.@Nullable Feed own;
  private final K key;
  private final MemorySegment keyBytes;

  KeyFeed(Store store, StoreMap<K, V> map, K key, OwnEvents.@Nullable Feed own) {
    this.own = own;
    this.store = store;
    this.map = map;
    this.mapId = map.id();
    this.key = key;
    Codec<K> codec = map.options().keys();
    this.keyBytes = MemorySegment.ofArray(new byte[Math.toIntExact(codec.sizeOf(key))]);
    codec.write(key, keyBytes, 0);
  }

  @Override
  public String path() {
    return map.path();
  }

  @Override
  public Snapshot<K, V> snapshot() {
    // That of the whole map costs nothing as long as nobody walks over it.
    Snapshot<K, V> whole = map.snapshot();
    return RewoundSnapshot.take(
        store,
        this,
        whole.revision(),
        whole::tailer,
        () -> {
          Map<K, V> state = new HashMap<>();
          V value = map.get(key);
          if (value != null) {
            state.put(key, value);
          }
          return state;
        });
  }

  @Override
  public boolean concerns(Change change) {
    long from = change.keyOffset();
    long size = keyBytes.byteSize();
    return change.mapId() == mapId
        && change.keyLength() == size
        && MapFeed.isOfEntry(change)
        && MemorySegment.mismatch(change.source(), from, from + size, keyBytes, 0, size) < 0;
  }

  @Override
  public @Nullable CollectionEvent own(Change change) {
    return own == null ? null : own.event(change);
  }

  @Override
  public boolean isEnd(Change change) {
    return change.mapId() == mapId && change.kind() == ChangeKind.DROPPED;
  }

  @Override
  public boolean isEndOfFormer(Change change) {
    return change.kind() == ChangeKind.DROPPED
        && change.mapId() != mapId
        && TopologyFeed.path(change).equals(path());
  }

  @Override
  public K key(Change change) {
    return key;
  }

  @Override
  public @Nullable V oldValue(Change change) {
    return map.oldValue(change);
  }

  @Override
  public @Nullable V newValue(Change change) {
    return map.newValue(change);
  }
}
