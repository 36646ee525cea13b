package io.vitrine.remote.client;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.MapEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a filter runs here, nobody but it knows which change is the last one of a commit that
 * passes. So one that others follow is held back until the next one passes, or the commit ends; and
 * so is a change of an annotation that was committed with it. For one thread.
 *
 * <p>Changes that were joined by key come apart from what they were committed with, and nothing
 * need follow: none of them is held back.
 */
final class CommitTail<K, V> {
  private final boolean joined;
  private @Nullable Part<K, V> held;

  /** What is told of a commit. */
  sealed interface Part<K, V> {
    /** The revision of all that was committed together. */
    long commit();

    /** The same as the last one of its commit. */
    Part<K, V> ending();
  }

  /** A change of an entry. */
  record Entry<K, V>(MapEvent<K, V> event) implements Part<K, V> {
    @Override
    public long commit() {
      return event.commit();
    }

    @Override
    public Part<K, V> ending() {
      return new Entry<>(event.endingCommit());
    }
  }

  /** Something of the collection as a whole. */
  record Own<K, V>(CollectionEvent event, long commit) implements Part<K, V> {
    @Override
    public Part<K, V> ending() {
      return new Own<>(event.ending(commit), commit);
    }
  }

  /**
   * Creates one that holds nothing.
   *
   * @param joined whether changes come joined by key
   */
  CommitTail(boolean joined) {
    this.joined = joined;
  }

  /** Whether something is held back, behind which a bookmark must stay. */
  boolean isHolding() {
    return held != null;
  }

  /** Forgets what is held back. */
  void clear() {
    held = null;
  }

  /**
   * Takes a change.
   *
   * @param raw what came
   * @param seen what passes of it, null for nothing
   * @return what is to be told now
   */
  List<Part<K, V>> take(MapEvent<K, V> raw, @Nullable MapEvent<K, V> seen) {
    var told = new ArrayList<Part<K, V>>(2);
    Part<K, V> before = held;
    boolean ends = joined || raw.revision() == raw.commit();
    if (before != null && (seen != null || ends)) {
      told.add(seen == null && before.commit() == raw.commit() ? before.ending() : before);
      held = null;
    }
    if (seen != null && ends) {
      told.add(new Entry<>(seen));
    } else if (seen != null) {
      held = new Entry<>(seen);
    }
    return told;
  }

  /**
   * Takes something of the collection as a whole. Within the commit of what is held it is held
   * itself, since it may be the last one of it.
   *
   * @return what is to be told now
   */
  List<Part<K, V>> take(CollectionEvent own) {
    var told = new ArrayList<Part<K, V>>(2);
    Part<K, V> before = held;
    if (before != null && own.revision() < before.commit()) {
      told.add(before);
      held = new Own<>(own, before.commit());
      return told;
    }
    if (before != null) {
      told.add(own.revision() == before.commit() ? before : before.ending());
      held = null;
    }
    told.add(new Own<>(own, own.revision()));
    return told;
  }

  /**
   * Gives what is held back, since all up to a revision has been seen; null if there is nothing.
   *
   * @param revision how far all has been seen
   */
  @Nullable Part<K, V> release(long revision) {
    Part<K, V> last = held;
    held = null;
    return last != null && last.commit() <= revision ? last.ending() : last;
  }
}
