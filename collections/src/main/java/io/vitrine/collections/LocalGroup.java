package io.vitrine.collections;

import io.vitrine.store.AtomicGroup;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A group of changes in a store of this process. For the thread that runs the body. */
final class LocalGroup implements Group {
  private final AtomicGroup group;
  private final Set<Integer> locked;
  private final Map<Integer, ListEdit> edits = new LinkedHashMap<>();
  private @Nullable UnlockedException unlocked;

  /** Whether nodes of lists may have been written ahead of the group. */
  private boolean isWritten;

  private boolean hasFailed;

  /**
   * Begins a group.
   *
   * @param locked numbers of the maps of the lists that nobody else changes meanwhile
   */
  LocalGroup(AtomicGroup group, Set<Integer> locked) {
    this.group = group;
    this.locked = locked;
  }

  /** Thrown through the body where it uses a list that is to be locked first. */
  static final class UnlockedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient LocalGroup group;
    private final transient ListNodes nodes;

    UnlockedException(LocalGroup group, ListNodes nodes) {
      super(nodes.map().path() + " is locked, and the body run again", null, false, false);
      this.group = group;
      this.nodes = nodes;
    }

    /** Whether it is this run that is to be made again, and not one that it was begun in. */
    boolean isOf(@Nullable LocalGroup run) {
      return group == run;
    }

    ListNodes nodes() {
      return nodes;
    }
  }

  /** Runs the body and adds the changes of lists to the group. */
  <R extends @Nullable Object> R run(Function<? super Group, ? extends R> body) {
    R answer;
    try {
      answer = body.apply(this);
    } catch (Throwable failure) {
      hasFailed = true;
      checkLocked(); // the body may have made another failure of it
      throw failure;
    }
    checkLocked(); // the body may have caught it
    writeLists();
    return answer;
  }

  private void checkLocked() {
    if (unlocked != null) {
      throw unlocked;
    }
  }

  private void writeLists() {
    isWritten = true;
    for (ListEdit edit : edits.values()) {
      if (edit.isChanged()) {
        edit.nodes().writeIn(group, edit);
      }
    }
  }

  /** After the changes have been made. */
  void keepNodes() {
    edits.values().forEach(ListEdit::keep);
  }

  /** The lists of which it may have written nodes ahead of the group. */
  List<ListNodes> written() {
    return isWritten ? edits.values().stream().map(ListEdit::nodes).toList() : List.of();
  }

  /** Whether the body itself has failed, so that nothing was to be made. */
  boolean hasFailed() {
    return hasFailed;
  }

  private ListEdit edit(LocalList<?> list) {
    ListNodes nodes = list.nodes();
    int id = nodes.map().id();
    byte[] _ = group.get(nodes.map(), ListLayout.HEAD); // what the group's end will look at
    if (!locked.contains(id)) {
      unlocked = new UnlockedException(this, nodes);
      throw unlocked;
    }
    return edits.computeIfAbsent(id, _ -> new ListEdit(nodes, nodes.head()));
  }

  @Override
  public int size(ObservableList<?> list) {
    return (int) Math.min(Integer.MAX_VALUE, edit(local(list)).count());
  }

  @Override
  public <E> E get(ObservableList<E> list, int index) {
    LocalList<E> local = local(list);
    return local.get(edit(local), index);
  }

  @Override
  public <E> void add(ObservableList<E> list, E element) {
    LocalList<E> local = local(list);
    local.insert(edit(local), Long.MAX_VALUE, List.of(element));
  }

  @Override
  public <E> void add(ObservableList<E> list, int index, E element) {
    LocalList<E> local = local(list);
    local.insert(edit(local), index, List.of(element));
  }

  @Override
  public <E> void addAll(ObservableList<E> list, Collection<? extends E> elements) {
    LocalList<E> local = local(list);
    local.insert(edit(local), Long.MAX_VALUE, elements);
  }

  @Override
  public <E> E set(ObservableList<E> list, int index, E element) {
    LocalList<E> local = local(list);
    return local.set(edit(local), index, element);
  }

  @Override
  public <E> E remove(ObservableList<E> list, int index) {
    LocalList<E> local = local(list);
    return local.remove(edit(local), index);
  }

  @Override
  public void clear(ObservableList<?> list) {
    ListEdit edit = edit(local(list));
    edit.remove(0, edit.count());
  }

  @Override
  public <K, V> @Nullable V get(ObservableMap<K, V> map, K key) {
    LocalMap<K, V> local = local(map);
    K fitted = local.fitKey(key);
    return local.canHave(fitted) ? group.get(local.stored(), fitted) : null;
  }

  @Override
  public <K, V> void put(ObservableMap<K, V> map, K key, V value) {
    LocalMap<K, V> local = local(map);
    group.put(local.stored(), local.fitKey(key), local.fitValue(value));
  }

  @Override
  public <K, V> void remove(ObservableMap<K, V> map, K key) {
    LocalMap<K, V> local = local(map);
    K fitted = local.fitKey(key);
    if (local.canHave(fitted)) {
      group.remove(local.stored(), fitted);
    }
  }

  @Override
  public <E> boolean contains(ObservableSet<E> set, E element) {
    LocalSet<E> local = local(set);
    E fitted = local.fit(element);
    return local.canHave(fitted) && group.get(local.stored(), fitted) != null;
  }

  @Override
  public <E> boolean add(ObservableSet<E> set, E element) {
    LocalSet<E> local = local(set);
    E fitted = local.fit(element);
    boolean absent = group.get(local.stored(), fitted) == null;
    if (absent) {
      group.put(local.stored(), fitted, Boolean.TRUE);
    }
    return absent;
  }

  @Override
  public <E> boolean remove(ObservableSet<E> set, E element) {
    LocalSet<E> local = local(set);
    E fitted = local.fit(element);
    boolean present = local.canHave(fitted) && group.get(local.stored(), fitted) != null;
    if (present) {
      group.remove(local.stored(), fitted);
    }
    return present;
  }

  private static <K, V> LocalMap<K, V> local(ObservableMap<K, V> map) {
    if (map instanceof LocalMap<K, V> local) {
      return local;
    }
    throw foreign(map.path());
  }

  private static <E> LocalSet<E> local(ObservableSet<E> set) {
    if (set instanceof LocalSet<E> local) {
      return local;
    }
    throw foreign(set.path());
  }

  private static <E> LocalList<E> local(ObservableList<E> list) {
    if (list instanceof LocalList<E> local) {
      return local;
    }
    throw foreign(list.path());
  }

  private static IllegalArgumentException foreign(String path) {
    return new IllegalArgumentException(
        path + " is not of the catalogue whose changes are made together; open it there");
  }
}
