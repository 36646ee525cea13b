package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Snapshot;
import org.jspecify.annotations.Nullable;

/** The elements of a list by their index. */
final class ListFeed<E> implements Feed<Long, E> {
  private final ListNodes nodes;
  private final Blocks<E> blocks;
  private final int mapId;
  private final OwnEvents.@Nullable Feed own;

  ListFeed(ListNodes nodes, Blocks<E> blocks, OwnEvents.@Nullable Feed own) {
    this.own = own;
    this.nodes = nodes;
    this.blocks = blocks;
    this.mapId = nodes.map().id();
  }

  @Override
  public String path() {
    return nodes.map().path();
  }

  @Override
  public Snapshot<Long, E> snapshot() {
    return ListSnapshot.take(nodes, blocks);
  }

  @Override
  public boolean concerns(Change change) {
    return change.mapId() == mapId && ListChange.tells(change);
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

  /** An index is that of the element when the transitions before have been made. */
  @Override
  public boolean isJoined() {
    return false;
  }

  @Override
  public void transitions(Change change, boolean withOld, Transition<Long, E> taker) {
    var runs = ListChange.runs(change, blocks);
    long left = 0;
    for (ListRun run : runs) {
      left += run.count();
    }
    // All are of one revision. The places count up to that of the change within its bytes, of which
    // each transition takes one at least: so one may resume between any two.
    for (ListRun run : runs) {
      left -= run.count();
      tell(run, change.place() - left, withOld, taker);
    }
  }

  private void tell(ListRun run, long lastPlace, boolean withOld, Transition<Long, E> taker) {
    int count = run.count();
    var before = run.before().count() > 0 ? blocks.list(run.before()) : null;
    var after = run.after().count() > 0 ? blocks.list(run.after()) : null;
    for (int i = 0; i < count; i++) {
      @Nullable E old = before == null || (after != null && !withOld) ? null : before.get(i);
      long index = after == null ? run.index() : run.index() + i;
      taker.take(index, old, after == null ? null : after.get(i), lastPlace - (count - 1 - i));
    }
  }
}
