package io.vitrine.torture.subscribe;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.MapInfo;
import io.vitrine.store.Store;
import io.vitrine.store.Tailer;
import io.vitrine.torture.TortureFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What the change log told of a map, a set or a list, from its beginning on. Read by one thread as
 * the log grows; looked at when that has ended.
 */
final class History {
  private final List<Happening> happenings;

  History(List<Happening> happenings) {
    this.happenings = List.copyOf(happenings);
  }

  List<Happening> happenings() {
    return happenings;
  }

  /**
   * Reads the log of a store in which others write, by its bytes and not by the code under test.
   * Safe for any number of threads.
   */
  static final class Reader {
    private final Store store;
    private final String path;
    private final int mapId;
    private final Tailer tailer;
    private final List<Happening> happenings = new ArrayList<>();

    /** Begins to read of a collection, which there must be. */
    Reader(Store store, String path) {
      MapInfo info = store.describe(path);
      if (info == null) {
        throw new TortureFailure(path + " is not there");
      }
      this.store = store;
      this.path = path;
      this.mapId = info.id();
      this.tailer = store.tailer(store.oldestRevision());
    }

    /** Reads on; whether there was anything. */
    synchronized boolean read() {
      return tailer.poll(this::take, 10_000) > 0;
    }

    /** Whether there is nothing that has not been read. */
    synchronized boolean isAtEnd() {
      return tailer.revision() >= store.revision();
    }

    private boolean take(Change change) {
      if (change.mapId() != mapId) {
        return true;
      }
      if (change.kind() == ChangeKind.PUBLISHED) {
        long number = Published.number(ChangeBytes.after(change));
        happenings.add(new Happening(change.place(), change.revision(), null, null, number));
      } else if (change.kind().isOfEntry() && Places.isList(path)) {
        happenings.addAll(ListHistory.of(change));
      } else if (change.kind().isOfEntry()) {
        happenings.add(ofEntry(change));
      }
      return true;
    }

    /** An element of a set is a key whose value is itself. */
    private Happening ofEntry(Change change) {
      byte[] key = ChangeBytes.key(change);
      if (Places.isSet(path)) {
        long element = ChangeBytes.number(key, 0);
        return new Happening(
            change.place(),
            change.revision(),
            Long.toString(element),
            change.oldLength() < 0 ? null : element,
            change.newLength() < 0 ? null : element);
      }
      return new Happening(
          change.place(),
          change.revision(),
          new String(key, StandardCharsets.UTF_8),
          change.oldLength() < 0 ? null : ChangeBytes.number(ChangeBytes.before(change), 0),
          change.newLength() < 0 ? null : ChangeBytes.number(ChangeBytes.after(change), 0));
    }

    /** Place of the last change that a filter lets pass, -1 for none. */
    synchronized long lastPassing(NamedFilter filter) {
      for (Happening happening : happenings.reversed()) {
        if (Cursor.passes(happening, filter)) {
          return happening.place();
        }
      }
      return -1;
    }

    synchronized int size() {
      return happenings.size();
    }

    synchronized History history() {
      return new History(happenings);
    }
  }
}
