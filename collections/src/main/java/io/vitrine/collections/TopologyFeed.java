package io.vitrine.collections;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Snapshot;
import io.vitrine.store.Store;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The catalogue as a map: keys and values are the paths of the collections. */
final class TopologyFeed implements EntryFeed<String, String> {
  private final Store store;
  private final String prefix;

  TopologyFeed(Store store, String prefix) {
    this.store = store;
    this.prefix = prefix;
  }

  @Override
  public String path() {
    return prefix;
  }

  @Override
  public Snapshot<String, String> snapshot() {
    long revision = store.revision();
    return RewoundSnapshot.take(
        store,
        this,
        revision,
        () -> store.tailer(revision),
        () -> {
          Map<String, String> state = new LinkedHashMap<>();
          store.list(prefix).forEach(path -> state.put(path, path));
          return state;
        });
  }

  @Override
  public boolean concerns(Change change) {
    boolean isOfCollection =
        change.kind() == ChangeKind.CREATED || change.kind() == ChangeKind.DROPPED;
    return isOfCollection && key(change).startsWith(prefix);
  }

  @Override
  public boolean isEnd(Change change) {
    return false;
  }

  @Override
  public String key(Change change) {
    return path(change);
  }

  /** The path of a collection that was created or dropped. */
  static String path(Change change) {
    byte[] bytes =
        change
            .source()
            .asSlice(change.keyOffset(), change.keyLength())
            .toArray(ValueLayout.JAVA_BYTE);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public @Nullable String oldValue(Change change) {
    return change.kind() == ChangeKind.DROPPED ? key(change) : null;
  }

  @Override
  public @Nullable String newValue(Change change) {
    return change.kind() == ChangeKind.CREATED ? key(change) : null;
  }
}
