package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Snapshot;
import io.vitrine.store.StoreMap;
import org.jspecify.annotations.Nullable;

/** All entries of a map. */
final class MapFeed<K, V> implements EntryFeed<K, V> {
  private final StoreMap<K, V> map;
  private final int mapId;
  private final OwnEvents.@Nullable Feed own;
  private final @Nullable SharedEvents<K, V> shared;
  private final boolean hasUpdates;

  MapFeed(StoreMap<K, V> map, OwnEvents.@Nullable Feed own, @Nullable SharedEvents<K, V> shared) {
    this(map, own, shared, true);
  }

  private MapFeed(
      StoreMap<K, V> map,
      OwnEvents.@Nullable Feed own,
      @Nullable SharedEvents<K, V> shared,
      boolean hasUpdates) {
    this.own = own;
    this.shared = shared;
    this.map = map;
    this.mapId = map.id();
    this.hasUpdates = hasUpdates;
  }

  /** All elements of a set. */
  static <E> MapFeed<E, Boolean> ofSet(
      StoreMap<E, Boolean> map,
      OwnEvents.@Nullable Feed own,
      @Nullable SharedEvents<E, Boolean> shared) {
    return new MapFeed<>(map, own, shared, false);
  }

  @Override
  public @Nullable SharedEvents<K, V> shared() {
    return shared;
  }

  @Override
  public boolean hasUpdates() {
    return hasUpdates;
  }

  static boolean isOfEntry(Change change) {
    return change.kind().isOfEntry();
  }

  @Override
  public String path() {
    return map.path();
  }

  @Override
  public Snapshot<K, V> snapshot() {
    return map.snapshotOfLog();
  }

  @Override
  public boolean concerns(Change change) {
    return change.mapId() == mapId && isOfEntry(change);
  }

  @Override
  public @Nullable CollectionEvent own(Change change) {
    return own == null ? null : own.event(change);
  }

  @Override
  public boolean hasOwn() {
    return own != null;
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
    return map.key(change);
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
